// Asks for the dialog of a market's price alerts, where one stands. The page /price-alerts has the same
// form.
import { asking } from "./asking";

/** By the pair's name: "BTCUSDT". */
export const { ask: askPriceAlert, onAsked: onPriceAlertAsked } = asking<string>();

const parameter = "pair";

/** The page, with this pair chosen. */
export const priceAlertsOf = (pair: string): string => `/price-alerts?${parameter}=${pair}`;

/** The pair that the page's address names; "" where it names none. */
export const pairOfAddress = (parameters: URLSearchParams): string =>
  parameters.get(parameter) ?? "";
