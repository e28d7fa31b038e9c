import { describe, expect, it } from "vitest";
import type { Product } from "./offers_api";
import {
  equalShares,
  firstRun,
  firstSchedule,
  planBounds,
  planContent,
  sharesProblem,
  sumOf,
  weightedShares,
  type Schedule,
} from "./plan";

// A Sunday.
const now = Date.parse("2026-11-22T10:30:15.400Z");
const run = (schedule: Partial<Schedule>, at = now) =>
  firstRun({ ...firstSchedule, ...schedule }, at).toISOString();

describe("the first run", () => {
  it.each([
    [{}, "2026-11-23T00:00:00.000Z"],
    [{ cycle: "Weekly", day: "Mon" }, "2026-11-23T00:00:00.000Z"],
    [{ cycle: "Weekly", day: "Sun" }, "2026-11-29T00:00:00.000Z"],
    [{ cycle: "Bi-Weekly", day: "Mon" }, "2026-11-30T00:00:00.000Z"],
    [{ cycle: "Bi-Weekly", day: "Sun" }, "2026-12-06T00:00:00.000Z"],
    [{ cycle: "Monthly", date: 23 }, "2026-11-23T00:00:00.000Z"],
    [{ cycle: "Monthly", date: 22 }, "2026-12-22T00:00:00.000Z"],
    [{ cycle: "Monthly", date: 31 }, "2026-11-30T00:00:00.000Z"],
    [{ cycle: "1 Hour" }, "2026-11-22T11:30:15.000Z"],
    [{ cycle: "12 Hours" }, "2026-11-22T22:30:15.000Z"],
  ] as const)("of %j", (schedule, at) => {
    expect(run(schedule)).toBe(at);
  });
  it("in a short month is its last day", () => {
    const january = Date.parse("2027-01-31T00:00:00Z");
    expect(run({ cycle: "Monthly", date: 31 }, january)).toBe("2027-02-28T00:00:00.000Z");
  });
});

describe("shares", () => {
  it("are equal to begin with, and 100 in all", () => {
    expect(equalShares(["A", "B", "C"]).map(({ percent }) => percent)).toEqual(["34", "33", "33"]);
    expect(sumOf(equalShares(["A", "B", "C", "D", "E", "F", "G"]))).toBe(100);
    expect(equalShares([])).toEqual([]);
  });
  it("follow weights", () => {
    const shares = weightedShares([
      { coin: "A", weight: "700.5" },
      { coin: "B", weight: "299" },
      { coin: "C", weight: "0.1" },
    ]);
    expect(shares.map(({ percent }) => percent)).toEqual(["70", "29", "1"]);
    expect(sumOf(shares)).toBe(100);
    expect(
      sumOf(
        weightedShares([
          { coin: "A", weight: "0" },
          { coin: "B", weight: "0" },
        ]),
      ),
    ).toBe(100);
  });
  it.each([
    [["100"], null],
    [["60", "40"], null],
    [["60", "41"], "sum"],
    [["100", "0"], "share"],
    [["x", "50"], "share"],
    [["", "50"], "share"],
  ])("%j: %s", (percents, problem) => {
    const shares = percents.map((percent, index) => ({ coin: `C${index}`, percent }));
    expect(sharesProblem(shares)).toBe(problem);
  });
});

const product = (id: string, name: string, minimum: string) =>
  ({ id, name, invest: { minimum, maximum: "10000" } }) as Product;
const products = [product("1", "BTC", "5"), product("2", "ETH", "1")];

it("asks for enough for the smallest order of every coin", () => {
  const shares = [
    { coin: "BTC", percent: "25" },
    { coin: "ETH", percent: "75" },
  ];
  expect(planBounds(products, shares)).toEqual({ minimum: "20", maximum: "10000" });
  expect(planBounds(products, [{ coin: "BTC", percent: "100" }]).minimum).toBe("5");
});

it("sends a product or coins, and the day or date that the cycle needs", () => {
  const one = { amount: "25", shares: [{ coin: "ETH", percent: "100" }] };
  expect(planContent(products, { ...one, schedule: firstSchedule })).toEqual({
    earn_id: "2",
    amount: "25",
    cycles: "Daily",
  });
  const two = equalShares(["BTC", "ETH"]);
  expect(
    planContent(products, {
      amount: "25",
      shares: two,
      schedule: { ...firstSchedule, cycle: "Weekly" },
    }),
  ).toEqual({ coins: "BTC:50,ETH:50", amount: "25", cycles: "Weekly", day: "Mon" });
  expect(
    planContent(products, { ...one, schedule: { ...firstSchedule, cycle: "Monthly", date: 9 } }),
  ).toMatchObject({ date: 9 });
});
