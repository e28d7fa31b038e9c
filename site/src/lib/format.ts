// How numbers and times are written. Components of ui/number.tsx show them; use those where a
// component can stand, these where text is needed (titles, labels for screen readers).
import {
  absolute,
  compare,
  divide,
  groupThousands,
  isDecimal,
  placesOf,
  round,
  sign,
  trimZeros,
  whole,
  type Decimal,
  type Rounding,
} from "./decimal";

export const minus = "\u2212";
export const unknownNumber = "\u2014";

export interface NumberStyle {
  /** Exactly this many digits after the point; without it as many as the value has. */
  places?: number | undefined;
  /** "+" before positive numbers too. */
  signed?: boolean | undefined;
  /** Default: down, so that nobody is shown more than there is. */
  rounding?: Rounding | undefined;
  /** With this language's separators; without it "67,482.1", as trading has it everywhere. */
  language?: string | undefined;
}

interface Marks {
  group: string;
  point: string;
  /** What follows the number, with the space before it where there is one. */
  percent: string;
}

const tradingMarks: Marks = { group: ",", point: ".", percent: "%" };
const marksByLanguage = new Map<string, Marks>([["en", tradingMarks]]);

/** Intl knows the separators; the digits stay ours, so that not one is lost. */
function marksOf(language: string | undefined): Marks {
  if (language === undefined) return tradingMarks;
  const known = marksByLanguage.get(language);
  if (known) return known;
  const parts = new Intl.NumberFormat(language, {
    style: "percent",
    useGrouping: true,
    minimumFractionDigits: 1,
  }).formatToParts(12345);
  const part = (type: Intl.NumberFormatPartTypes) => parts.find((one) => one.type === type)?.value;
  const lastDigits = parts.findLastIndex(({ type }) => type === "fraction");
  const marks = {
    group: part("group") ?? tradingMarks.group,
    point: part("decimal") ?? tradingMarks.point,
    percent: parts
      .slice(lastDigits + 1)
      .map(({ value }) => value)
      .join(""),
  };
  marksByLanguage.set(language, marks);
  return marks;
}

/** True where people write "0,5": a comma that is typed is a point then. */
export const commaIsPoint = (language: string): boolean => marksOf(language).point === ",";

/** Digits in groups of three, with the language's separators. */
function grouped(value: Decimal, language: string | undefined): string {
  const marks = marksOf(language);
  const text = groupThousands(value);
  if (marks === tradingMarks) return text;
  return text.replace(/[,.]/g, (mark) => (mark === "," ? marks.group : marks.point));
}

function withSign(text: string, direction: number, signed: boolean): string {
  if (direction < 0) return `${minus}${text}`;
  return signed && direction > 0 ? `+${text}` : text;
}

/** "67,482.1" · "−0.50" · "+1.75"; an em dash when there is no number. */
export function formatNumber(value: Decimal | null | undefined, style: NumberStyle = {}): string {
  if (!isDecimal(value)) return unknownNumber;
  const places = style.places ?? placesOf(value);
  const rounded = round(absolute(value), places, style.rounding ?? "down");
  const direction = sign(rounded) === 0 ? 0 : sign(value);
  return withSign(grouped(rounded, style.language), direction, style.signed ?? false);
}

const digitsOfLittle = 2;

/**
 * `places`, or as many as it takes to show two digits of something that would read as nothing:
 * "0.0000049" in the place of "0.00".
 */
export function enoughPlaces(
  value: Decimal | null | undefined,
  places: number,
  rounding: Rounding,
): number {
  if (!isDecimal(value) || sign(value) === 0) return places;
  if (sign(round(value, places, rounding)) !== 0) return places;
  const fraction = trimZeros(absolute(value)).split(".")[1] ?? "";
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0;
  return Math.min(fraction.length, zeros + digitsOfLittle);
}

const scales = [
  { at: "1000000000000", letter: "T" },
  { at: "1000000000", letter: "B" },
  { at: "1000000", letter: "M" },
  { at: "1000", letter: "K" },
] as const;

/** "28.36M", "920.00K", "412.50": two decimals and a letter. */
export function formatShort(value: Decimal | null | undefined, language?: string): string {
  if (!isDecimal(value)) return unknownNumber;
  const size = absolute(value);
  const scale = scales.find(({ at }) => compare(size, at) >= 0);
  const shown = scale ? divide(size, scale.at, 2, "down") : round(size, 2, "down");
  return withSign(`${grouped(shown, language)}${scale?.letter ?? ""}`, sign(value), false);
}

/** "50K" and "8M" as the language writes them: "50.000" and "8 Mio." in German. */
export const formatRounded = (value: Decimal, language: string): string =>
  new Intl.NumberFormat(language, {
    notation: "compact",
    // One letter for "thousand" is read by nobody there.
    compactDisplay: language === "vi" ? "long" : "short",
    maximumFractionDigits: 2,
  }).format(value as Intl.StringNumericLiteral);

/** "+1.75%"; zero has no sign. */
export function formatPercent(
  value: Decimal | null | undefined,
  style: Pick<NumberStyle, "places" | "signed" | "language"> = {},
): string {
  const text = formatNumber(value, {
    places: style.places ?? 2,
    signed: style.signed ?? true,
    rounding: "half_even",
    language: style.language,
  });
  return text === unknownNumber ? text : `${text}${marksOf(style.language).percent}`;
}

/** Digits that a price of unknown tick gets: more for small prices. */
export function pricePlaces(price: Decimal): number {
  const size = absolute(price);
  if (compare(size, "100") >= 0) return 2;
  if (compare(size, "1") >= 0) return 4;
  if (compare(size, "0.01") >= 0) return 5;
  return compare(size, "0.0001") >= 0 ? 8 : 10;
}

export type TimeStyle = "date" | "short_date" | "table" | "clock" | "full";

/** The server sends ISO 8601, and milliseconds as text where the provider does. */
function moment(at: string | Date | null | undefined): Date {
  if (at instanceof Date) return at;
  return new Date(at && /^\d{10,}$/.test(at) ? whole(at) : (at ?? Number.NaN));
}

const two = (value: number): string => value.toString().padStart(2, "0");

/** Always UTC: "21 Nov 2026" · "21 Nov" · "11-21 04:12:08" · "04:12:08" · "21 Nov 2026, 04:12:08 UTC". */
export function formatTime(
  at: string | Date | null | undefined,
  style: TimeStyle,
  language = "en-GB",
): string {
  const time = moment(at);
  if (Number.isNaN(time.getTime())) return unknownNumber;
  const clock = [time.getUTCHours(), time.getUTCMinutes(), time.getUTCSeconds()].map(two).join(":");
  if (style === "clock") return clock;
  if (style === "table") {
    return `${two(time.getUTCMonth() + 1)}-${two(time.getUTCDate())} ${clock}`;
  }
  const date = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
    ...(style === "short_date" ? {} : { year: "numeric" as const }),
  }).format(time);
  return style === "full" ? `${date}, ${clock} UTC` : date;
}

/** "MV" for mira.voss@mail.com. */
export function initials(email: string): string {
  const parts = (email.split("@")[0] ?? "").split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters = parts.length > 1 ? parts.slice(0, 2).map((part) => part[0] ?? "") : [];
  return (letters.join("") || (parts[0] ?? "?").slice(0, 2)).toUpperCase();
}
