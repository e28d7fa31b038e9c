// What a test does to the instrument of its own (instruments.ts). Each call returns when it is so:
// when everybody is shown it, and the exchange trades with it.
import { expect, type APIRequestContext } from "@playwright/test";
import type { Instrument } from "./instruments";
import { order, read, type Person } from "./people";
import {
  ask,
  control,
  holdPrices,
  instrumentsOf,
  letPricesAge,
} from "./simulator";

type Named = { coin: string; pair: string };
type Level = readonly [price: string, quantity: string];

interface Book {
  bids: { unit_price: string; number_of_order: string }[];
  asks: { unit_price: string; number_of_order: string }[];
}

interface Push {
  channel: string;
  /** Milliseconds since 1970, by the clock of this machine. */
  at: number;
  data: Book;
}

/** What the tests of this process have touched. */
const touched = new Map<string, Pick<Named, "coin">>();

async function steer(
  { coin }: Pick<Named, "coin">,
  path: string,
  data?: unknown,
): Promise<void> {
  touched.set(coin, { coin });
  await control(path, data);
}

const numbers = (levels: readonly Level[]) =>
  levels.map(([price, quantity]) => [Number(price), Number(quantity)]);
const shown = ({ bids, asks }: Book) =>
  [bids, asks].map((side) =>
    side.map((level) => [
      Number(level.unit_price),
      Number(level.number_of_order),
    ]),
  );

/** The provider's last price. */
export async function pinPrice(
  { coin, pair }: Named,
  price: string,
): Promise<void> {
  await steer({ coin }, `price?instId=${coin}-USDT&price=${price}`);
  await expect
    .poll(async () => {
      const { coinpair } = await ask<{
        coinpair: { coin_pair_name: string; close: string }[];
      }>("/api/v2/market-all-pairs");
      return Number(
        coinpair.find(
          ({ coin_pair_name: coinPairName }) => coinPairName === pair,
        )?.close,
      );
    })
    .toBe(Number(price));
}

/** The mark price of its contract. */
export async function pinMark(
  { coin, pair }: Named,
  price: string,
): Promise<void> {
  await steer({ coin }, `price?instId=${coin}-USDT-SWAP&price=${price}`);
  await expect
    .poll(async () => {
      const { contracts } = await ask<{
        contracts: { name: string; mark_price: string }[];
      }>("/api/v3/futures/contracts");
      return Number(contracts.find(({ name }) => name === pair)?.mark_price);
    })
    .toBe(Number(price));
}

/**
 * The provider's book. The exchange takes it every two seconds and pushes it as it then trades with
 * it, whole again, whatever was bought of the one before; people's orders must not stand in it.
 */
export async function pinBook(
  { coin, pair }: Named,
  bids: readonly Level[],
  asks: readonly Level[],
): Promise<void> {
  const wanted = [numbers(bids), numbers(asks)];
  const stream = new URL(
    `/stream/market/${pair}`,
    process.env["CAMBIO_TEST_URL"],
  );
  stream.protocol = "ws:";
  const books: Push[] = [];
  const socket = new WebSocket(stream);
  socket.addEventListener("message", ({ data }) => {
    const push = JSON.parse(String(data)) as Push;
    if (push.channel === "book") books.push(push);
  });
  try {
    await expect.poll(() => socket.readyState).toBe(WebSocket.OPEN);
    await steer({ coin }, `book?instId=${coin}-USDT`, { bids, asks });
    const since = Date.now();
    await expect
      .poll(() => {
        const newest = books.filter(({ at }) => at >= since).at(-1);
        return newest && shown(newest.data);
      })
      .toEqual(wanted);
  } finally {
    socket.close();
  }
  await expect
    .poll(async () =>
      shown(await ask<Book>(`/api/v3/recent-trades?name=${pair}`)),
    )
    .toEqual(wanted);
}

/** The provider's prices of this coin stand still, and have done so for long. */
export async function stopPrices({ coin, pair }: Named): Promise<void> {
  touched.set(coin, { coin });
  await holdPrices(coin);
  const shown = async () => {
    const { stale, asks } = await ask<Book & { stale: boolean }>(
      `/api/v3/recent-trades?name=${pair}`,
    );
    return { stale, asks };
  };
  await letPricesAge(shown, { stale: true, asks: [] }, pair);
}

/** Its prices jump about, so that none confirms another: held until `jump` or `release`. */
export const swing = (instrument: Named, factor: number) =>
  shake(instrument, "swing", factor);

/** Its prices are so many times what they would be, and stay there. */
export const jump = (instrument: Named, factor: number) =>
  shake(instrument, "jump", factor);

async function shake({ coin }: Named, kind: string, factor: number) {
  for (const instrument of instrumentsOf(coin))
    await steer(
      { coin },
      `fault?kind=${kind}&instId=${instrument}&value=${factor}`,
    );
}

/** The coin goes its own way again. */
export async function release({ coin }: Pick<Named, "coin">): Promise<void> {
  for (const instrument of instrumentsOf(coin))
    await control(`clear?instId=${instrument}`);
  touched.delete(coin);
}

/** All that a test has touched; for test.afterEach. */
export async function releaseAll(): Promise<void> {
  for (const instrument of [...touched.values()]) await release(instrument);
}

/** The provider stands aside, so that only people meet, and `seller` has five. */
export async function onlyPeopleMeet(
  caller: APIRequestContext,
  instrument: Instrument,
  seller: Person,
): Promise<void> {
  const { at, lots, pair } = instrument;
  await pinPrice(instrument, at(100));
  await pinBook(instrument, [[at(90), lots(100)]], [[at(110), lots(100)]]);
  const bought = await order(caller, seller, {
    name: pair,
    delegate_type: "BUY",
    market_type: "LIMIT",
    order_per_unit: at(110),
    number_of_order: lots(5),
    time_in_force: "IOC",
  });
  expect(bought).toMatchObject({
    order: { filled_total: String(Number(at(110)) * 5) },
  });
}

/**
 * Where an order rests in the sight of a chart, and the market does not come soon: at that end of
 * the last half hour's prices which is further away.
 */
export async function farEnd(
  request: APIRequestContext,
  person: Person,
  pair: string,
): Promise<{ side: "BUY" | "SELL"; price: string }> {
  const { series } = (await read(
    request,
    person,
    `/api/v2/chart/chart-series?symbol=${pair}&timeframe=1min&limit=30`,
  )) as unknown as {
    series: [open: number, close: number, low: number, high: number][];
  };
  const last = series.at(-1)?.[1] ?? NaN;
  const lowest = Math.floor(Math.min(...series.map(([, , low]) => low)));
  const highest = Math.ceil(Math.max(...series.map(([, , , high]) => high)));
  return last - lowest > highest - last
    ? { side: "BUY", price: String(lowest) }
    : { side: "SELL", price: String(highest) };
}

/** A new installation fetches the past in its first minute, span after span: BTC's is there. */
export async function haveCandles(): Promise<void> {
  for (const path of ["history", "history/one-hour", "history/one-day"]) {
    const to = Math.floor(Date.now() / 1_000);
    await expect
      .poll(
        () =>
          ask<{ t?: number[] }>(
            `/udf/${path}?symbol=BTCUSDT&from=0&to=${to}&countback=24`,
          ).then(({ t }) => t?.length ?? 0),
        { timeout: 600_000 },
      )
      .toBeGreaterThanOrEqual(24);
  }
}
