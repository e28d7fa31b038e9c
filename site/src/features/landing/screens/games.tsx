// Two little games. Guess is real: settled on the market's own price, with nothing at stake.
import { useCallback, useEffect, useState } from "react";
import { cx } from "../../../lib/cx";
import { t } from "../../../lib/i18n";
import type { Pair } from "../../../lib/pairs";
import { readChoice, writeChoice } from "../../../lib/preferences";
import { Button } from "../../../ui/button";
import { Chip } from "../../../ui/chip";
import { CoinIcon, PairName } from "../../../ui/coin";
import { Price, Triangle } from "../../../ui/number";
import { lastPrice } from "../api";
import {
  after,
  readStreak,
  roundMs,
  secondsLeft,
  settle,
  writtenStreak,
  type Round,
  type Side,
  type Verdict,
} from "../guess";
import styles from "./games.module.css";
import page from "./landing.module.css";

const coin = "BTC";
const keptAs = "guess_streak";

type Settled = { verdict: Verdict; price: string };

/** Asks for the price when the round is over; a price that cannot be had makes it void. */
async function resultOf(round: Round): Promise<Settled> {
  try {
    const { close, stale } = await lastPrice(`${coin}USDT`);
    return { verdict: settle(round, close, stale), price: close };
  } catch {
    return { verdict: "void", price: round.price };
  }
}

function useGuess() {
  const [round, setRound] = useState<Round | null>(null);
  const [left, setLeft] = useState(0);
  const [settled, setSettled] = useState<Settled | null>(null);
  const [streak, setStreak] = useState(() => readStreak(readChoice(keptAs)));

  const finish = useCallback(async (ended: Round, stillHere: () => boolean) => {
    const result = await resultOf(ended);
    if (!stillHere()) return;
    const next = after(readStreak(readChoice(keptAs)), result.verdict);
    writeChoice(keptAs, writtenStreak(next));
    setStreak(next);
    setSettled(result);
    setRound(null);
  }, []);

  useEffect(() => {
    if (!round) return undefined;
    let here = true;
    const clock = setInterval(() => {
      const seconds = secondsLeft(round, Date.now());
      setLeft(seconds);
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
    setSettled(null);
    setLeft(roundMs / 1000);
    setRound({ side, price, ends_at: Date.now() + roundMs });
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
        <i style={{ width: `${(left * 100_000) / roundMs}%` }} />
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
