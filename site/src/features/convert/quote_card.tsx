// The quote: its rate, the spread in it, and how long it still holds.
import { useSecondsUntil } from "../../lib/countdown";
import { larger, round, toDigits, trimZeros, type Decimal } from "../../lib/decimal";
import { formatNumber, formatPercent } from "../../lib/format";
import { sentenceOf } from "../../lib/api";
import { t } from "../../lib/i18n";
import { Fact, Facts } from "../../ui/facts";
import { FieldError } from "../../ui/input";
import type { Quote } from "./api";
import styles from "./convert.module.css";

const radius = 9;
const roundLength = 2 * Math.PI * radius;
const ratePlaces = 10;
const rateDigits = 6;

function Ring({ expiresAt, seconds }: { expiresAt: number; seconds: number }) {
  const left = useSecondsUntil(expiresAt);
  return (
    <span className={styles.ring} role="timer">
      <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
        <circle cx="11" cy="11" r={radius} className={styles["ring-rail"]} />
        <circle
          cx="11"
          cy="11"
          r={radius}
          className={styles["ring-left"]}
          strokeDasharray={roundLength}
          strokeDashoffset={roundLength * (1 - left / seconds)}
        />
      </svg>
      {t("convert.refreshes", { n: left })}
    </span>
  );
}

/** No more places than can be read, but of the smallest rate some digits. */
export const shortRate = (rate: string): Decimal =>
  trimZeros(larger(round(rate, ratePlaces, "down"), toDigits(rate, rateDigits, "down")));

/** "0.0000148186 BTC" */
export const rateText = (rate: string, unit: string) => `${formatNumber(shortRate(rate))} ${unit}`;

export function QuoteCard(props: {
  quote: Quote | undefined;
  /** Something was typed that a quote is for. */
  asked: boolean;
  error: unknown;
  expiresAt: number;
}) {
  const { quote } = props;
  if (props.error) {
    return <FieldError>{sentenceOf(props.error)}</FieldError>;
  }
  if (!quote) {
    return props.asked ? <p className={styles.quiet}>{t("convert.quoting")}</p> : null;
  }
  return (
    <>
      <Facts className={styles.facts}>
        <Fact name={t("convert.rate")} testId="rate">
          {t("convert.rate_of", { from: quote.from, to: rateText(quote.rate, quote.to) })}
        </Fact>
        <Fact name={t("convert.market_rate")}>{rateText(quote.market_rate, quote.to)}</Fact>
        <Fact name={t("convert.spread")} testId="spread">
          {formatPercent(quote.spread, { signed: false })}
        </Fact>
        <Fact name={t("convert.fee")}>
          {quote.fee === "0" ? t("convert.no_fee") : formatNumber(quote.fee)}
        </Fact>
      </Facts>
      <p className={styles.countdown}>
        <Ring expiresAt={props.expiresAt} seconds={quote.seconds} />
      </p>
    </>
  );
}
