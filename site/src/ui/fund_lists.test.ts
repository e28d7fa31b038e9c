import { expect, it } from "vitest";
import { fundPlaces } from "./fund_lists";

it.each([
  ["250", 3],
  ["0.4", 3],
  ["0.1234", 4],
  ["0.0001", 4],
  ["0.000000001", 9],
  ["0.100000000000000001", 9],
])("%s has %i places", (amount, places) => {
  expect(fundPlaces(amount)).toBe(places);
});
