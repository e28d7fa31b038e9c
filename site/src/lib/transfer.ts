// Asks for the dialog that moves coins between the client's own wallets, where one stands. The page
// /wallet/transfer is the same form.
import { asking } from "./asking";

export type Wallet = "SPOT" | "FUTURE" | "FUNDING";

export interface TransferWish {
  from: Wallet;
  to: Wallet;
  coin: string;
}

export const usualTransfer: TransferWish = { from: "SPOT", to: "FUTURE", coin: "USDT" };

export const { ask: askTransfer, onAsked: onTransferAsked } = asking<TransferWish>();
