// The one place where numbers, prices, changes and times are shown. Values come as exact strings.
import { createContext, useContext, useState, type ReactNode } from "react";
import { cx } from "../lib/cx";
import { compare, is_decimal, places_of, round, sign, type Decimal } from "../lib/decimal";
import {
  enough_places,
  format_number,
  format_percent,
  format_short,
  format_time,
  price_places,
  type TimeStyle,
} from "../lib/format";
import { current_language, t } from "../lib/i18n";
import styles from "./number.module.css";

type Value = Decimal | null | undefined;

/**
 * Numbers have the language's separators, but "67,482.1" inside this: around fields where amounts
 * are typed, which take a point, so that "67.482" never means two things on one page.
 */
export const TradingNumbers = createContext(false);

const useNumberLanguage = (): string | undefined =>
  useContext(TradingNumbers) ? undefined : current_language();

interface Shown {
  className?: string | undefined;
}

/**
 * Coin amounts: 8 places in wallets, the lot's places in trading; the unit follows the number. What
 * is left of a longer one is said in full where the pointer rests.
 */
export function Amount(
  props: Shown & { value: Value; places?: number; unit?: ReactNode; signed?: boolean },
) {
  const { value, places, unit, signed } = props;
  const language = useNumberLanguage();
  const cut = places !== undefined && is_decimal(value) && places_of(value) > places;
  const enough = places === undefined ? undefined : enough_places(value, places, "down");
  return (
    <span
      className={cx(styles.number, props.className)}
      title={cut ? format_number(value, { signed, language }) : undefined}
    >
      {format_number(value, { places: enough, signed, language })}
      {unit !== undefined && <span className={styles.unit}>{unit}</span>}
    </span>
  );
}

/** Which way a value moved when it last changed; drives the flash. */
function useDirection(value: Value): { direction: "up" | "down" | null; count: number } {
  const [seen, set_seen] = useState({ value, direction: null as "up" | "down" | null, count: 0 });
  if (seen.value === value) return seen;
  const moved =
    is_decimal(value) && is_decimal(seen.value) ? compare(value, seen.value) : (0 as const);
  const direction = moved > 0 ? ("up" as const) : moved < 0 ? ("down" as const) : seen.direction;
  const next = { value, direction, count: seen.count + (moved === 0 ? 0 : 1) };
  set_seen(next);
  return next;
}

interface PriceProps extends Shown {
  value: Value;
  /** The pair's tick gives the places; `places` says them directly. */
  tick?: Decimal | undefined;
  places?: number | undefined;
  /** "$" before the number. */
  currency?: string | undefined;
  /** "≈" before estimates. */
  estimate?: boolean;
  unit?: ReactNode;
  /** The background flashes when the price changes. */
  flash?: boolean;
}

export function Price(props: PriceProps) {
  const { value, tick, currency, unit } = props;
  const language = useNumberLanguage();
  const { direction, count } = useDirection(value);
  const usual =
    props.places ?? (tick ? places_of(tick) : is_decimal(value) ? price_places(value) : undefined);
  const places = usual === undefined ? undefined : enough_places(value, usual, "half_even");
  const flash = props.flash && count > 0 && direction ? styles[`flash-${direction}`] : undefined;
  const known = is_decimal(value);
  return (
    <span
      key={props.flash ? count : undefined}
      className={cx(styles.number, props.flash && styles.flash, flash, props.className)}
    >
      {props.estimate && known && "≈ "}
      {known && currency}
      {format_number(value, { places, rounding: "half_even", language })}
      {unit !== undefined && <span className={styles.unit}>{unit}</span>}
    </span>
  );
}

/** "28.36M", with "$" before or a unit after it. */
export function Short(props: Shown & { value: Value; currency?: string; unit?: ReactNode }) {
  const language = useNumberLanguage();
  return (
    <span className={cx(styles.number, props.className)}>
      {is_decimal(props.value) && props.currency}
      {format_short(props.value, language)}
      {props.unit !== undefined && <span className={styles.unit}>{props.unit}</span>}
    </span>
  );
}

/** "3.25%": a rate or a share, without a sign. */
export function Percent({ value, className }: Shown & { value: Value }) {
  const language = useNumberLanguage();
  return (
    <span className={cx(styles.number, className)}>
      {format_percent(value, { signed: false, language })}
    </span>
  );
}

/** Up or down as a shape, so that colour is never the only sign. */
export function Triangle({ direction }: { direction: -1 | 0 | 1 }) {
  if (direction === 0) return null;
  return (
    <svg className={styles.triangle} viewBox="0 0 8 8" aria-hidden="true">
      <path d={direction > 0 ? "M4 1 7.5 7h-7z" : "M4 7 .5 1h7z"} fill="currentColor" />
    </svg>
  );
}

interface ChangeProps extends Shown {
  /** A percentage ("1.7500"). */
  percent?: Value;
  /** An absolute change, shown before the percentage, which then stands in brackets. */
  value?: Value;
  places?: number;
  value_places?: number;
  unit?: string;
  dense?: boolean;
}

/** Of the figure as it is shown: "0.00%" has neither fallen nor risen. */
function direction_of({ percent, value, places, value_places }: ChangeProps): -1 | 0 | 1 {
  const leading = value ?? percent;
  if (!is_decimal(leading)) return 0;
  if (leading !== value) return sign(round(leading, places ?? 2, "half_even"));
  return sign(value_places === undefined ? leading : round(leading, value_places, "down"));
}

/** Colour, triangle and sign. Zero is grey and has neither. */
export function Change(props: ChangeProps) {
  const { percent, value } = props;
  const language = useNumberLanguage();
  const direction = direction_of(props);
  const tone = direction > 0 ? styles.up : direction < 0 ? styles.down : styles.flat;
  const percentage = format_percent(percent, { places: props.places, language });
  const absolute =
    value === undefined
      ? null
      : format_number(value, { places: props.value_places, signed: true, language });
  const unit = props.unit ? ` ${props.unit}` : "";
  const both = percent === undefined ? `${absolute}${unit}` : `${absolute}${unit} (${percentage})`;
  return (
    <span className={cx(styles.change, tone, props.dense && styles.dense, props.className)}>
      <Triangle direction={direction} />
      {direction !== 0 && (
        <span className="hidden-but-read">{direction > 0 ? t("common.up") : t("common.down")}</span>
      )}
      <span>{absolute === null ? percentage : both}</span>
    </span>
  );
}

/** A moment in UTC. */
export function Time({ at, style, className }: Shown & { at: string; style: TimeStyle }) {
  const language = current_language();
  return (
    <time
      dateTime={at}
      className={cx(styles.number, className)}
      title={format_time(at, "full", language)}
    >
      {format_time(at, style, language)}
    </time>
  );
}
