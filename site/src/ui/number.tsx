// The one place where numbers, prices, changes and times are shown. Values come as exact strings.
import { createContext, useContext, useState, type ReactNode } from "react";
import { cx } from "../lib/cx";
import { compare, isDecimal, placesOf, round, sign, type Decimal } from "../lib/decimal";
import {
  enoughPlaces,
  formatNumber,
  formatPercent,
  formatShort,
  formatTime,
  pricePlaces,
  type TimeStyle,
} from "../lib/format";
import { currentLanguage, t } from "../lib/i18n";
import styles from "./number.module.css";

type Value = Decimal | null | undefined;

/**
 * Numbers have the language's separators, but "67,482.1" inside this: around fields where amounts
 * are typed, which take a point, so that "67.482" never means two things on one page.
 */
export const TradingNumbers = createContext(false);

const useNumberLanguage = (): string | undefined =>
  useContext(TradingNumbers) ? undefined : currentLanguage();

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
  const cut = places !== undefined && isDecimal(value) && placesOf(value) > places;
  const enough = places === undefined ? undefined : enoughPlaces(value, places, "down");
  return (
    <span
      className={cx(styles.number, props.className)}
      title={cut ? formatNumber(value, { signed, language }) : undefined}
    >
      {formatNumber(value, { places: enough, signed, language })}
      {unit !== undefined && <span className={styles.unit}>{unit}</span>}
    </span>
  );
}

/** Which way a value moved when it last changed; drives the flash. */
function useDirection(value: Value): { direction: "up" | "down" | null; count: number } {
  const [seen, setSeen] = useState({ value, direction: null as "up" | "down" | null, count: 0 });
  if (seen.value === value) return seen;
  const moved =
    isDecimal(value) && isDecimal(seen.value) ? compare(value, seen.value) : (0 as const);
  const direction = moved > 0 ? ("up" as const) : moved < 0 ? ("down" as const) : seen.direction;
  const next = { value, direction, count: seen.count + (moved === 0 ? 0 : 1) };
  setSeen(next);
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
    props.places ?? (tick ? placesOf(tick) : isDecimal(value) ? pricePlaces(value) : undefined);
  const places = usual === undefined ? undefined : enoughPlaces(value, usual, "half_even");
  const flash = props.flash && count > 0 && direction ? styles[`flash-${direction}`] : undefined;
  const known = isDecimal(value);
  return (
    <span
      key={props.flash ? count : undefined}
      className={cx(styles.number, props.flash && styles.flash, flash, props.className)}
    >
      {props.estimate && known && "≈ "}
      {known && currency}
      {formatNumber(value, { places, rounding: "half_even", language })}
      {unit !== undefined && <span className={styles.unit}>{unit}</span>}
    </span>
  );
}

/** "28.36M", with "$" before or a unit after it. */
export function Short(props: Shown & { value: Value; currency?: string; unit?: ReactNode }) {
  const language = useNumberLanguage();
  return (
    <span className={cx(styles.number, props.className)}>
      {isDecimal(props.value) && props.currency}
      {formatShort(props.value, language)}
      {props.unit !== undefined && <span className={styles.unit}>{props.unit}</span>}
    </span>
  );
}

/** "3.25%": a rate or a share, without a sign. */
export function Percent({ value, className }: Shown & { value: Value }) {
  const language = useNumberLanguage();
  return (
    <span className={cx(styles.number, className)}>
      {formatPercent(value, { signed: false, language })}
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
  valuePlaces?: number;
  unit?: string;
  dense?: boolean;
}

/** Of the figure as it is shown: "0.00%" has neither fallen nor risen. */
function directionOf({ percent, value, places, valuePlaces }: ChangeProps): -1 | 0 | 1 {
  const leading = value ?? percent;
  if (!isDecimal(leading)) return 0;
  if (leading !== value) return sign(round(leading, places ?? 2, "half_even"));
  return sign(valuePlaces === undefined ? leading : round(leading, valuePlaces, "down"));
}

/** Colour, triangle and sign. Zero is grey and has neither. */
export function Change(props: ChangeProps) {
  const { percent, value } = props;
  const language = useNumberLanguage();
  const direction = directionOf(props);
  const tone = direction > 0 ? styles.up : direction < 0 ? styles.down : styles.flat;
  const percentage = formatPercent(percent, { places: props.places, language });
  const absolute =
    value === undefined
      ? null
      : formatNumber(value, { places: props.valuePlaces, signed: true, language });
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
  const language = currentLanguage();
  return (
    <time
      dateTime={at}
      className={cx(styles.number, className)}
      title={formatTime(at, "full", language)}
    >
      {formatTime(at, style, language)}
    </time>
  );
}
