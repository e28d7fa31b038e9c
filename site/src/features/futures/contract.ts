// What the futures calls answer with.
import type { Schemas } from "../../lib/calls";

export type Contract = Schemas["Contract"];
export type Leverage = Contract["leverages"][number];
export type Tier = Schemas["Tier"];
export type Position = Schemas["Position"];
export type OpenPosition = Schemas["OpenPosition"];
export type Side = Position["delegate_type"];
export type Margins = Schemas["Margins"];
export type Account = Margins["account"];
export type ClosedPosition = Schemas["PastPosition"];
/** What was kept of a liquidation for its owner. */
export type Liquidation = Schemas["Liquidation"];
export type FundingPayment = Schemas["FundingPayment"];
export type CloseAnswer = Schemas["CloseRequested"];
export type ReverseAnswer = Schemas["ReverseRequested"];
/** The terms of closing early, where it is too early. */
export type EarlyClose = Pick<
  Extract<CloseAnswer, { daysLeft: unknown }>,
  "daysLeft" | "futureTarget" | "futureFundsToAdd"
>;
export type FuturesOrder = Schemas["FuturesOrder"];
