// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import type { Push } from "../../lib/stream";
import { useMarks } from "./api";
import type { Contract, Margins, Position } from "./contract";
import { marginsAt, positionAt } from "./marks";

const heard: ((push: Push) => void)[] = [];
vi.mock("../../lib/stream", async (original) => ({
  ...(await original<object>()),
  useStream: (_: string, onPush: (push: Push) => void) => void heard.push(onPush),
}));

const tiers = [
  { up_to: "50000", rate: "0.005", deduction: "0" },
  { up_to: "250000", rate: "0.01", deduction: "250" },
];

const position = (changes: Partial<Position> = {}): Position =>
  ({
    id: "1",
    coin_pair: { pair_name: "BTCUSDT", image: "" },
    delegate_type: "BUY_MORE",
    state: "OPEN",
    quantity: "0.1",
    opening_price: "50000",
    current_price: "50000",
    margin: "500",
    initial_margin: "400",
    added_margin: "100",
    beside: "0",
    unpaid_funding: "0",
    unrealised: "0",
    ...changes,
  }) as Position;

it.each([
  // 0.1 · (51,000 − 50,000); 5,100 · 0.5 % of 600; 100 of 500
  ["BUY_MORE", "51000", "100", "4.25000000", "20.00000000"],
  // 0.1 · (50,000 − 51,000); 25.5 of 400
  ["SELL_EMPTY", "51000", "-100", "6.37500000", "-20.00000000"],
  // 500 − 500 = 0: to be liquidated
  ["BUY_MORE", "45000", "-500", "100", "-100.00000000"],
] as const)("%s at %s makes %s", (delegateType, mark, unrealised, ratio, roe) => {
  expect(positionAt(position({ delegate_type: delegateType }), mark, tiers)).toMatchObject({
    current_price: mark,
    unrealised,
    margin_ratio: ratio,
    return_on_equity: roe,
  });
});

it("counts funding that is unpaid", () => {
  // 25.5 of 600 − 90
  expect(positionAt(position({ unpaid_funding: "90" }), "51000", tiers)).toMatchObject({
    margin_ratio: "5.00000000",
  });
});

it("asks for maintenance by the tier of all that was open", () => {
  // 5,100 · 1 %: all of it lies in the second tier
  expect(positionAt(position({ beside: "50000" }), "51000", tiers)).toMatchObject({
    maintenance_margin: "51",
  });
});

it("leaves one that is closing at the price of its request", () => {
  const closing = position({ state: "CLOSE_REQUESTED" as Position["state"] });
  expect(positionAt(closing, "51000", tiers)).toBe(closing);
});

const marginPath = "/api/v2/client-margin";
const margins = (): Margins => ({
  account: {
    available: "1000",
    equity: "2000",
    order_margin: "0",
    position_margin: "1000",
    unrealised: "7",
    margin_ratio: "5",
  },
  margin: [
    { ...position(), funding_average: null, stale: false },
    {
      ...position({ id: "2", coin_pair: { pair_name: "ETHUSDT", image: "" } }),
      funding_average: null,
      stale: false,
    },
  ],
});

it("counts in the account what the positions of the contract make", () => {
  const now = marginsAt(margins(), "BTCUSDT", "51000", tiers);
  expect(now.account).toMatchObject({ unrealised: "107", equity: "2100" });
  expect(now.margin[1]?.current_price).toBe("50000");
});

it("takes a mark that is pushed", () => {
  const client = new QueryClient();
  const contract = { name: "BTCUSDT", mark_price: "50000", tiers } as unknown as Contract;
  client.setQueryData(["futures", "contracts"], { contracts: [contract] });
  client.setQueryData(["futures", "own", marginPath, "me", undefined], margins());
  renderHook(() => useMarks("BTCUSDT"), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  const push = { channel: "mark", pair: "BTCUSDT", seq: 1, at: 1 };
  const shown = () =>
    client.getQueryData<{ contracts: Contract[] }>(["futures", "contracts"])?.contracts[0];
  heard[0]?.({ ...push, data: { mark_price: "50000", stale: true } });
  expect(shown()).toMatchObject({ mark_price: "50000", stale: true });
  heard[0]?.({ ...push, data: { mark_price: "51000", stale: false } });
  expect(shown()).toMatchObject({ mark_price: "51000", stale: false });
  const own = client.getQueriesData<Margins>({ queryKey: ["futures", "own", marginPath] })[0]?.[1];
  expect(own?.margin[0]?.unrealised).toBe("100");
});
