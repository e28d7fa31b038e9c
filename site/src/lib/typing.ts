// Numbers as people type them into fields.
import { commaIsPoint } from "./format";
import { currentLanguage } from "./i18n";

const mostDigits = 20;

const inThousands = /^(\d*|[1-9]\d{0,2}(\.\d{3})+)$/;

/** "1.234,5" as "1234.5"; a comma that cannot be the point stays, to be left out. */
function commaAsPoint(text: string): string {
  const [before = "", after, ...more] = text.split(",");
  const point = after !== undefined && more.length === 0 && /^\d*$/.test(after);
  return point && inThousands.test(before) ? `${before.replace(/\./g, "")}.${after}` : text;
}

/**
 * What a field for a number keeps of what a person types or pastes: digits and one point, at most
 * `places` after it. Commas separate thousands, except in languages where they are the point.
 */
export function cleanTyping(text: string, places: number, language = currentLanguage()): string {
  const withPoint = commaIsPoint(language) ? commaAsPoint(text) : text;
  const [head = "", ...rest] = withPoint.replace(/[^\d.]/g, "").split(".");
  const wholePart = head.replace(/^0+(?=\d)/, "").slice(0, mostDigits);
  if (rest.length === 0 || places === 0) return wholePart;
  return `${wholePart === "" ? "0" : wholePart}.${rest.join("").slice(0, places)}`;
}
