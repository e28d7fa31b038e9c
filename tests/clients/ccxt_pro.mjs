// ccxt.pro, unmodified, listens to a running installation: only its addresses are set. The network is
// closed to it, so that a connection to anybody else fails here.
import { outside } from "./closed_network.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import ccxt from "ccxt";
import { startFront } from "./front.mjs";
import { until } from "./until.mjs";
import { Trader } from "./people.mjs";
import { refusals, strangers, walk } from "./refusals.mjs";

const installation = process.env.CAMBIO_TEST_URL;
const coin = "ADA";
const symbol = `${coin}/USDT`;

const front = await startFront(installation);
function connect(credentials = {}) {
  const exchange = new ccxt.pro.binance({ ...credentials, enableRateLimit: false });
  const { api } = exchange.urls;
  for (const [name, url] of Object.entries(api)) {
    if (typeof url !== "string") continue;
    api[name] = url.replace(/^https:\/\/[a-z]+\.binance\.com/, `https://api.localhost:${front}`);
  }
  everywhere(api.ws);
  return exchange;
}

/** Also where nothing is asked for: no address leads elsewhere. */
function everywhere(urls, path = "stream/ws") {
  for (const [name, url] of Object.entries(urls)) {
    if (typeof url === "string") urls[name] = `wss://api.localhost:${front}/${path}`;
    else everywhere(url, name === "ws-api" ? "ws-api/v3" : path);
  }
}

const listener = connect();
const trader = new Trader(installation, "ccxt-pro", [], "Horse-staple-7");
let program;

const price = (share, last) => Number(listener.priceToPrecision(symbol, last * share));
const amount = (usdt, last) => Number(listener.amountToPrecision(symbol, usdt / last));
const levels = ({ bids, asks }) =>
  JSON.stringify([bids, asks].map((side) => side.map(([at, quantity]) => [at, quantity])));

test("a client makes a key for its program", async () => {
  await trader.signUp();
  program = connect(await trader.key("trade"));
  await program.loadMarkets();
  await listener.loadMarkets();
});

test("a ticker and its best prices", async () => {
  const ticker = await listener.watchTicker(symbol);
  assert.equal(ticker.symbol, symbol);
  assert.ok(ticker.last > 0 && ticker.low <= ticker.high && ticker.open > 0);
  for (const name of ["miniTicker", "ticker"]) {
    const tickers = await listener.watchTickers([symbol, "BTC/USDT"], { name });
    assert.ok(Object.values(tickers).every((one) => one.last > 0 && one.low <= one.high), name);
  }
  const best = (await listener.watchBidsAsks([symbol]))[symbol];
  assert.ok(best.bid > 0 && best.bid < best.ask);
});

test("candles are those that are fetched", async () => {
  const [candle] = (await listener.watchOHLCV(symbol, "1h")).slice(-1);
  const [fetched] = await listener.fetchOHLCV(symbol, "1h", candle[0], 1);
  assert.deepEqual(candle.slice(0, 2), fetched.slice(0, 2));
  assert.ok(candle[2] >= candle[3]);
});

test("the book is the one that is fetched, after many changes and own orders", async () => {
  let book = await listener.watchOrderBook(symbol);
  const last = book.bids[0][0];
  const seen = new Set();
  for (let times = 0; times < 10; times += 1) {
    const order = await program.createOrder(
      symbol, "limit", "buy", amount(20 + times, last), price(0.999 - times / 10_000, last));
    const found = () => listener.orderbooks[symbol].bids.find(([at]) => at === order.price);
    await until(async () => {
      book = await listener.watchOrderBook(symbol);
      seen.add(book.nonce);
      return found();
    }, "the order in the book");
    await program.cancelOrder(order.id, symbol);
  }
  assert.ok(seen.size >= 10);
  // Where a level stayed that has gone, or one was missed, the two would never be the same.
  for (let times = 0; times < 5; times += 1) {
    const after = listener.orderbooks[symbol].nonce;
    await until(async () => {
      await listener.watchOrderBook(symbol);
      const fetched = await listener.fetchOrderBook(symbol, 1000);
      const watched = listener.orderbooks[symbol];
      return watched.nonce > after && levels(watched) === levels(fetched);
    }, "the same book");
  }
});

test("own trades come with the number that the program was told", async () => {
  const first = listener.watchTrades(symbol);
  const heard = () => (listener.trades[symbol] ?? []).map(({ id }) => id);
  const { last } = await listener.fetchTicker(symbol);
  let order;
  // The first ones may be made before the subscription holds.
  await until(async () => {
    order = await program.createOrder(symbol, "market", "buy", amount(20, last));
    return heard().length > 0;
  }, "a trade");
  await first;
  order = await program.createOrder(symbol, "market", "buy", amount(50, last));
  assert.ok(order.trades.length > 0);
  await until(() => order.trades.every(({ id }) => heard().includes(id)), "the own trades");
  const own = listener.trades[symbol].find(({ id }) => id === order.trades[0].id);
  assert.equal(own.price, order.trades[0].price);
  assert.equal(own.amount, order.trades[0].amount);
  assert.equal(own.side, "buy");
});

test("every type of order over the WebSocket", async () => {
  const { last } = await listener.fetchTicker(symbol);
  const place = (type, side, at, more) =>
    program.createOrderWs(symbol, type, side, amount(20, last), at && price(at, last), more);
  const above = { stopPrice: price(1.25, last) };
  const below = { stopPrice: price(0.8, last) };
  // ccxt passes on what it is given here: its own words for these would be refused.
  const waiting = [
    await place("limit", "buy", 0.8),
    await place("LIMIT_MAKER", "buy", 0.8),
    await place("STOP_LOSS_LIMIT", "buy", 1.3, above),
    await place("TAKE_PROFIT_LIMIT", "buy", 0.75, below),
    await place("STOP_LOSS", "buy", undefined, above),
    await place("TAKE_PROFIT", "buy", undefined, below),
    await place("STOP_LOSS", "buy", undefined, { trailingDelta: 1000 }),
  ];
  const open = await program.fetchOpenOrdersWs(symbol);
  assert.deepEqual(
    open.map(({ id, info }) => [id, info.type]),
    [
      "LIMIT",
      "LIMIT_MAKER",
      "STOP_LOSS_LIMIT",
      "TAKE_PROFIT_LIMIT",
      "STOP_LOSS",
      "TAKE_PROFIT",
      "STOP_LOSS",
    ].map((type, at) => [waiting[at].id, type]),
  );
  assert.equal(Number(open.at(-1).info.trailingDelta), 1000);
  assert.equal((await program.cancelAllOrdersWs(symbol)).length, waiting.length);
  assert.deepEqual(await program.fetchOpenOrdersWs(symbol), []);
  const at_once = await place("limit", "buy", 1.1, { timeInForce: "IOC" });
  assert.equal(at_once.status, "closed");
  const whole = await place("limit", "sell", 0.9, { timeInForce: "FOK" });
  assert.equal(whole.status, "closed");
});

const isOf = (kind, text = "") => (error) => {
  assert.equal(error.constructor, kind, `${error.constructor.name}: ${error.message}`);
  assert.ok(error.message.includes(text), `${error.message} is not ${text}`);
  return true;
};
const refused = (kind, call) => assert.rejects(call, isOf(kind));

test("orders over the WebSocket, and what becomes of them and of the wallet", async () => {
  await program.ensureUserDataStreamWsSubscribeSignature("spot");
  const { last } = await listener.fetchTicker(symbol);
  const orders = program.watchOrders(symbol);
  const balance = program.watchBalance();
  const order = await program.createOrderWs(
    symbol, "limit", "buy", amount(40, last), price(0.9, last), { newClientOrderId: "by-ws" });
  assert.equal(order.status, "open");
  const [told] = await orders;
  assert.deepEqual(
    [told.id, told.clientOrderId, told.status, told.price, told.amount],
    [order.id, "by-ws", "open", order.price, order.amount],
  );
  assert.ok((await balance).USDT.used > 0);
  assert.deepEqual((await program.fetchOpenOrdersWs(symbol)).map(({ id }) => id), [order.id]);
  assert.equal((await program.fetchOrderWs(order.id, symbol)).status, "open");
  const { balances } = (await program.fetchBalanceWs()).info;
  const told_over = balances.find(({ asset }) => asset === "USDT");
  const { free, used } = (await program.fetchBalance()).USDT;
  assert.deepEqual([told_over.free, told_over.locked].map(Number), [free, used]);
  const edited = await program.editOrderWs(
    order.id, symbol, "limit", "buy", amount(45, last), price(0.85, last));
  assert.equal(edited.price, price(0.85, last));
  assert.equal((await program.fetchOrderWs(order.id, symbol)).status, "canceled");
  assert.equal((await program.cancelOrderWs(edited.id, symbol)).status, "canceled");
  const shown = (id) => program.orders.hashmap[symbol][id];
  await until(() => shown(order.id)?.status === "canceled", "the cancellation");

  const own = program.watchMyTrades(symbol);
  const bought = await program.createOrderWs(symbol, "market", "buy", amount(50, last));
  assert.equal(bought.status, "closed");
  await own;
  await until(() => program.myTrades.length >= bought.trades.length, "the own trades");
  const trades = program.myTrades.filter((trade) => trade.order === bought.id);
  const figures = (list) =>
    Array.from(list, ({ id, price: at, amount: of, fee }) => [id, at, of, fee.cost]);
  assert.deepEqual(figures(trades), figures(bought.trades));
  await until(() => shown(bought.id)?.status === "closed", "the end of the order");
  assert.equal(shown(bought.id).filled, bought.filled);
  const wallet = await program.fetchBalance();
  const same = (code) => program.balance.spot[code]?.free === wallet[code].free;
  await until(() => same("USDT") && same(coin), "the same balances");
});

test("refusals over the WebSocket are of ccxt's own kinds", async () => {
  const { last } = await listener.fetchTicker(symbol);
  const at = (share) => price(share, last);
  const limit = (share, usdt, more = {}) => ({
    symbol: `${coin}USDT`,
    side: "BUY",
    type: "LIMIT",
    timeInForce: "GTC",
    price: at(share),
    quantity: amount(usdt / share, last),
    ...more,
  });
  // What ccxt is given besides takes the place of its own words.
  const callsOf = (exchange) => ({
    order: ({ type, ...order }) =>
      exchange.createOrderWs(symbol, type, "buy", amount(50, last), at(0.9), order),
    cancel: ({ orderId }) => exchange.cancelOrderWs(String(orderId), symbol),
    status: ({ orderId }) => exchange.fetchOrderWs(String(orderId), symbol),
    account: () => exchange.fetchBalanceWs(),
  });
  const before = (await program.fetchBalance()).total;
  const asked = refusals(limit, at).filter(({ raw }) => !raw);
  await walk(asked, callsOf(program), ({ kind, overSocket = kind, text }) =>
    isOf(ccxt[overSocket], text));
  assert.deepEqual((await program.fetchBalance()).total, before);
  assert.deepEqual(await program.fetchOpenOrdersWs(symbol), []);
  const { apiKey, secret } = program;
  const opened = [];
  const withMarkets = (credentials) => {
    const exchange = connect(credentials);
    exchange.setMarkets(program.markets);
    opened.push(exchange);
    return exchange;
  };
  const calls = {
    account: (_, credentials) => callsOf(withMarkets(credentials)).account(),
    order: (params, credentials) => callsOf(withMarkets(credentials)).order(params),
  };
  await walk(await strangers(trader, { apiKey, secret }, limit), calls, ({ kind, text }) =>
    isOf(ccxt[kind], text));
  for (const timeDifference of [120_000, -120_000]) {
    const exchange = withMarkets({ apiKey, secret });
    exchange.options.timeDifference = timeDifference;
    await refused(ccxt.InvalidNonce, () => exchange.fetchBalanceWs());
  }
  for (const one of opened) await one.close();
});

test("a market that there is not", async () => {
  await assert.rejects(listener.watchTicker("NOPE/USDT"), ccxt.BadSymbol);
});

test("nobody else was asked", async () => {
  await listener.close();
  await program.close();
  assert.deepEqual(outside, []);
});
