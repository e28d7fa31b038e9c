// @vitest-environment jsdom
// The chart with a server that says only what a test says: what is drawn of it.
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isHeard, pushTo, serve, serveStreams, type Answer } from "../../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import { ChartPanel, type ChartPanelProps } from "./chart_panel";
import { serveCanvases, type Drawn } from "./test_canvas";

const minute = 60_000;
const day = 1_440 * minute;
const today = Math.floor(Date.now() / day) * day;
const bars = 60;

const still = {
  asks: [],
  bids: [],
  price: "1064",
  trades: [],
  seq: "1",
  stale: false,
  as_of: new Date().toISOString(),
};

/** Days that open at 1,000, 1,001, … and close five higher. */
const days: Answer = () => {
  const all = Array.from({ length: bars }, (_, index) => index);
  return [
    200,
    {
      dates: all.map((index) => today - (bars - 1 - index) * day),
      series: all.map((index) => [1000 + index, 1005 + index, 990 + index, 1010 + index, 1]),
      latest_time: { close: "1064" },
    },
  ];
};

const broken: Answer = () => [503, { message: "unavailable" }];

let drawn: Drawn;
beforeEach(() => {
  signIn();
  serveStreams();
  drawn = serveCanvases(1_000, 500);
  vi.spyOn(console, "warn").mockReturnValue(undefined);
});
afterEach(() => {
  leaveScreen();
  vi.restoreAllMocks();
  vi.useRealTimers();
  sessionStorage.clear();
  localStorage.clear();
});

/** Nothing moves but by what a test pushes or answers. */
function open(calls: Record<string, Answer>, props: Partial<ChartPanelProps> = {}) {
  const asked = serve({
    "/udf/config": () => [200, {}],
    "/api/v3/recent-trades": () => [200, still],
    "/api/v2/chart/chart-series": days,
    ...calls,
  });
  openScreen(<ChartPanel pair="BTCUSDT" pricePlaces={1} quantityPlaces={5} {...props} />);
  return asked;
}
const openDays = (calls: Record<string, Answer> = {}) => {
  sessionStorage.setItem("cambio.frame", "1D");
  return open(calls);
};

const canvas = () => screen.findByRole("group", { name: /^Candlestick chart of BTCUSDT/ });
/** klinecharts' own element, which has the pointer. */
const surface = async () => (await canvas()).firstElementChild as HTMLElement;
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const rows = async () => within(await screen.findByRole("table")).getAllByRole("row");
const texts = () => drawn.texts.map(({ text }) => text);

/** What the legend says of the bar under the pointer, or of the newest: "O ", "1,059.0". */
function opens(): string[] {
  const at = texts().findLastIndex((text) => text.startsWith("O "));
  return at < 0 ? [] : texts().slice(at, at + 2);
}

it("draws a dashed line at the newest close", async () => {
  openDays();
  await waitFor(() => {
    const tag = drawn.texts.findLast(({ text }) => text === "1,064.0");
    expect(tag).toBeDefined();
    const line = drawn.strokes.find(
      ({ dash, points: [from, to] }) =>
        String(dash) === "1,3" &&
        from?.[1] === to?.[1] &&
        Math.abs((from?.[1] ?? 0) - (tag?.y ?? Infinity)) < 10,
    );
    expect(line).toBeDefined();
  });
});

it("begins a chart of days with the last twenty", async () => {
  openDays();
  await waitFor(() => expect(opens()).toContain("1,059.0"));
  // The first day that is seen: forty from the beginning, twenty from the end.
  const pane = await surface();
  fireEvent.mouseEnter(pane, { clientX: 8, clientY: 150 });
  fireEvent.mouseMove(pane, { clientX: 8, clientY: 150 });
  await waitFor(() => expect(opens()).toContain("1,040.0"));
});

it("compares a second market in percent until it is taken away", async () => {
  localStorage.setItem("cambio.compared", '"ETHUSDT"');
  const answer: Answer = (asked) => {
    if (asked.query.get("symbol") !== "ETHUSDT") return days(asked);
    const all = Array.from({ length: bars }, (_, index) => index);
    const dates = all.map((index) => today - (bars - 1 - index) * day);
    const series = all.map((index) => [100, 100 + index, 100, 100 + index, 1]);
    return [200, { dates, series, latest_time: null }];
  };
  openDays({ "/api/v2/chart/chart-series": answer });
  const legend = () => texts().slice(texts().lastIndexOf("ETH ")).slice(0, 2);
  // From the first of the twenty days in sight, at about 140, to 159.
  await waitFor(() =>
    expect(legend()).toEqual(["ETH ", expect.stringMatching(/^\+1[2-6]\.\d\d%$/)]),
  );
  await press("Price scale");
  const percent = screen.getByRole("button", { name: "Percent" });
  expect(percent.getAttribute("aria-pressed")).toBe("true");
  await press("Stop comparing with ETH");
  drawn.texts.length = 0;
  await waitFor(() => expect(opens()).toContain("1,059.0"));
  expect(texts()).not.toContain("ETH ");
  expect(localStorage.getItem("cambio.compared")).toBe("null");
  await press("Price scale");
  expect(screen.queryByRole("button", { name: "Stop comparing with ETH" })).toBeNull();
  const linear = screen.getByRole("button", { name: "Linear" });
  expect(linear.getAttribute("aria-pressed")).toBe("true");
});

it("makes a finished bar the server's, though a trade began the next", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setInterval", "clearInterval"] });
  const tomorrow = today + day;
  const dayEnd = {
    s: "ok",
    t: [today / 1000, tomorrow / 1000],
    o: [1059, 1064],
    h: [1200, 1066],
    l: [990, 1060],
    c: [1033, 1061],
    v: [777, 3],
  };
  openDays({ "/udf/history/one-day": () => [200, dayEnd] });
  await press("Show the candles as a table");
  await waitFor(async () => expect((await rows())[1]?.textContent).toContain("1,064.0"));
  const stream = "/stream/market/BTCUSDT";
  await waitFor(() => expect(isHeard(stream)).toBe(true));
  const trade = { px: "1062", sz: "2", side: "buy", ts: String(tomorrow + 1_000) };
  act(() =>
    pushTo(stream, {
      channel: "trades",
      pair: "BTCUSDT",
      seq: 1,
      at: 1,
      data: { trades: [trade] },
    }),
  );
  // The table follows the chart.
  await waitFor(async () => {
    const [, newest, before] = await rows();
    expect(newest?.textContent).toContain("1,062.0");
    expect(before?.textContent).toContain("1,064.0");
  });
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await waitFor(async () => {
    const [, newest, before] = await rows();
    expect(newest?.textContent).toContain("1,061.0");
    expect(before?.textContent).toContain("1,033.0");
    expect(before?.textContent).toContain("777");
  });
  // The mark at the highest price that is seen.
  await waitFor(() => expect(texts()).toContain("1,200.0"));
});

it("says that it could not be loaded, and has its candles when it is tried again", async () => {
  let answer = broken;
  open({ "/api/v2/chart/chart-series": (asked) => answer(asked) });
  const price: unknown = expect.stringMatching(/^[\d,]+\.\d$/);
  await screen.findByText("The chart could not be loaded");
  expect(opens()).not.toContainEqual(price);
  expect((await canvas()).dataset["state"]).toBe("coming");
  answer = days;
  await press("Try again");
  await waitFor(() => expect(opens()).toContainEqual(price));
  expect((await canvas()).dataset["state"]).toBe("drawn");
  expect(screen.queryByText("The chart could not be loaded")).toBeNull();
  await press("Show the candles as a table");
  await waitFor(async () => expect((await rows())[1]?.textContent).toMatch(/\d/));
});

it("is hidden by no datafeed that fails for a moment", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setInterval", "clearInterval"] });
  let answer = broken;
  const asked = open(
    {
      "/udf/config": () => [200, { supports_search: true, supports_group_request: false }],
      "/udf/symbols": (call) => answer(call),
    },
    { onSymbol: () => undefined },
  );
  const times = () => asked.filter(({ path }) => path === "/udf/symbols").length;
  // Tried again at once as every call is, and later.
  await waitFor(() => expect(times()).toBe(3));
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await waitFor(() => expect(times()).toBeGreaterThan(3));
  expect((await canvas()).dataset["state"]).toBe("drawn");
  expect(screen.queryByText(/There is no chart for/)).toBeNull();
  const known = { ticker: "BTCUSDT", description: "Bitcoin / USDT" };
  answer = () => [200, { ...known, pricescale: 10, volume_precision: 5 }];
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await screen.findByRole("button", { name: "Find a symbol: Bitcoin / USDT" });
});

it("has marks and own trades on older candles when they come", async () => {
  const up = "#1fbf75";
  const fork = "#aa3377";
  document.documentElement.style.setProperty("--up", up);
  const now = Math.floor(Date.now() / minute) * minute;
  const old = now - 520 * minute;
  const page = Array.from({ length: 500 }, (_, index) => index);
  open(
    {
      "/udf/config": () => [200, { supports_marks: true }],
      "/udf/marks": () => [200, [{ id: 1, time: old / 1000, text: "Fork", color: fork }]],
      "/api/v2/chart/chart-series": ({ query }) => {
        const end = Number(query.get("before") ?? now + minute);
        return [
          200,
          {
            dates: page.map((index) => end - (page.length - index) * minute),
            series: page.map(() => [1000, 1005, 990, 1010, 1]),
            latest_time: { close: "1005" },
          },
        ];
      },
    },
    { fills: [{ id: "1", side: "BUY", price: "1000", at: new Date(old).toISOString() }] },
  );
  const shapes = (colour: string) =>
    drawn.fills.filter((shape) => shape.points.length === 3 && shape.colour === colour).length;
  await waitFor(() => expect(opens()).toContain("1,000.0"));
  expect(shapes(fork)).toBe(0);
  expect(shapes(up)).toBe(0);
  const pane = await surface();
  fireEvent.mouseEnter(pane, { clientX: 200, clientY: 150 });
  // Each turn of the wheel moves the chart by what is in sight, at most.
  for (let turn = 0; turn < 10; turn += 1) fireEvent.wheel(pane, { deltaX: -2_000 });
  await waitFor(() => expect(shapes(fork)).toBeGreaterThan(0));
  await waitFor(() => expect(shapes(up)).toBeGreaterThan(0));
});

it("keeps the tags and prices of positions apart, and all of them whole", async () => {
  const position = {
    id: "1",
    side: "long",
    entry: "1042.3",
    quantity: "0.1",
    coin: "BTC",
    profit: "5",
    liquidation: "1042.2",
  } as const;
  sessionStorage.setItem("cambio.frame", "1D");
  open({}, { positions: [position, { ...position, id: "2", quantity: "0.2", entry: "1042.4" }] });
  const names = ["Long 0.20000 BTC +5.00 USDT", "Long 0.10000 BTC +5.00 USDT"];
  /** The four tags as they were last drawn, from the top. */
  const tags = () =>
    drawn.texts
      .filter(({ text }) => names.includes(text) || text === "Liquidation")
      .slice(-4)
      .sort((a, b) => a.y - b.y);
  await waitFor(() => {
    const drawnTags = tags();
    expect(drawnTags.map(({ text }) => text)).toEqual([...names, "Liquidation", "Liquidation"]);
    const gaps = drawnTags.slice(1).map(({ y }, index) => y - (drawnTags[index]?.y ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(18);
  });
  // At the axis stands the first: the others would lie over it.
  expect(texts()).toContain("1,042.3");
  expect(texts().filter((text) => text === "1,042.4" || text === "1,042.2")).toEqual([]);
});
