// The quote: its rate, the spread in it, and how long it still holds.
import { useSecondsUntil } from "../../lib/countdown";
import { larger, round, to_digits, trim_zeros, type Decimal } from "../../lib/decimal";
import { format_number, format_percent } from "../../lib/format";
import { sentence_of } from "../../lib/api";
import { t } from "../../lib/i18n";
import { FieldError } from "../../ui/input";
import type { Quote } from "./api";
import styles from "./convert.module.css";

const radius = 9;
const round_length = 2 * Math.PI * radius;
const rate_places = 10;
const rate_digits = 6;

function Ring({ expires_at, seconds }: { expires_at: number; seconds: number }) {
  const left = useSecondsUntil(expires_at);
  return (
    <span className={styles.ring} role="timer">
      <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
        <circle cx="11" cy="11" r={radius} className={styles["ring-rail"]} />
        <circle
          cx="11"
          cy="11"
          r={radius}
          className={styles["ring-left"]}
          strokeDasharray={round_length}
          strokeDashoffset={round_length * (1 - left / seconds)}
        />
      </svg>
      {t("convert.refreshes", { n: left })}
    </span>
  );
}

/** No more places than can be read, but of the smallest rate some digits. */
export const short_rate = (rate: string): Decimal =>
  trim_zeros(larger(round(rate, rate_places, "down"), to_digits(rate, rate_digits, "down")));

/** "0.0000148186 BTC" */
export const rate_text = (rate: string, unit: string) =>
  `${format_number(short_rate(rate))} ${unit}`;

export function QuoteCard(props: {
  quote: Quote | undefined;
  /** Something was typed that a quote is for. */
  asked: boolean;
  error: unknown;
  expires_at: number;
}) {
  const { quote } = props;
  if (props.error) {
    return <FieldError>{sentence_of(props.error)}</FieldError>;
  }
  if (!quote) {
    return props.asked ? <p className={styles.quiet}>{t("convert.quoting")}</p> : null;
  }
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{t("convert.rate")}</dt>
          <dd data-testid="rate">
            {t("convert.rate_of", { from: quote.from, to: rate_text(quote.rate, quote.to) })}
          </dd>
        </div>
        <div>
          <dt>{t("convert.market_rate")}</dt>
          <dd>{rate_text(quote.market_rate, quote.to)}</dd>
        </div>
        <div>
          <dt>{t("convert.spread")}</dt>
          <dd data-testid="spread">{format_percent(quote.spread, { signed: false })}</dd>
        </div>
        <div>
          <dt>{t("convert.fee")}</dt>
          <dd>{quote.fee === "0" ? t("convert.no_fee") : format_number(quote.fee)}</dd>
        </div>
      </dl>
      <p className={styles.countdown}>
        <Ring expires_at={props.expires_at} seconds={quote.seconds} />
      </p>
    </>
  );
}
