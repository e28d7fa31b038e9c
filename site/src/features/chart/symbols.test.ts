import { describe, expect, it, vi } from "vitest";
import type { Ask } from "./datafeed";
import {
  load_config,
  marks,
  offers,
  quotes,
  resolve,
  search,
  unsupported,
  usual_config,
} from "./symbols";

const answers = (reply: unknown) =>
  vi.fn(() => Promise.resolve(reply)) as unknown as Ask & ReturnType<typeof vi.fn>;
const fails = (message = "down") =>
  vi.fn(() => Promise.reject(new Error(message))) as unknown as Ask & ReturnType<typeof vi.fn>;

const single = { ...usual_config, supports_search: true, supports_group_request: false };

describe("the configuration", () => {
  it("is the usual one where it cannot be had", async () => {
    expect(await load_config(fails())).toEqual({
      supports_search: false,
      supports_group_request: true,
      supports_marks: false,
      supports_timescale_marks: false,
      supported_resolutions: ["1", "5", "15", "30", "60", "1D", "1W", "1M"],
    });
  });

  it("is refused where symbols can neither be searched nor listed", async () => {
    const neither = answers({ supports_search: false, supports_group_request: false });
    await expect(load_config(neither)).rejects.toThrow(unsupported);
  });

  it("says which frames there are", () => {
    expect(offers(usual_config, "1hr")).toBe(true);
    expect(offers(usual_config, "4hr")).toBe(false);
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
    await expect(resolve("NO", single, fails())).rejects.toThrow("unknown_symbol");
    await expect(resolve("NO", single, answers({ s: "error" }))).rejects.toThrow("unknown_symbol");
  });

  it("is found in the list of all, or is invalid", async () => {
    const list = {
      symbol: ["BTCUSDT", "ETHUSDT"],
      description: ["Bitcoin", "Ether"],
      pricescale: [10, 100],
    };
    expect(await resolve("ETHUSDT", usual_config, answers(list))).toEqual({
      ticker: "ETHUSDT",
      description: "Ether",
      pricescale: 100,
      volume_precision: 0,
    });
    await expect(resolve("NO", usual_config, answers(list))).rejects.toThrow("invalid symbol");
  });
});

describe("a search", () => {
  it("is asked in capitals, for thirty at most", async () => {
    const ask = answers([{ symbol: "BTCUSDT" }]);
    expect(await search(" btc ", ask)).toHaveLength(1);
    expect(ask).toHaveBeenCalledWith("/udf/search", {
      query: "BTC",
      limit: 30,
      type: "",
      exchange: "",
    });
  });

  it("that fails finds nothing", async () => {
    expect(await search("btc", fails())).toEqual([]);
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
    const ask = answers([{ id: 1, time: 2, label: "F", text: "Fork" }]);
    const config = { ...usual_config, supports_marks: true, supports_timescale_marks: true };
    expect(await marks(config, range, ask)).toEqual([
      { id: "1", time: 2_000, text: "F · Fork" },
      { id: "1", time: 2_000, text: "F · Fork" },
    ]);
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

  it("are none where they are not offered or do not come", async () => {
    const ask = answers([]);
    expect(await marks(usual_config, range, ask)).toEqual([]);
    expect(ask).not.toHaveBeenCalled();
    expect(await marks({ ...usual_config, supports_marks: true }, range, fails())).toEqual([]);
  });
});
