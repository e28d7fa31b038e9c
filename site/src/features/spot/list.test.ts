import { describe, expect, it } from "vitest";
import { chosen, is_filtered, wanted_parameters, type Wanted } from "./list";

const fill = (at: string, price: string, side: "BUY" | "SELL" = "BUY", pair = "BTCUSDT") => ({
  coin_pair: { pair_name: pair },
  delegate_type: side,
  at,
  price,
  quantity: "1",
});

describe("what is asked for", () => {
  it("names whole days, and the newest first only by not saying so", () => {
    expect(
      wanted_parameters({
        name: "BTCUSDT",
        side: "BUY",
        type: "LIMIT",
        from: "2026-11-20",
        to: "2026-11-21",
        sort: { by: "created_at", descending: true },
      }),
    ).toEqual({
      name: "BTCUSDT",
      side: "BUY",
      type: "LIMIT",
      from: "2026-11-20T00:00:00Z",
      to: "2026-11-22T00:00:00.000Z",
      sort: undefined,
    });
    expect(wanted_parameters({ from: "2026-1", to: "" })).toMatchObject({
      from: undefined,
      to: undefined,
    });
    const sorted = wanted_parameters({ sort: { by: "price", descending: true } });
    expect(sorted.sort).toBe("-price");
  });

  it("is a filter unless only the pair is named", () => {
    expect(is_filtered({ name: "BTCUSDT" })).toBe(false);
    expect(is_filtered({ to: "2026-11-21" })).toBe(true);
  });
});

describe("fills", () => {
  const rows = [
    fill("2026-11-21T10:00:00Z", "9"),
    fill("2026-11-20T23:59:59Z", "10", "SELL"),
    fill("2026-11-19T00:00:00Z", "11", "BUY", "ETHUSDT"),
  ];
  const prices = (wanted: Wanted) => chosen(rows, wanted).map(({ price }) => price);

  it.each([
    [{}, ["9", "10", "11"]],
    [{ name: "ETHUSDT" }, ["11"]],
    [{ side: "SELL" }, ["10"]],
    [{ from: "2026-11-20" }, ["9", "10"]],
    [{ to: "2026-11-20" }, ["10", "11"]],
    [{ sort: { by: "price", descending: true } }, ["11", "10", "9"]],
    [{ sort: { by: "created_at", descending: false } }, ["11", "10", "9"]],
  ] as [Wanted, string[]][])("%j", (wanted, expected) => {
    expect(prices(wanted)).toEqual(expected);
  });
});
