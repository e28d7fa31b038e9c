import { expect, it } from "vitest";
import { apart, LinePlaces, tagPlaces } from "./line_places";

const at = (...ys: number[]) => ys.map((y, index) => ({ id: String(index), y }));
const pane = { least: 0, most: 400 };
const placed = (ys: number[], room = pane) => [...tagPlaces(at(...ys), 20, room).values()];

it("puts a tag at its line where there is room", () => {
  expect(placed([100, 300])).toEqual([100, 300]);
  expect(placed([])).toEqual([]);
});

it("puts tags of neighbouring lines around their mean, in the lines' order", () => {
  expect(placed([100, 100])).toEqual([90, 110]);
  expect(placed([100, 110])).toEqual([95, 115]);
});

it("moves those that are pushed into by others", () => {
  // Three at 100 take 70 to 130, where the one at 125 stands in their way.
  expect(placed([100, 100, 100, 125])).toEqual([76.25, 96.25, 116.25, 136.25]);
});

it("keeps tags within the pane, closer together where there are too many", () => {
  expect(placed([2, 398])).toEqual([10, 390]);
  expect(placed([2, 398], { least: 46, most: 400 })).toEqual([56, 390]);
  expect(placed([0, 0, 0, 0], { least: 40, most: 80 })).toEqual([45, 55, 65, 75]);
});

it("keeps of those that would touch the first, and what that one alone has pushed out", () => {
  const kept = (...ys: number[]) => [...apart(at(...ys), 18)];
  expect(kept(100, 118, 300)).toEqual(["0", "1", "2"]);
  expect(kept(100, 110, 90, 120)).toEqual(["0", "3"]);
  expect(kept(100, 110, 127)).toEqual(["0", "2"]);
});

it("tells of a drawing once, and of nothing new not at all", async () => {
  const places = new LinePlaces();
  let told = 0;
  const end = places.subscribe(() => (told += 1));
  places.set("b", 20, 100);
  places.set("a", 10, 100);
  await Promise.resolve();
  expect([told, places.all(), places.paneHeight]).toEqual([
    1,
    [
      { id: "a", y: 10 },
      { id: "b", y: 20 },
    ],
    100,
  ]);
  places.set("a", 10, 100);
  await Promise.resolve();
  expect(told).toBe(1);
  places.set("a", null, 100);
  await Promise.resolve();
  expect(places.all()).toEqual([{ id: "b", y: 20 }]);
  places.keepFree(46);
  await Promise.resolve();
  expect([told, places.legendHeight]).toEqual([3, 46]);
  places.keep(["b", "c"]);
  await Promise.resolve();
  expect(told).toBe(3);
  places.keep([]);
  await Promise.resolve();
  expect([told, places.all()]).toEqual([4, []]);
  end();
});
