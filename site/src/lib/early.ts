// The market that the landing page shows is asked for while the code that shows it is on its way.
import type { PairList } from "./pairs";

export interface Early {
  /** When it was asked for, by performance.now(). */
  at: number;
  /** What was answered, be it a refusal; undefined where nothing was. */
  answer: Promise<Partial<PairList> | undefined>;
}

/** Taken by whoever uses it first (lib/pairs). */
export const early: { pairs?: Early } = {};

export function askEarly(): void {
  early.pairs = {
    at: performance.now(),
    answer: fetch("/api/v2/market-all-pairs")
      .then((answer) => answer.json() as Promise<PairList>)
      .catch(() => undefined),
  };
}
