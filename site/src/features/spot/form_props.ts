// What both forms get: the market, and the level of the book that was pressed.
import { useState } from "react";
import type { Pair } from "../../lib/pairs";
import type { OnLevel } from "./book_panel";
import type { Shown } from "./market";
import type { FormProps, Picked } from "./order_form";

export function usePicked(): { picked: Picked | null; pick: OnLevel; drop: () => void } {
  const [picked, set_picked] = useState<Picked | null>(null);
  const pick: OnLevel = (price, side, amount) =>
    set_picked((before) => ({
      price,
      taker: side === "ask" ? "BUY" : "SELL",
      amount,
      count: (before?.count ?? 0) + 1,
    }));
  return { picked, pick, drop: () => set_picked(null) };
}

export const form_props = (
  shown: Shown,
  picked: Picked | null,
  pair: Pair,
): Omit<FormProps, "side"> => ({
  coin: shown.coin,
  image: pair.image,
  rules: shown.rules,
  tick: pair.tick,
  lot: pair.lot,
  market: shown.market,
  picked,
});
