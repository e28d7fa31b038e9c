// The contract, its prices and its day.
import { ArrowLeft, ChevronDown } from "lucide-react";
import { useState } from "react";
import { clock, useSecondsUntil } from "../../lib/countdown";
import { cx } from "../../lib/cx";
import { multiply, placesOf, sign, type Decimal } from "../../lib/decimal";
import { formatPercent, unknownNumber } from "../../lib/format";
import { t } from "../../lib/i18n";
import { Link } from "../../lib/router";
import { useStatus } from "../../lib/status";
import { Chip, Pill } from "../../ui/chip";
import { CoinIcon, PairName } from "../../ui/coin";
import { Fact } from "../../ui/facts";
import { Amount, Change, Price, Short } from "../../ui/number";
import { ArrangeButton } from "../../ui/panel_grid";
import { Skeleton } from "../../ui/states";
import { CoinPicker } from "./coin_picker";
import type { Contract } from "./contract";
import styles from "./header.module.css";

const fundingPlaces = 4;

const two = (value: number): string => Math.floor(value).toString().padStart(2, "0");
/** "7:59:08" */
const longClock = (seconds: number): string =>
  seconds < 3600
    ? clock(seconds)
    : `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;

function Countdown({ at }: { at: string }) {
  const seconds = useSecondsUntil(new Date(at).getTime());
  return <span role="timer">{longClock(seconds)}</span>;
}

function PairButton({ coin }: { coin: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <h1 className={styles.name}>
        <button type="button" className={styles.pair} onClick={() => setOpen(true)}>
          <PairName name={coin} />
          <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" />
          <span className="hidden-but-read">{t("futures.choose")}</span>
        </button>
        <span className={styles.kind}>{t("futures.perpetual")}</span>
      </h1>
      <CoinPicker open={open} onClose={() => setOpen(false)} />
    </>
  );
}

/** More digits than stand beside the day's figures on a phone. */
const longPrice = 9;

function Now({ contract, price }: { contract: Contract; price: Decimal }) {
  const direction = sign(contract.increase_in_value);
  const tone = direction > 0 ? styles.up : direction < 0 ? styles.down : undefined;
  return (
    <div className={styles.now}>
      <div
        className={cx(
          styles.price,
          price.length > longPrice && styles["price-long"],
          contract.stale ? styles.stale : tone,
        )}
      >
        <Price value={price} places={placesOf(contract.tick)} />
      </div>
      <div className={styles.below}>
        {contract.stale ? (
          <Chip tone="warning">{t("futures.stale")}</Chip>
        ) : (
          <Change percent={contract.increase_in_value} dense />
        )}
      </div>
    </div>
  );
}

function Day({ contract }: { contract: Contract }) {
  const places = placesOf(contract.tick);
  const funding = contract.funding_rate && multiply(contract.funding_rate, "100");
  const tone = !funding ? undefined : sign(funding) < 0 ? styles.down : styles.up;
  return (
    <dl className={styles.day}>
      <Fact name={t("futures.mark_price")} testId="mark-price">
        <Price value={contract.mark_price} places={places} />
      </Fact>
      <Fact className={styles.funding} name={t("futures.funding_countdown")}>
        <span className={tone}>{formatPercent(funding, { places: fundingPlaces })}</span>
        <span className={styles.slash}> / </span>
        {contract.next_funding_at ? <Countdown at={contract.next_funding_at} /> : unknownNumber}
      </Fact>
      <Fact name={t("futures.high")}>
        <Price value={contract.high} places={places} />
      </Fact>
      <Fact name={t("futures.low")}>
        <Price value={contract.low} places={places} />
      </Fact>
      <Fact name={t("futures.turnover")}>
        <Short value={contract.turnover} />
      </Fact>
      {sign(contract.open_interest) > 0 && (
        <Fact name={t("futures.open_interest")}>
          <Amount value={contract.open_interest} places={2} unit={contract.coin} />
        </Fact>
      )}
    </dl>
  );
}

export function Header(props: {
  coin: string;
  contract: Contract | undefined;
  /** The last price, as fresh as the book has it. */
  price: Decimal | undefined;
  arranging: boolean;
  onArrange: (() => void) | undefined;
}) {
  const { coin, contract, onArrange } = props;
  const status = useStatus();
  return (
    <header className={styles.header}>
      <div className={styles.who}>
        <Link to="/markets/prices" className={styles.back} aria-label={t("futures.back")}>
          <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
        </Link>
        <span className={styles.icon}>
          <CoinIcon name={coin} image={contract?.image} size={28} />
        </span>
        <PairButton coin={coin} />
        <span className={styles.pills}>
          {status?.market === "simulated" && <Pill dot>{t("shell.simulated")}</Pill>}
        </span>
      </div>
      {contract ? (
        <>
          <Now contract={contract} price={props.price ?? contract.last_price} />
          <Day contract={contract} />
        </>
      ) : (
        <div className={styles.now}>
          <Skeleton width={120} height={22} />
        </div>
      )}
      {onArrange && (
        <ArrangeButton on={props.arranging} onPress={onArrange} className={styles.arrange} />
      )}
    </header>
  );
}
