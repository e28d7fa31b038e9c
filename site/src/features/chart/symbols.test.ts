import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../../lib/api";
import type { Ask } from "./datafeed";
import {
  clockAhead,
  isUnknown,
  loadConfig,
  marks,
  offers,
  quotes,
  resolve,
  search,
  unsupported,
  usualConfig,
} from "./symbols";

const answers = (reply: unknown) =>
  vi.fn(() => Promise.resolve(reply)) as unknown as Ask & ReturnType<typeof vi.fn>;
const fails = (message = "down") =>
  vi.fn(() => Promise.reject(new Error(message))) as unknown as Ask & ReturnType<typeof vi.fn>;

const lists = () => {
  const none = { symbol: [], description: [], pricescale: [] };
  const ours = {
    symbol: ["XUSDT", "METHUSDT", "ETHUSDT"],
    description: ["Together", "Mantle", "Ether"],
    pricescale: [10, 10, 100],
    "exchange-listed": "Cambio",
    type: "crypto",
  };
  return vi.fn((_path: string, { group }: { group?: string }) =>
    Promise.resolve(group === "Cambio" ? ours : none),
  ) as unknown as Ask & ReturnType<typeof vi.fn>;
};

beforeEach(() => void vi.spyOn(console, "warn").mockReturnValue(undefined));
afterEach(() => void vi.restoreAllMocks());

const single = { ...usualConfig, supports_search: true, supports_group_request: false };

describe("the configuration", () => {
  it("is the usual one where it cannot be had", async () => {
    expect(await loadConfig(fails())).toEqual({
      supports_search: false,
      supports_group_request: true,
      supports_marks: false,
      supports_timescale_marks: false,
      supports_time: false,
      supported_resolutions: ["1", "5", "15", "30", "60", "1D", "1W", "1M"],
      exchanges: [{ value: "NYSE" }, { value: "FOREX" }, { value: "AMEX" }, { value: "Cambio" }],
    });
    expect(console.warn).toHaveBeenCalledWith("Datafeed: down");
  });

  it("is refused where symbols can neither be searched nor listed", async () => {
    const neither = answers({ supports_search: false, supports_group_request: false });
    await expect(loadConfig(neither)).rejects.toThrow(unsupported);
  });

  it("says which frames there are", () => {
    expect(offers(usualConfig, "1hr")).toBe(true);
    expect(offers(usualConfig, "4hr")).toBe(false);
  });
});

describe("a symbol", () => {
  it("is resolved by its name", async () => {
    const ask = answers({
      ticker: "BTCUSDT",
      description: "B",
      pricescale: 10,
      volume_precision: 5,
    });
    const found = await resolve("BTCUSDT", single, ask);
    expect(found.pricescale).toBe(10);
    expect(ask).toHaveBeenCalledWith("/udf/symbols", { symbol: "BTCUSDT" });
  });

  it("that nobody knows is unknown", async () => {
    const nowhere = new ApiError(404, "unexpected", undefined, "", {}, undefined);
    const unknown = resolve("NO", single, () => Promise.reject(nowhere));
    await expect(unknown).rejects.toThrow("unknown_symbol");
    await expect(resolve("NO", single, answers({ s: "error" }))).rejects.toThrow("unknown_symbol");
    expect(isUnknown(new Error("unknown_symbol"))).toBe(true);
  });

  it("may well exist where the datafeed does not answer", async () => {
    const down = new ApiError(503, "unavailable", undefined, "", {}, undefined);
    const error = await resolve("BTCUSDT", single, () => Promise.reject(down)).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBe(down);
    expect(isUnknown(error)).toBe(false);
    await expect(resolve("BTCUSDT", usualConfig, fails())).rejects.toThrow("down");
  });

  it("is found in the lists of all exchanges, or is invalid", async () => {
    expect(await resolve("ETHUSDT", usualConfig, lists())).toMatchObject({
      ticker: "ETHUSDT",
      description: "Ether",
      exchange: "Cambio",
      pricescale: 100,
      volume_precision: 0,
      intraday_multipliers: ["1", "5", "15", "30", "60"],
    });
    const ask = lists();
    await expect(resolve("NO", usualConfig, ask)).rejects.toThrow("invalid symbol");
    expect(isUnknown(new Error("invalid symbol"))).toBe(true);
    expect(ask.mock.calls).toEqual(
      ["NYSE", "FOREX", "AMEX", "Cambio"].map((group) => ["/udf/symbol_info", { group }]),
    );
  });
});

describe("the datafeed's clock", () => {
  beforeEach(() => vi.useFakeTimers({ now: 10_500 }));
  afterEach(() => vi.useRealTimers());

  it("is ours within the second that it tells", async () => {
    expect(await clockAhead(answers(10))).toBe(0);
  });

  it("is ahead of ours or behind", async () => {
    expect(await clockAhead(answers(70))).toBe(59_500);
    expect(await clockAhead(answers(5))).toBe(-5_500);
    await expect(clockAhead(answers("soon"))).rejects.toThrow("no time");
  });
});

describe("a search", () => {
  it("is asked in capitals, for thirty at most", async () => {
    const ask = answers([{ symbol: "BTCUSDT" }]);
    expect(await search(" btc ", single, ask)).toHaveLength(1);
    expect(ask).toHaveBeenCalledWith("/udf/search", {
      query: "BTC",
      limit: 30,
      type: "",
      exchange: "",
    });
  });

  it("goes through the lists of all where the datafeed has none", async () => {
    const found = await search("eth", usualConfig, lists());
    // In the name at its end, in the name at its beginning, and in the description only.
    expect(found.map(({ symbol }) => symbol)).toEqual(["ETHUSDT", "METHUSDT", "XUSDT"]);
    expect(found[0]).toMatchObject({
      full_name: "Cambio:ETHUSDT",
      exchange: "Cambio",
      params: [],
      ticker: "ETHUSDT",
      type: "crypto",
    });
    expect(await search("nothing", usualConfig, lists())).toEqual([]);
  });

  it("that finds many gives thirty", async () => {
    const names = Array.from({ length: 40 }, (_, index) => `A${index}`);
    const many = { symbol: names, description: names, pricescale: 1 };
    const one = { ...usualConfig, exchanges: [{ value: "Cambio" }] };
    expect(await search("a", one, answers(many))).toHaveLength(30);
  });

  it("that fails finds nothing", async () => {
    expect(await search("btc", single, fails())).toEqual([]);
    expect(await search("btc", usualConfig, fails())).toEqual([]);
  });
});

describe("quotes", () => {
  it("come by symbol, without those that nobody knows", async () => {
    const found = await quotes(
      ["BTCUSDT", "NO"],
      answers({
        s: "ok",
        d: [
          { s: "ok", n: "BTCUSDT", v: { lp: 1, chp: 2 } },
          { s: "error", n: "NO" },
        ],
      }),
    );
    expect([...found]).toEqual([["BTCUSDT", { lp: 1, chp: 2 }]]);
  });

  it("reject with the cause, or with the server's message", async () => {
    await expect(quotes(["A"], fails("no route"))).rejects.toThrow("network error: no route");
    await expect(quotes(["A"], answers({ s: "error", errmsg: "late" }))).rejects.toThrow("late");
  });
});

describe("marks", () => {
  const range = { symbol: "BTCUSDT", frame: "1hr", from: 1_500, to: 2_500 } as const;

  it("of candles and of the time scale are asked for where there are any", async () => {
    const looks = {
      color: { border: "#f00", background: "#fee" },
      labelFontColor: "#000",
      minSize: 14,
      borderWidth: 1,
      hoveredBorderWidth: 2,
      imageUrl: "/fork.svg",
      showLabelWhenImageLoaded: true,
    };
    const ask = answers([{ id: 1, time: 2, label: "F", text: "Fork", ...looks }]);
    const config = { ...usualConfig, supports_marks: true, supports_timescale_marks: true };
    const fork = { id: 1, time: 2_000, label: "F", text: "F · Fork", ...looks };
    expect(await marks(config, range, ask)).toEqual([fork, fork]);
    expect(ask.mock.calls.map(([path]: unknown[]) => path)).toEqual([
      "/udf/marks",
      "/udf/timescale_marks",
    ]);
    expect(ask).toHaveBeenCalledWith("/udf/marks", {
      symbol: "BTCUSDT",
      from: 1,
      to: 3,
      resolution: "60",
    });
  });

  it("leave out the client's own trades, which the page draws itself", async () => {
    const ask = answers([
      { id: "fill:11:2", time: 2, label: "B", text: "Bought 0.4 BTC at 50075" },
      { id: "fork", time: 2, label: "F", text: "Fork" },
    ]);
    const found = await marks({ ...usualConfig, supports_marks: true }, range, ask);
    expect(found.map(({ id }) => id)).toEqual(["fork"]);
  });

  it("are none where they are not offered or do not come", async () => {
    const ask = answers([]);
    expect(await marks(usualConfig, range, ask)).toEqual([]);
    expect(ask).not.toHaveBeenCalled();
    expect(await marks({ ...usualConfig, supports_marks: true }, range, fails())).toEqual([]);
  });
});
