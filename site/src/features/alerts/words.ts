// What an alert waits for, in words; and what a form lacks.
import { compare, isZero, sign, type Decimal } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { currentLanguage, t } from "../../lib/i18n";
import type { Kind, PriceAlert, Within } from "./api";

const number = (value: Decimal) => formatNumber(value, { language: currentLanguage() });

/** "Rises to 65,000" */
export function conditionOf(alert: PriceAlert): string {
  if (alert.kind !== "move")
    return t(`price_alerts.says_${alert.kind}`, { price: number(alert.price ?? "") });
  const minutes = String(alert.minutes) as Within;
  return t("price_alerts.says_move", {
    percent: number(alert.percent ?? ""),
    time: t(`price_alerts.within_${minutes}`),
  });
}

/** "BTC/USDT" of "BTCUSDT" */
export const nameOf = (pair: string): string => pair.replace(/(?<=.)USDT$/, "/USDT");

/** What is wrong with the number of a new alert; undefined: nothing. */
export function faultOf(kind: Kind, value: Decimal | null, last: Decimal): string | undefined {
  const positive = value !== null && sign(value) > 0;
  if (kind === "move") {
    const fits = positive && compare(value, "100") <= 0;
    return fits ? undefined : t("price_alerts.enter_percent");
  }
  if (!positive) return t("price_alerts.enter_price");
  if (isZero(last)) return undefined;
  const beyond = kind === "above" ? compare(value, last) > 0 : compare(value, last) < 0;
  return beyond ? undefined : t(`price_alerts.already_${kind}`, { price: number(last) });
}
