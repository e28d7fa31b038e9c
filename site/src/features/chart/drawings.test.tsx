// @vitest-environment jsdom
// One drawing of many: pressed, restyled, locked, copied, removed. klinecharts is the real one.
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serve, serveStreams } from "../../lib/test_server";
import { leaveScreen, openScreen } from "../../ui/test_screen";
import { ChartPanel } from "./chart_panel";
import { keptDrawings, type Drawing } from "./kept";
import { distance } from "./near";
import { serveCanvases, type Drawn } from "./test_canvas";

const day = 86_400_000;
const today = Math.floor(Date.now() / day) * day;
const bars = 60;
const accent = "#d8b4e8";
const yellow = "#e6c15c";

const lineAt = (value: number): Drawing => ({ tool: "horizontal", points: [{ value }] });
const kept = () => keptDrawings("BTCUSDT");

let drawn: Drawn;
beforeEach(() => {
  localStorage.clear();
  sessionStorage.setItem("cambio.frame", "1D");
  serveStreams();
  drawn = serveCanvases(1_000, 500);
  document.documentElement.style.setProperty("--accent", accent);
  document.documentElement.style.setProperty("--warning", yellow);
  vi.spyOn(console, "warn").mockReturnValue(undefined);
});
afterEach(() => {
  leaveScreen();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

function open(drawings: readonly Drawing[]) {
  localStorage.setItem("cambio.drawings.BTCUSDT", JSON.stringify(drawings));
  const all = Array.from({ length: bars }, (_, index) => index);
  serve({
    "/udf/config": () => [200, {}],
    "/api/v2/chart/chart-series": () => [
      200,
      {
        dates: all.map((index) => today - (bars - 1 - index) * day),
        series: all.map((index) => [1000 + index, 1005 + index, 990 + index, 1010 + index, 1]),
        latest_time: { close: "1064" },
      },
    ],
  });
  openScreen(<ChartPanel pair="BTCUSDT" pricePlaces={1} quantityPlaces={5} />);
}

/** Where lines of this colour are, from the top. */
const across = (colour: string) =>
  drawn.strokes
    .filter(({ colour: of, points: [from, to] }) => of === colour && from?.[1] === to?.[1])
    .map(({ points: [from] }) => from?.[1] ?? 0);

async function lines(colour: string, count: number): Promise<number[]> {
  return waitFor(() => {
    const found = [...new Set(across(colour))].sort((a, b) => a - b);
    expect(found).toHaveLength(count);
    return found;
  });
}

const surface = async () =>
  (await screen.findByRole("group", { name: /^Candlestick chart/ }))
    .firstElementChild as HTMLElement;

async function pressAt(y: number) {
  const pane = await surface();
  const at = { clientX: 300, clientY: y };
  fireEvent.mouseEnter(pane, at);
  fireEvent.mouseMove(pane, at);
  fireEvent.mouseDown(pane, at);
  fireEvent.mouseUp(pane, at);
}

const button = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const bar = () => screen.queryByRole("group", { name: "Chosen drawing: Horizontal line" });

async function choose(y: number) {
  await pressAt(y);
  await waitFor(() => expect(bar()).toBeTruthy());
}

it("removes the one that was pressed, and no other; it comes back when that is undone", async () => {
  open([lineAt(1030), lineAt(1050)]);
  const [upper] = await lines(accent, 2);
  expect(bar()).toBeNull();
  await choose(upper ?? 0);
  await button("Remove drawing");
  expect(kept()).toEqual([lineAt(1030)]);
  expect(bar()).toBeNull();
  await button("Draw on the chart");
  await button("Undo");
  expect(kept()).toEqual([lineAt(1030), lineAt(1050)]);
});

it("is found by a press beside the line, and let go of by one elsewhere", async () => {
  open([lineAt(1040)]);
  const [y = 0] = await lines(accent, 1);
  await choose(y + 4);
  // Two presses within half a second would be one double press to the chart.
  await new Promise((done) => setTimeout(done, 600));
  await pressAt(y + 40);
  await waitFor(() => expect(bar()).toBeNull());
});

it("gets another colour and line, which stay", async () => {
  open([lineAt(1040)]);
  const [y = 0] = await lines(accent, 1);
  await choose(y);
  await button("Colour");
  await button("Colour 3");
  await lines(yellow, 1);
  await button("Line");
  await button("2 px");
  await button("Line");
  await button("Dashed");
  expect(kept()).toEqual([
    { ...lineAt(1040), look: { colour: "warning", width: 2, dashed: true } },
  ]);
  await waitFor(() =>
    expect(drawn.strokes.findLast(({ colour }) => colour === yellow)?.dash).toEqual([6, 4]),
  );
  await button("Dashed");
  expect(kept()[0]?.look).toEqual({ colour: "warning", width: 2 });
});

it("is copied beside itself, and the copy is the chosen one", async () => {
  open([lineAt(1040)]);
  const [y = 0] = await lines(accent, 1);
  await choose(y);
  await button("Copy drawing");
  const [, copy] = await lines(accent, 2);
  expect(copy).toBeCloseTo(y + 16, 0);
  await button("Remove drawing");
  expect(kept()).toEqual([lineAt(1040)]);
});

it("goes by the Delete key, but not while something is typed", async () => {
  open([lineAt(1040)]);
  const [y = 0] = await lines(accent, 1);
  await choose(y);
  const field = document.body.appendChild(document.createElement("input"));
  fireEvent.keyDown(field, { key: "Delete" });
  field.remove();
  expect(kept()).toHaveLength(1);
  fireEvent.keyDown(document.body, { key: "Delete" });
  expect(kept()).toEqual([]);
});

it("stays where it is while it is locked, also under the right button", async () => {
  open([{ ...lineAt(1040), look: { locked: true } }]);
  const [y = 0] = await lines(accent, 1);
  await choose(y);
  const pane = await surface();
  fireEvent.contextMenu(pane, { clientX: 300, clientY: y });
  expect(kept()).toHaveLength(1);
  const lock = screen.getByRole("button", { name: "Lock in place" });
  expect(lock.getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(lock);
  expect(kept()).toEqual([lineAt(1040)]);
});

it("knows how far a finger is from a line, also beyond its ends", () => {
  const [from, to] = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
  ];
  expect(distance({ x: 5, y: 3 }, from, to)).toBe(3);
  expect(distance({ x: 13, y: 4 }, from, to)).toBe(5);
  expect(distance({ x: 3, y: 4 }, from, from)).toBe(5);
});
