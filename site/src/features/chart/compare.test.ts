// @vitest-environment jsdom
import { expect, it } from "vitest";
import { aligned, compared, joined } from "./compare";

const bars = (...closes: number[]) => closes.map((close, index) => ({ timestamp: index, close }));
const at = (timestamp: number, close: number) => ({ timestamp, close });

it("has the other market's close at each bar, and the last one where it did not trade", () => {
  const line = bars(1, 1, 1, 1, 1);
  expect(aligned(line, [at(0, 10), at(1, 11), at(2, 12), at(3, 13), at(4, 14)])).toEqual([
    10, 11, 12, 13, 14,
  ]);
  expect(aligned(line, [at(0, 10), at(3, 13)])).toEqual([10, 10, 10, 13, 13]);
  // One that began before the candles do.
  expect(aligned(line, [at(-7, 7), at(-3, 8), at(2, 12)])).toEqual([8, 8, 12, 12, 12]);
});

it("has nothing before the other market began", () => {
  const line = bars(1, 1, 1);
  expect(aligned(line, [at(2, 12)])).toEqual([undefined, undefined, 12]);
  expect(aligned(line, [at(9, 12)])).toEqual([undefined, undefined, undefined]);
  expect(aligned(line, [])).toEqual([undefined, undefined, undefined]);
});

it("counts in percent from the first bar in sight, and stands at the price of as much", () => {
  const closes = [at(0, 8), at(1, 10), at(2, 12), at(3, 5)];
  expect(compared(bars(100, 200, 300, 400), closes, 1)).toEqual([
    { percent: expect.closeTo(-20) as number, price: 160 },
    { percent: 0, price: 200 },
    { percent: expect.closeTo(20) as number, price: 240 },
    { percent: -50, price: 100 },
  ]);
});

it("begins at zero percent where the other market begins later", () => {
  expect(compared(bars(100, 200, 300, 400), [at(2, 10), at(3, 15)], 1)).toEqual([
    {},
    {},
    { percent: 0, price: 200 },
    { percent: 50, price: 300 },
  ]);
});

it("says nothing without bars, without closes, or of a market at zero", () => {
  expect(compared([], [at(0, 1)], 0)).toEqual([]);
  expect(compared(bars(1, 2), [], 0)).toEqual([{}, {}]);
  expect(compared(bars(0, 2), [at(0, 1)], 0)).toEqual([{}, {}]);
  expect(compared(bars(1, 2), [at(0, 0), at(1, 3)], 0)).toEqual([{}, {}]);
});

it("joins older and newer closes by time, the later word counting", () => {
  expect(joined([at(3, 3), at(4, 4)], [at(1, 1), at(2, 2)])).toEqual([
    at(1, 1),
    at(2, 2),
    at(3, 3),
    at(4, 4),
  ]);
  expect(joined([at(3, 3), at(4, 4)], [at(4, 5), at(5, 6)])).toEqual([
    at(3, 3),
    at(4, 5),
    at(5, 6),
  ]);
});
