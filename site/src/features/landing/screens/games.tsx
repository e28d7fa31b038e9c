// Two little games. Guess is real: settled on the market's own price, with nothing at stake.
import { useCallback, useEffect, useState } from "react";
import { cx } from "../../../lib/cx";
import { t } from "../../../lib/i18n";
import type { Pair } from "../../../lib/pairs";
import { read_choice, write_choice } from "../../../lib/preferences";
import { Button } from "../../../ui/button";
import { Chip } from "../../../ui/chip";
import { CoinIcon, PairName } from "../../../ui/coin";
import { Price, Triangle } from "../../../ui/number";
import { last_price } from "../api";
import {
  after,
  read_streak,
  round_ms,
  seconds_left,
  settle,
  written_streak,
  type Round,
  type Side,
  type Verdict,
} from "../guess";
import styles from "./games.module.css";
import page from "./landing.module.css";

const coin = "BTC";
const kept_as = "guess_streak";

type Settled = { verdict: Verdict; price: string };

/** Asks for the price when the round is over; a price that cannot be had makes it void. */
async function result_of(round: Round): Promise<Settled> {
  try {
    const { close, stale } = await last_price(`${coin}USDT`);
    return { verdict: settle(round, close, stale), price: close };
  } catch {
    return { verdict: "void", price: round.price };
  }
}

function useGuess() {
  const [round, set_round] = useState<Round | null>(null);
  const [left, set_left] = useState(0);
  const [settled, set_settled] = useState<Settled | null>(null);
  const [streak, set_streak] = useState(() => read_streak(read_choice(kept_as)));

  const finish = useCallback(async (ended: Round, still_here: () => boolean) => {
    const result = await result_of(ended);
    if (!still_here()) return;
    const next = after(read_streak(read_choice(kept_as)), result.verdict);
    write_choice(kept_as, written_streak(next));
    set_streak(next);
    set_settled(result);
    set_round(null);
  }, []);

  useEffect(() => {
    if (!round) return undefined;
    let here = true;
    const clock = setInterval(() => {
      const seconds = seconds_left(round, Date.now());
      set_left(seconds);
      if (seconds > 0) return;
      clearInterval(clock);
      void finish(round, () => here);
    }, 250);
    return () => {
      here = false;
      clearInterval(clock);
    };
  }, [round, finish]);

  const start = (side: Side, price: string) => {
    set_settled(null);
    set_left(round_ms / 1000);
    set_round({ side, price, ends_at: Date.now() + round_ms });
  };
  return { round, left, settled, streak, start };
}

function Running({ round, left }: { round: Round; left: number }) {
  return (
    <div className={styles.running}>
      <p className={styles.call}>
        <Triangle direction={round.side === "higher" ? 1 : -1} />
        {t(`landing_more.guess_called_${round.side}`)}
        <Price value={round.price} currency="$" />
      </p>
      <div className={styles.clock} aria-hidden="true">
        <i style={{ width: `${(left * 100_000) / round_ms}%` }} />
      </div>
      <p className={styles.left} role="timer">
        {t("landing_more.guess_left", { count: left })}
      </p>
    </div>
  );
}

function Guess({ pair }: { pair: Pair | undefined }) {
  const { round, left, settled, streak, start } = useGuess();
  const open = pair !== undefined && !pair.stale;
  return (
    <article className={cx(styles.game, styles.guess)}>
      <div className={styles.words}>
        <h3>{t("landing_more.guess")}</h3>
        <p>{t("landing_more.guess_text")}</p>
        <dl className={styles.streak}>
          <div>
            <dt>{t("landing_more.guess_streak")}</dt>
            <dd data-testid="guess-streak">{streak.now}</dd>
          </div>
          <div>
            <dt>{t("landing_more.guess_best")}</dt>
            <dd>{streak.best}</dd>
          </div>
        </dl>
      </div>
      <div className={styles.board}>
        <p className={styles.market}>
          <CoinIcon name={coin} size={24} />
          <PairName name={coin} />
        </p>
        <Price
          value={pair?.close}
          places={pair?.price_places}
          currency="$"
          flash
          className={styles.price}
        />
        {round ? (
          <Running round={round} left={left} />
        ) : (
          <div className={styles.sides}>
            {(["higher", "lower"] as const).map((side) => (
              <Button
                key={side}
                look="outline"
                size="l"
                disabled={!open}
                onClick={() => pair && start(side, pair.close)}
              >
                <span className={styles[side]}>
                  <Triangle direction={side === "higher" ? 1 : -1} />
                </span>
                {t(`landing_more.guess_${side}`)}
              </Button>
            ))}
          </div>
        )}
        <p className={styles.verdict} role="status">
          {settled && !round && (
            <>
              {t(`landing_more.guess_${settled.verdict}`)}{" "}
              {settled.verdict !== "void" && <Price value={settled.price} currency="$" />}
            </>
          )}
          {!settled && !round && !open && t("landing_more.guess_closed")}
        </p>
      </div>
    </article>
  );
}

function Mining() {
  return (
    <article className={cx(styles.game, styles.mining)}>
      <svg viewBox="0 0 220 64" aria-hidden="true" className={styles.blocks}>
        {[0, 1, 2, 3].map((block) => (
          <g key={block} transform={`translate(${block * 56} 8)`}>
            <rect
              x="1"
              y="1"
              width="44"
              height="44"
              rx="8"
              fill="none"
              stroke={block === 3 ? "var(--accent)" : "var(--line-strong)"}
              strokeDasharray={block === 3 ? "4 5" : undefined}
            />
            {block < 3 && <path d="M46 23h9" stroke="var(--line-strong)" />}
            {block < 3 && <path d="M13 17h20M13 23h14M13 29h17" stroke="var(--text-3)" />}
          </g>
        ))}
      </svg>
      <h3>
        {t("landing_more.mining")} <Chip>{t("landing_more.coming_soon")}</Chip>
      </h3>
      <p>{t("landing_more.mining_text")}</p>
    </article>
  );
}

export function Games({ pairs }: { pairs: readonly Pair[] | undefined }) {
  return (
    <section className={page.section}>
      <div className={page.head}>
        <h2 className={page.title}>{t("landing_more.games")}</h2>
      </div>
      <div className={styles.games}>
        <Guess pair={pairs?.find((pair) => pair.name === coin)} />
        <Mining />
      </div>
    </section>
  );
}
