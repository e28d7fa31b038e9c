// Asks for the dialog that moves coins between the client's own wallets, where one stands. The app
// shows it; the page /wallet/transfer is the same form.
export type Wallet = "SPOT" | "FUTURE" | "FUNDING";

export interface TransferWish {
  from: Wallet;
  to: Wallet;
  coin: string;
}

export const usual_transfer: TransferWish = { from: "SPOT", to: "FUTURE", coin: "USDT" };

type Show = (wish: TransferWish) => void;
let show: Show | undefined;

/** Where it is shown; the returned function takes that back. */
export function on_transfer_asked(act: Show): () => void {
  show = act;
  return () => {
    show = undefined;
  };
}

/** False: nobody shows it here. */
export function ask_transfer(wish: TransferWish): boolean {
  show?.(wish);
  return show !== undefined;
}
