import { expect, it } from "vitest";
import { askedOf, everything } from "./transactions_rules";

it("asks for everything without a filter", () => {
  expect(askedOf(everything)).toEqual({});
});

it("asks for what was chosen", () => {
  expect(
    askedOf({
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
  expect(askedOf({ ...everything, product: "eth_staking" })).toBeNull();
  expect(askedOf({ ...everything, family: "high" })).toBeNull();
  expect(askedOf({ ...everything, type: "INTERNAL_TRANSFER" })).toBeNull();
});
