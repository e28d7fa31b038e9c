// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { letPageScroll } from "./touch";

// As klinecharts listens: a touch begins on its own element, and the root hears of the rest.
const heard = vi.fn();
const onRoot = ({ type, changedTouches }: TouchEvent) => {
  const [{ clientX, clientY }] = changedTouches as unknown as [Touch];
  heard(type, clientX, clientY);
};
const isCharts = vi.fn<(start: { x: number }) => boolean>(() => false);
let chart: HTMLElement;
let end: () => void;

beforeEach(() => {
  const box = document.createElement("div");
  chart = document.createElement("div");
  chart.style.touchAction = "none";
  box.append(chart);
  document.body.append(box);
  document.documentElement.addEventListener("touchmove", onRoot);
  document.documentElement.addEventListener("touchend", onRoot);
  end = letPageScroll(box, isCharts);
});
afterEach(() => {
  end();
  document.documentElement.removeEventListener("touchmove", onRoot);
  document.documentElement.removeEventListener("touchend", onRoot);
  document.body.replaceChildren();
  vi.clearAllMocks();
  isCharts.mockReturnValue(false);
});

/** At some milliseconds, where a finger is. */
function touch(type: string, at: number, x: number, y: number, fingers = 1): Event {
  const one = { identifier: 7, clientX: x, clientY: y, pageX: x, pageY: y };
  const touches = Array.from({ length: type === "touchend" ? 0 : fingers }, () => one);
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.defineProperty(event, "timeStamp", { value: at });
  chart.dispatchEvent(Object.assign(event, { touches, changedTouches: [one] }));
  return event;
}

it("lets the browser pan up and down over the chart", () => {
  expect(chart.style.touchAction).toBe("pan-y");
});

it("keeps a finger that goes up from the chart, which hears that it has moved and gone", () => {
  touch("touchstart", 0, 100, 300);
  touch("touchmove", 20, 101, 297);
  expect(heard).not.toHaveBeenCalled();
  touch("touchmove", 40, 104, 280);
  touch("touchmove", 60, 110, 240);
  touch("touchend", 80, 112, 200);
  // Where it began, from side to side: no candle moves with the page.
  expect(heard.mock.calls).toEqual([
    ["touchmove", 100, 280],
    ["touchend", 100, 200],
  ]);
});

it("leaves the chart a finger that goes sideways, to its end", () => {
  touch("touchstart", 0, 100, 300);
  touch("touchmove", 20, 120, 305);
  touch("touchmove", 40, 130, 380);
  touch("touchend", 60, 130, 390);
  expect(heard.mock.calls).toEqual([
    ["touchmove", 120, 305],
    ["touchmove", 130, 380],
    ["touchend", 130, 390],
  ]);
});

it("leaves it a finger that has rested, two of them, and what it claims", () => {
  touch("touchstart", 0, 100, 300);
  touch("touchmove", 600, 100, 260);
  touch("touchend", 700, 100, 260);
  touch("touchstart", 1_000, 100, 300);
  touch("touchstart", 1_010, 200, 300, 2);
  touch("touchmove", 1_020, 100, 250, 2);
  touch("touchend", 1_100, 100, 250);
  isCharts.mockReturnValue(true);
  touch("touchstart", 2_000, 380, 300);
  touch("touchmove", 2_020, 380, 240);
  expect(isCharts).toHaveBeenLastCalledWith({ x: 380 });
  expect(heard.mock.calls.filter(([type]) => type === "touchmove")).toEqual([
    ["touchmove", 100, 260],
    ["touchmove", 100, 250],
    ["touchmove", 380, 240],
  ]);
});

it("says that a finger has gone which the browser takes for itself", () => {
  touch("touchstart", 0, 100, 300);
  touch("touchmove", 20, 100, 280);
  touch("touchcancel", 30, 100, 270);
  expect(heard).toHaveBeenLastCalledWith("touchend", 100, 270);
});
