// The only file that touches a decimal library or turns text into numbers. Amounts live as exact
// decimal strings everywhere else; a JavaScript number never holds money.
import Big from "big.js";

/** An exact decimal as the server sends it: "67482.1", "-0.5". Never exponential. */
export type Decimal = string;

export type Rounding = "down" | "up" | "half_even";

const modes: Record<Rounding, 0 | 2 | 3> = { down: 0, half_even: 2, up: 3 };
const plainDecimal = /^-?\d+(\.\d+)?$/;
// Divisions and percentages keep this many places before the caller's own rounding.
const workingPlaces = 30;

Big.DP = workingPlaces;
Big.PE = 60;
Big.NE = -40;
Big.strict = false;

/** True for a plain decimal such as "12", "0.5", "-3.25"; false for "", "1e5", ".5", "NaN". */
export function isDecimal(text: unknown): text is Decimal {
  return typeof text === "string" && text.length <= 60 && plainDecimal.test(text);
}

const big = (value: Decimal): Big => new Big(value);
const plain = (value: Big): Decimal => {
  const text = value.toFixed();
  return text === "-0" ? "0" : text;
};

export const add = (a: Decimal, b: Decimal): Decimal => plain(big(a).plus(big(b)));
export const subtract = (a: Decimal, b: Decimal): Decimal => plain(big(a).minus(big(b)));
export const multiply = (a: Decimal, b: Decimal): Decimal => plain(big(a).times(big(b)));
export const absolute = (a: Decimal): Decimal => plain(big(a).abs());

/** a ÷ b rounded to `places`; "0" when b is zero, so that a screen never breaks on an empty book. */
export function divide(a: Decimal, b: Decimal, places: number, rounding: Rounding): Decimal {
  const divisor = big(b);
  if (divisor.eq(0)) return "0";
  return round(plain(big(a).div(divisor)), places, rounding);
}

/** -1, 0 or 1. */
export const compare = (a: Decimal, b: Decimal): -1 | 0 | 1 => big(a).cmp(big(b));
export const isZero = (a: Decimal): boolean => big(a).eq(0);
export const sign = (a: Decimal): -1 | 0 | 1 => big(a).cmp(0);
export const smaller = (a: Decimal, b: Decimal): Decimal => (compare(a, b) <= 0 ? a : b);
export const larger = (a: Decimal, b: Decimal): Decimal => (compare(a, b) >= 0 ? a : b);
export const sum = (values: readonly Decimal[]): Decimal => values.reduce(add, "0");

/** With so many digits from the first that is not 0: toDigits("0.0001239", 3, "down") is "0.000123". */
export const toDigits = (value: Decimal, digits: number, rounding: Rounding): Decimal =>
  plain(big(value).prec(digits, modes[rounding]));

/** Exactly `places` digits after the point: round("1.239", 2, "down") is "1.23". */
export function round(value: Decimal, places: number, rounding: Rounding): Decimal {
  const text = big(value).round(places, modes[rounding]).toFixed(places);
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text;
}

/** The nearest multiple of `step` (a tick, a lot) in the direction of `rounding`. */
export function toStep(value: Decimal, step: Decimal, rounding: Rounding): Decimal {
  const size = big(step);
  if (size.lte(0)) return value;
  const steps = big(value).div(size).round(0, modes[rounding]);
  return steps.times(size).toFixed(placesOf(step));
}

/** True when `value` is a whole number of steps. */
export function fitsStep(value: Decimal, step: Decimal): boolean {
  return compare(step, "0") <= 0 || big(value).mod(big(step)).eq(0);
}

/** How many digits stand after the point: "0.00010" counts as 4, "1" as 0. */
export function placesOf(value: Decimal): number {
  const fraction = plain(big(value)).split(".")[1];
  return fraction ? fraction.length : 0;
}

/** `percent` of `value`, exact: percentOf("200", 25) is "50". */
export const percentOf = (value: Decimal, percent: number): Decimal =>
  plain(big(value).times(percent).div(100));

/** Without zeros at the end: "0.5000" becomes "0.5". */
export const trimZeros = (value: Decimal): Decimal => plain(big(value));

/** Thousands separated by commas; the fraction stays as it is. Takes plain decimals. */
export function groupThousands(value: Decimal): string {
  const [whole = "0", fraction] = value.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** The number of the year, of a count, of a page: whole numbers that are not money. */
export const whole = (text: string): number => Math.trunc(Number(text));

/** A number for pixels only (a bar's width, a line's height). Never calculate money with it. */
export const forDrawing = (value: Decimal): number => Number(value);

/** Where a pixel stands, for a person to look at: 0 to 1e21, never with an exponent ("1e-7"). */
export const fromDrawing = (value: number): Decimal => value.toFixed(18);

/** Typed text as a decimal, or null while it is not one yet ("", "0."). */
export function typedDecimal(text: string): Decimal | null {
  const value = text.endsWith(".") ? text.slice(0, -1) : text;
  return isDecimal(value) ? value : null;
}
