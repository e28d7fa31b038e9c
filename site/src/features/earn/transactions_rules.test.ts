import { expect, it } from "vitest";
import { asked_of, everything } from "./transactions_rules";

it("asks for everything without a filter", () => {
  expect(asked_of(everything)).toEqual({});
});

it("asks for what was chosen", () => {
  expect(
    asked_of({
      ...everything,
      product: "locked",
      direction: "earn_to_spot",
      type: "SETTLEMENT",
      coin: "BTC",
      from: "2026-03-01",
      to: "2026-03-31",
    }),
  ).toEqual({
    product: "locked",
    direction: "earn_to_spot",
    type: "SETTLEMENT",
    coin: "BTC",
    from: "2026-03-01",
    to: "2026-03-31",
  });
});

it("does not ask for what there is not", () => {
  expect(asked_of({ ...everything, product: "eth_staking" })).toBeNull();
  expect(asked_of({ ...everything, family: "high" })).toBeNull();
  expect(asked_of({ ...everything, type: "INTERNAL_TRANSFER" })).toBeNull();
});
