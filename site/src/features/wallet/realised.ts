// What sales and futures positions have brought in the last twelve months, and what the coins that are
// there have cost and would bring.
import { useQuery } from "@tanstack/react-query";
import { get } from "../../lib/api";
import type { Schemas } from "../../lib/calls";
import { add, sum, type Decimal } from "../../lib/decimal";
import type { FutureHolding } from "./api";

export type Costs = Schemas["WalletCosts"];
export type Gains = Schemas["RealizedGains"];

const dayMs = 86_400_000;
/** With today the 366 that the server answers at most. */
const daysBack = 365;
/** Each answer goes through all sales: it is asked for rarely, and no event makes it stale. */
const freshMs = 60_000;
const pollMs = 300_000;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** By the average cost, as the page of a coin shows it. A failure is not shown: a dash stands there. */
export const useRealised = (select: (gains: Gains) => Decimal | null) =>
  useQuery({
    queryKey: ["realised-gains"],
    queryFn: ({ signal }) => {
      const now = Date.now();
      const period = { from: dayOf(now - daysBack * dayMs), to: dayOf(now) };
      return get(
        "/api/v3/realized-gains",
        { ...period, method: "AVERAGE", sums_only: true },
        signal,
      );
    },
    select,
    staleTime: freshMs,
    refetchInterval: pollMs,
  });

/**
 * Of one coin, in spot trades and conversions. What was sold without a known cost is not in it;
 * nothing is known where all was.
 */
export function realisedOf({ coins }: Gains, name: string): Decimal | null {
  const sold = coins.find(({ coin }) => coin === name);
  return sold ? sold.gain : "0";
}

/** Of all coins and of futures. */
export const realisedInAll = ({ gain, futures }: Gains): Decimal => add(gain, futures.gain);

const costsFreshMs = 30_000;
const costsPollMs = 120_000;

/** What the coins of the spot wallet have cost. A failure is not shown, as above. */
export const useCosts = () =>
  useQuery({
    queryKey: ["wallet-costs"],
    queryFn: ({ signal }) => get("/api/v3/wallet/costs", undefined, signal),
    staleTime: costsFreshMs,
    refetchInterval: costsPollMs,
  });

/** Of all coins and of open futures positions; null before both are known. */
export const unrealisedInAll = (
  costs: Costs | undefined,
  futures: readonly Pick<FutureHolding, "upnl">[] | undefined,
): Decimal | null =>
  costs && futures ? add(costs.unrealised, sum(futures.map(({ upnl }) => upnl))) : null;

export type CostOf = (name: string) => Costs["coins"][number] | undefined;
