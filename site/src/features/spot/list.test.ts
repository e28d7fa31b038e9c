import { expect, it } from "vitest";
import { isFiltered, wantedParameters } from "./list";

it("asks for what is chosen, and for no day that is typed only half", () => {
  expect(
    wantedParameters({
      name: "BTCUSDT",
      side: "BUY",
      type: "OCO",
      from: "2026-11-20",
      to: "0002-11-21",
      sort: { by: "price", descending: false },
    }),
  ).toEqual({
    name: "BTCUSDT",
    side: "BUY",
    type: "OCO",
    from: "2026-11-20",
    to: undefined,
    sort: "price",
    direction: "asc",
  });
  expect(wantedParameters({ to: "2026-11-21" })).toMatchObject({
    to: "2026-11-21",
    sort: undefined,
    direction: undefined,
  });
});

it("is filtered unless only the pair is named", () => {
  expect(isFiltered({ name: "BTCUSDT" })).toBe(false);
  expect(isFiltered({ to: "2026-11-21" })).toBe(true);
});
