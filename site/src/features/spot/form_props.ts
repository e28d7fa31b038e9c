// What both forms get: the market, the level of the book that was pressed, and what was typed before.
import { useRef, useState } from "react";
import type { Pair } from "../../lib/pairs";
import type { OnLevel } from "../../market/book_panel";
import type { Shown } from "./market";
import type { Side } from "./order";
import type { FormProps, Kept, Memory, Picked } from "./order_form";

function newMemory(): Memory {
  const kept = new Map<Side, Kept>();
  return {
    of: (side) => kept.get(side),
    keep: (side, what) => void kept.set(side, what),
    forget: (side) => void kept.delete(side),
  };
}

export interface Forms {
  picked: Picked | null;
  pick: OnLevel;
  /** The next form begins without the level. */
  drop: () => void;
  memory: Memory;
}

/** It stands above the screen's two shapes: turning a phone, or narrowing a window, loses nothing. */
export function useForms(): Forms {
  const [memory] = useState(newMemory);
  const [picked, setPicked] = useState<Picked | null>(null);
  // Counts on after a drop: a form that is shown again knows which level it has seen.
  const presses = useRef(0);
  const pick: OnLevel = (price, side, amount) => {
    presses.current += 1;
    setPicked({
      price,
      taker: side === "ask" ? "BUY" : "SELL",
      amount,
      count: presses.current,
    });
  };
  return { picked, pick, drop: () => setPicked(null), memory };
}

export const formProps = (
  shown: Shown,
  { picked, memory }: Forms,
  pair: Pair,
): Omit<FormProps, "side"> => ({
  coin: shown.coin,
  image: pair.image,
  rules: shown.rules,
  tick: pair.tick,
  lot: pair.lot,
  market: shown.market,
  picked,
  memory,
});
