// The client's orders and funds: fetched, refreshed by the client's events, polled without them.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { get } from "../../lib/api";
import type { GetPath, GetQuery, Schemas } from "../../lib/calls";
import { useChange } from "../../lib/change";
import { ownKeys } from "../../lib/client_events";
import { useSession } from "../../lib/session";
import { wantedParameters, type ListQuery, type Wanted } from "./list";
import type { Rules } from "./order";

export type Order = Schemas["Order"];
export type Fill = Schemas["Fill"];
export type Fund = Schemas["Fund"];

export const rowsOnAPage = 5;
const mostOnAPage = 200;
const mostPages = 100;
export const mostInAFile = mostPages * mostOnAPage;
const pollMs = 10_000;
const withPushesMs = 60_000;

function useOwn<Path extends GetPath>(
  name: string,
  path: Path,
  parameters: GetQuery<Path>,
  live: boolean,
) {
  const session = useSession();
  return useQuery({
    queryKey: [...ownKeys.spot, name, path, session?.user.user_unique_id, parameters],
    queryFn: ({ signal }) => get(path, parameters, signal),
    enabled: session !== null,
    refetchInterval: live ? withPushesMs : pollMs,
    placeholderData: keepPreviousData,
  });
}

/** Minimums, fees and balances for a pair; undefined while loading. */
export function useRules(pair: string, live: boolean): Rules | undefined {
  const query = useOwn("rules", "/api/v3/getOrder", { symbol: pair }, live);
  // The numbers of the pair before would be wrong here.
  const price = query.isPlaceholderData ? undefined : query.data?.price;
  return (
    price && {
      ...price,
      minimum_buy: price.account_balance_limit_spot,
      minimum_sell: price.minimum_sell,
    }
  );
}

const openPath = "/api/v3/trades/open-orders";
const historyPath = "/api/v3/trades/order-histories";

const pageOf = (wanted: Wanted, page: number, perPage: number): ListQuery => ({
  ...wantedParameters(wanted),
  page: page + 1,
  per_page: perPage,
});

/** `page` counts from 0. */
export const useOpenOrders = (wanted: Wanted, page: number, live: boolean) =>
  useOwn("open", openPath, pageOf(wanted, page, rowsOnAPage), live);

export const useHistory = (wanted: Wanted, page: number, live: boolean) =>
  useOwn("history", historyPath, pageOf(wanted, page, rowsOnAPage), live);

export const useFillPage = useHistory;

/** The newest fills of a pair: those that stand on a chart and among the market's trades. */
export const useFills = (name: string, live: boolean) =>
  useOwn("fills", historyPath, pageOf({ name }, 0, mostOnAPage), live);

/** All that a book and a chart mark of the client's. */
export const useOwnOrders = (name: string, live: boolean) =>
  useOwn("own", openPath, pageOf({ name }, 0, mostOnAPage), live);

export const useFunds = (live: boolean) => useOwn("funds", "/api/v3/trades/funds", undefined, live);

interface Rows<Row> {
  rows: Row[];
  /** How many there are, in the file or not. */
  total: number;
}

/** Every page, one after the other, as far as a file holds them. */
async function allPages<Row>(
  wanted: Wanted,
  read: (query: ListQuery) => Promise<Rows<Row>>,
): Promise<Rows<Row>> {
  const all: Rows<Row> = { rows: [], total: 0 };
  for (let page = 0; page < mostPages; page += 1) {
    const found = await read(pageOf(wanted, page, mostOnAPage));
    all.rows.push(...found.rows);
    all.total = found.total;
    if (found.rows.length < mostOnAPage) break;
  }
  return all;
}

const ordersOf = ({ orders, total }: Schemas["OpenOrders"]) => ({ rows: orders, total });

export const allOpen = (wanted: Wanted) =>
  allPages(wanted, (query) => get(openPath, query).then(ordersOf));

export const allPast = (wanted: Wanted) =>
  allPages(wanted, (query) => get(historyPath, query).then(ordersOf));

export const allFills = (wanted: Wanted) =>
  allPages(wanted, async (query) => {
    const { fills, fills_total: total } = await get(historyPath, query);
    return { rows: fills, total };
  });

export const usePlaceOrder = () => useChange("/api/v2/my-order", "spot");

export const useAmend = () => useChange("/api/v3/trades/amend-order", "spot");

export const useCancel = () => useChange("/api/v3/trades/cancel-order", "spot");
