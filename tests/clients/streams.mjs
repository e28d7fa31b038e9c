// The streams of Binance's clients against a running installation, word by word; and what becomes of
// whoever does not keep to them.
import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { Listener } from "./listener.mjs";
import { historyMs, until } from "./until.mjs";

const installation = process.env.CAMBIO_TEST_URL;
const inside = installation.replace(/\d+$/, (port) => String(Number(port) + 4));
const [coin, other] = ["xlmusdt", "vetusdt"];
const market = coin.toUpperCase();
const busy = "btcusdt";

async function call(path) {
  const answer = await fetch(`${installation}/binance/api/v3/${path}`);
  assert.equal(answer.status, 200, path);
  return answer.json();
}

async function metric(name) {
  const text = await (await fetch(`${inside}/metrics/streams`)).text();
  return Number(text.match(new RegExp(`^cambio_streams_${name} (\\d+)$`, "m"))[1]);
}

const refused = (path, status, options) =>
  assert.rejects(Listener.open(path, options), (error) => {
    assert.equal(error.status, status, error.message);
    return true;
  });

function apply(side, levels) {
  for (const [price, quantity] of levels) {
    if (Number(quantity) === 0) side.delete(price);
    else side.set(price, quantity);
  }
}
const sorted = (side) => [...side].sort(([a], [b]) => Number(a) - Number(b));
const shape = ({ bids, asks }) => JSON.stringify([sorted(new Map(bids)), sorted(new Map(asks))]);

test("requests have Binance's replies", async () => {
  const listener = await Listener.open("/binance/ws");
  assert.deepEqual(await listener.ask("SUBSCRIBE", [`${coin}@trade`, `${other}@depth5`]), {
    result: null,
    id: 1,
  });
  assert.deepEqual(await listener.ask("LIST_SUBSCRIPTIONS", undefined, "list"), {
    result: [`${other}@depth5`, `${coin}@trade`],
    id: "list",
  });
  assert.deepEqual((await listener.ask("UNSUBSCRIBE", [`${other}@depth5`])).result, null);
  assert.deepEqual((await listener.ask("LIST_SUBSCRIPTIONS")).result, [`${coin}@trade`]);
  assert.equal((await listener.ask("GET_PROPERTY", ["combined"])).result, false);
  await listener.close();

  const wrong = await Listener.open("/binance/stream");
  assert.equal((await wrong.ask("GET_PROPERTY", ["combined"])).result, true);
  const code = async (...request) => (await wrong.ask(...request)).error;
  assert.deepEqual(await code("SUBSCRIBE", ["nopeusdt@trade"]), {
    code: 2,
    msg: "Invalid request: invalid stream",
  });
  assert.equal((await code("SUBSCRIBE", [`${coin}@depth7`])).msg, "Invalid request: invalid stream");
  assert.deepEqual((await wrong.ask("LIST_SUBSCRIPTIONS")).result, []);
  await wrong.close();

  const junk = await Listener.open("/binance/ws");
  for (const text of ["{", "[]", '{"id":1}', '{"method":"SUBSCRIBE","id":2}']) junk.socket.send(text);
  await junk.first(({ id }) => id === 2);
  assert.deepEqual(
    junk.heard.map(({ error }) => error.code),
    [3, 2, 2, 2],
  );
  await junk.close();
});

test("changes of a book join the one that is fetched, and no gap is between them", async () => {
  const listener = await Listener.open(`/binance/ws/${busy}@depth@100ms`);
  const fetched = await call(`depth?symbol=${busy.toUpperCase()}&limit=5000`);
  const books = [];
  const bids = new Map(fetched.bids);
  const asks = new Map(fetched.asks);
  let last = fetched.lastUpdateId;
  let joined = false;
  let gone = 0;
  listener.socket.on("message", (data) => {
    const event = JSON.parse(data);
    if (event.u <= fetched.lastUpdateId) return;
    assert.equal(event.s, busy.toUpperCase());
    if (joined) assert.equal(event.U, last + 1);
    else assert.ok(event.U <= fetched.lastUpdateId + 1);
    joined = true;
    last = event.u;
    gone += [...event.b, ...event.a].filter(([, quantity]) => Number(quantity) === 0).length;
    apply(bids, event.b);
    apply(asks, event.a);
    books.push({ number: event.u, shape: shape({ bids, asks }) });
  });
  // A book is told before it has its number: one that is fetched may be the next one already.
  for (let times = 0; times < 25; times += 1) {
    const now = await call(`depth?symbol=${busy.toUpperCase()}&limit=5000`);
    await until(() => last > now.lastUpdateId, "the next change");
    const since = books.findLastIndex(({ number }) => number <= now.lastUpdateId);
    const near = books.slice(Math.max(since, 0), since + 4).map((book) => book.shape);
    if (since < 0) near.push(shape(fetched));
    assert.ok(near.includes(shape(now)), `the book ${now.lastUpdateId} is none of ours`);
  }
  assert.ok(books.length > 20);
  assert.ok(gone > 0, "prices that have left the book");
  await listener.close();
});

test("trades have the numbers and figures that calls give them", async () => {
  const listener = await Listener.open(`/binance/stream?streams=${busy}@trade/${busy}%40aggTrade`);
  const of = (name) => listener.heard.filter(({ stream }) => stream === `${busy}@${name}`);
  await until(() => of("trade").length > 5 && of("aggTrade").length > 5, "trades");
  const told = of("trade").map(({ data }) => data);
  const first = Math.min(...told.map(({ t }) => t));
  const trades = await call(`historicalTrades?symbol=${busy.toUpperCase()}&fromId=${first}&limit=1000`);
  for (const { e, s, t, p, q, T, m } of told) {
    assert.deepEqual([e, s], ["trade", busy.toUpperCase()]);
    const same = trades.find(({ id }) => id === t);
    assert.ok(same, `the trade ${t} is unknown`);
    assert.deepEqual([same.price, same.qty, same.time, same.isBuyerMaker], [p, q, T, m]);
  }
  const joined = await call(`aggTrades?symbol=${busy.toUpperCase()}&fromId=${first}&limit=1000`);
  for (const { data } of of("aggTrade")) {
    const same = joined.find(({ a }) => a === data.a);
    const { a, p, q, f, l, T, m, M } = data;
    assert.deepEqual(same, { a, p, q, f, l, T, m, M });
  }
  await listener.close();
});

test("best prices, short books, tickers and candles", async () => {
  for (const interval of ["1m", "1h"])
    await until(
      async () => (await call(`klines?symbol=${market}&interval=${interval}&limit=1`)).length > 0,
      `the candles of ${interval}`,
      historyMs,
    );
  const names = ["bookTicker", "depth5", "depth10@100ms", "ticker", "miniTicker", "kline_1m", "kline_1h"];
  const listener = await Listener.open(
    `/binance/stream?streams=${names.map((name) => `${coin}@${name}`).join("/")}`,
  );
  const of = (name) => listener.first(({ stream }) => stream === `${coin}@${name}`, name);
  const best = (await of("bookTicker")).data;
  assert.equal(best.s, market);
  assert.ok(Number(best.b) > 0 && Number(best.b) < Number(best.a) && best.u > 0);
  const five = (await of("depth5")).data;
  assert.ok(five.bids.length > 0 && five.bids.length <= 5);
  const ten = (await of("depth10@100ms")).data.asks.map(([price]) => Number(price));
  assert.deepEqual(ten, [...ten].sort((a, b) => a - b));
  assert.ok(five.lastUpdateId > 0);

  const ticker = (await of("ticker")).data;
  assert.equal(ticker.e, "24hrTicker");
  assert.equal(ticker.C - ticker.O, 86_400_000);
  const mini = (await of("miniTicker")).data;
  assert.equal(mini.e, "24hrMiniTicker");
  const fetched = await call(`ticker/24hr?symbol=${market}`);
  // The day begins anew with each minute, for one of them before the other.
  const opened = (name) =>
    Number(listener.heard.findLast(({ stream }) => stream === `${coin}@${name}`).data.o);
  await until(() => opened("ticker") === opened("miniTicker"), "one opening price");
  assert.equal(Number(ticker.x), Number(ticker.o));
  assert.equal(ticker.c.length, fetched.lastPrice.length);

  const { k } = (await of("kline_1h")).data;
  const [hour] = await call(`klines?symbol=${market}&interval=1h&limit=1&startTime=${k.t}`);
  assert.deepEqual([k.t, k.T, k.o], [hour[0], hour[6], hour[1]]);
  assert.equal((await of("kline_1m")).data.k.i, "1m");
  const over = await listener.first(
    ({ stream, data }) => stream === `${coin}@kline_1m` && data.k.x,
    "the end of a minute",
  );
  const [minute] = await call(`klines?symbol=${market}&interval=1m&limit=1&startTime=${over.data.k.t}`);
  assert.equal(over.data.k.t, minute[0]);
  await listener.close();
});

test("at the host name for programs, the paths are Binance's", async () => {
  const named = { headers: { Host: "api.localhost" } };
  for (const path of [`/ws/${coin}@depth20`, `/stream?streams=${coin}@depth20`]) {
    const listener = await Listener.open(path, named);
    const message = await listener.first(() => true);
    assert.ok((message.data ?? message).bids.length > 0);
    await listener.close();
  }
  await refused("/other", 404, named);
});

test("what is none of it is refused", async () => {
  await refused("/binance/ws/nopeusdt@trade", 400);
  await refused(`/binance/ws/${coin}@everything`, 400);
  await refused("/binance/wss", 404);
  assert.equal((await fetch(`${installation}/binance/ws`)).status, 426);
  assert.equal((await fetch(`${installation}/binance/ws`, { method: "POST" })).status, 403);
  assert.equal((await fetch(`${installation}/metrics/streams`)).status, 404);
});

test("who sends too much, or something else, is sent away", async () => {
  const large = await Listener.open("/binance/ws");
  large.socket.send("x".repeat(70_000));
  assert.equal((await large.closed).code, 1009);

  const binary = await Listener.open("/binance/ws");
  binary.socket.send(Buffer.from("{}"));
  assert.equal((await binary.closed).code, 1003);

  const quick = await Listener.open("/binance/ws");
  for (let id = 0; id < 20; id += 1)
    quick.socket.send(JSON.stringify({ method: "LIST_SUBSCRIPTIONS", id }));
  assert.deepEqual(await quick.closed, { code: 1008, reason: "Too many requests" });

  const pinging = await Listener.open("/binance/ws");
  for (let times = 0; times < 20; times += 1) pinging.socket.ping();
  assert.equal((await pinging.closed).code, 1008);

  const greedy = await Listener.open("/binance/ws");
  const many = Array.from({ length: 1025 }, () => `${coin}@trade`);
  assert.equal((await greedy.ask("SUBSCRIBE", many)).error.code, 2);
  assert.deepEqual((await greedy.ask("LIST_SUBSCRIPTIONS")).result, []);
  await greedy.close();
});

/** A connection on which frames are written by hand, which ws would not write. */
function openByHand() {
  const { hostname, port } = new URL(installation);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.write(
    `GET /binance/ws HTTP/1.1\r\nHost: ${hostname}\r\nUpgrade: websocket\r\n` +
      "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  return new Promise((resolve) => socket.once("data", () => resolve(socket)));
}
const [begun, continued] = [0x01, 0x00].map((head) => Buffer.from([head, 0x80, 0, 0, 0, 0]));

test("who sends fragments without end costs little", async () => {
  const single = await openByHand();
  const before = await metric("ended_talkative_total");
  single.write(Buffer.from([0x01, 0x81, 0, 0, 0, 0, 0x20]));
  const piece = Buffer.from([0x00, 0x81, 0, 0, 0, 0, 0x20]);
  for (let sent = 0; sent < 1000; sent += 1) single.write(piece);
  await until(async () => (await metric("ended_talkative_total")) > before, "its end");

  const empty = await openByHand();
  const megabyte = Buffer.alloc(continued.length * 170_000, continued);
  empty.write(begun);
  for (let sent = 0; sent < 100; sent += 1) empty.write(megabyte);
  const neighbour = await Listener.open(`/binance/ws/${busy}@depth@100ms`);
  await until(() => neighbour.heard.length > 20, "changes");
  assert.ok(empty.writableLength > 50 * megabyte.length, "most of it is not taken");
  empty.destroy();
  await neighbour.close();
});

test("who listens to all candles there are holds up nobody's book", async () => {
  const intervals = "1m 3m 5m 15m 30m 1h 2h 4h 6h 8h 12h 1d 3d 1w 1M".split(" ");
  const { symbols } = await call("exchangeInfo");
  const all = symbols
    .map(({ symbol }) => symbol.toLowerCase())
    .flatMap((name) => intervals.map((interval) => `${name}@kline_${interval}`));
  const greedy = await Listener.open("/binance/ws");
  assert.equal((await greedy.ask("SUBSCRIBE", all.slice(0, 1024))).result, null);
  await until(() => greedy.heard.length > 10, "the first candles");
  const modest = await Listener.open(`/binance/ws/${other}@depth5`);
  await modest.first(({ bids }) => bids, "a book");
  assert.ok(greedy.heard.length < all.length / 2, `a book came after ${greedy.heard.length} candles`);
  await modest.close();
  await greedy.close();
});

test("who does not read is sent away, and nobody else notices", async () => {
  const neighbour = await Listener.open(`/binance/ws/${coin}@depth@100ms`);
  const before = await metric("ended_slow_total");
  const { symbols } = await call("exchangeInfo");
  const streams = symbols.flatMap(({ symbol }) =>
    ["depth20@100ms", "depth20", "depth10@100ms", "depth5@100ms", "depth@100ms"].map(
      (name) => `${symbol.toLowerCase()}@${name}`,
    ),
  );
  const { hostname, port } = new URL(installation);
  const sleeper = connect(Number(port), hostname);
  const gone = new Promise((resolve) => sleeper.on("close", resolve).on("error", () => {}));
  sleeper.write(
    `GET /binance/ws/${streams.join("/")} HTTP/1.1\r\nHost: ${hostname}\r\nUpgrade: websocket\r\n` +
      "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  sleeper.pause();
  await until(async () => (await metric("ended_slow_total")) > before, "the sleeper's end");
  sleeper.resume();
  await gone;
  const heard = neighbour.heard.length;
  await until(() => neighbour.heard.length > heard + 3, "further changes");
  await neighbour.close();
  // Programs of tests that run beside this one give theirs up when they end.
  const nobody = async () => (await metric("subscriptions")) === 0;
  await until(nobody, "nobody's subscriptions", 600_000);
});
