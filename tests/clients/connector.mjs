// Binance's own connector for JavaScript, unmodified, trades against a running installation: only its
// addresses, its keys and its patience are set. The network is closed to it, so that a call to anybody
// else fails here.
import { outside } from "./closed_network.mjs";
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { BadRequestError, Spot, UnauthorizedError } from "@binance/spot";
import { startFront } from "./front.mjs";
import { historyMs, until } from "./until.mjs";
import { Trader } from "./people.mjs";
import { refusals, strangers, walk } from "./refusals.mjs";

const installation = process.env.CAMBIO_TEST_URL;
const [coin, market, other] = ["SAND", "SANDUSDT", "GRTUSDT"];
const front = await startFront(installation);

/** At a host name of its own, as an exchange has it, or beneath the site's address. */
const named = { rest: `https://api.localhost:${front}`, sockets: `wss://api.localhost:${front}` };
const beneath = {
  rest: `${installation}/binance`,
  sockets: `${installation.replace("http", "ws")}/binance`,
};

/** By a key of Ed25519, its secret is a private key in PEM. A machine may be busy: a second, which is
 *  the connector's own patience, is too little. */
function connect({ apiKey = "", secret } = {}, { rest, sockets } = named) {
  const credentials = {
    apiKey,
    ...(secret?.includes("PRIVATE KEY") ? { privateKey: secret } : { apiSecret: secret }),
  };
  return new Spot({
    configurationRestAPI: { ...credentials, basePath: rest, timeout: 60_000, retries: 0 },
    configurationWebsocketAPI: { ...credentials, wsURL: `${sockets}/ws-api/v3`, timeout: 60_000 },
    configurationWebsocketStreams: { wsURL: sockets },
  });
}

/** What a call answers. */
const of = async (call) => (await call).data();
const anybody = connect().restAPI;
const trader = new Trader(installation, "connector", [], "Horse-staple-9");
const pair = generateKeyPairSync("ed25519", {
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const keys = {};
let program;
let last;

/** A price beside the market's, and a quantity for so many USDT at it. */
const price = (share) => Number((last * share).toFixed(4));
const amount = (usdt, share = 1) => Math.floor(usdt / (last * share));
const limit = (share, usdt, more = {}) => ({
  symbol: market,
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  price: price(share),
  quantity: amount(usdt, share),
  ...more,
});
const numbers = (list) => list.map(({ orderId }) => orderId);

const is = (kind, code, text) => (error) => {
  assert.deepEqual([error.name, error.code], [kind.name, code], error.message);
  if (text) assert.equal(error.message, text);
  return true;
};
const refused = (call, kind, code, text) => assert.rejects(call, is(kind, code, text));

/** How the connector asks for what the table of refusals has. */
const callsOf = ({ restAPI }) => ({
  order: (params) => restAPI.newOrder(params),
  pair: (params) => restAPI.orderListOco(params),
  cancel: (params) => restAPI.deleteOrder(params),
  status: (params) => restAPI.getOrder(params),
  book: (params) => restAPI.depth(params),
  candles: (params) => restAPI.klines(params),
  account: () => restAPI.getAccount(),
});
const callsOver = (socket) => ({
  order: (params) => socket.orderPlace(params),
  pair: (params) => socket.orderListPlaceOco(params),
  cancel: (params) => socket.orderCancel(params),
  status: (params) => socket.orderStatus(params),
  book: (params) => socket.depth(params),
  candles: (params) => socket.klines(params),
});

/** Two orders for one quantity, the one above the market's price, the other below. */
const two = (more = {}) => ({
  symbol: market,
  side: "SELL",
  quantity: amount(15),
  aboveType: "LIMIT_MAKER",
  abovePrice: price(1.25),
  belowType: "STOP_LOSS_LIMIT",
  belowStopPrice: price(0.75),
  belowPrice: price(0.7),
  belowTimeInForce: "GTC",
  ...more,
});

test("what anybody may ask", async () => {
  assert.deepEqual(await of(anybody.ping()), {});
  const { serverTime } = await of(anybody.time());
  assert.ok(Math.abs(Number(serverTime) - Date.now()) < 60_000);
  const { symbols } = await of(anybody.exchangeInfo({ symbols: [market, other] }));
  assert.deepEqual(symbols.map(({ symbol }) => symbol).sort(), [market, other].sort());
  assert.ok(symbols[0].filters.some(({ filterType }) => filterType === "LOT_SIZE"));
  // A young installation has no price of that coin yet.
  last = Number(
    await until(() => of(anybody.tickerPrice({ symbol: market })).then((one) => one.price, () => 0), "a price"),
  );
  const book = await of(anybody.depth({ symbol: market, limit: 5 }));
  assert.ok(book.bids.length === 5 && Number(book.bids[0][0]) < Number(book.asks[0][0]));
  const trades = await until(async () => {
    const found = await of(anybody.getTrades({ symbol: market, limit: 10 }));
    return found.length > 1 && found;
  }, "trades");
  const [first] = await of(anybody.historicalTrades({ symbol: market, fromId: trades[1].id, limit: 1 }));
  assert.equal(first.id, trades[1].id);
  const aggregates = await of(anybody.aggTrades({ symbol: market, limit: 10 }));
  assert.ok(aggregates.every(({ p }) => Number(p) > 0));
  for (const method of ["klines", "uiKlines"]) {
    const candles = await until(async () => {
      const found = await of(anybody[method]({ symbol: "BTCUSDT", interval: "1h", limit: 3 }));
      return found.length > 1 && found;
    }, "candles", historyMs);
    assert.ok(candles.every(([time, , high, low]) => time % 3_600_000 === 0 && Number(low) <= Number(high)));
  }
  assert.ok(Number((await of(anybody.avgPrice({ symbol: market }))).price) > 0);
  assert.equal((await of(anybody.ticker24hr({ symbol: market }))).symbol, market);
  for (const windowSize of ["1d", "4h"])
    assert.equal((await of(anybody.ticker({ symbol: market, windowSize }))).symbol, market);
  assert.ok(Number((await of(anybody.tickerBookTicker({ symbol: market }))).bidPrice) > 0);
  const { rateLimits } = await anybody.ping();
  assert.deepEqual(rateLimits.map(({ rateLimitType }) => rateLimitType), ["REQUEST_WEIGHT"]);
});

test("a client makes keys of both kinds, and both see the wallet", async () => {
  await trader.signUp();
  keys.hmac = await trader.key("trade");
  keys.ed25519 = await trader.key("trade", { publicKey: pair.publicKey, secretKey: pair.privateKey });
  for (const place of [named, beneath])
    for (const kind of ["hmac", "ed25519"]) {
      const { restAPI } = connect(keys[kind], place);
      const { balances } = await of(restAPI.getAccount({ omitZeroBalances: true }));
      assert.deepEqual(balances.map(({ asset, free }) => [asset, Number(free)]), [["USDT", 10_000]]);
    }
  program = connect(keys.ed25519);
  const { standardCommission } = await of(program.restAPI.accountCommission({ symbol: market }));
  assert.equal(Number(standardCommission.taker), 0.001);
});

for (const kind of ["ed25519", "hmac"])
  test(`orders of a key of the kind ${kind}`, async () => {
    const { restAPI } = connect(keys[kind]);
    const before = (await of(restAPI.getAccount())).balances;
    assert.deepEqual(await of(restAPI.orderTest(limit(0.9, 50))), {});
    assert.deepEqual(await of(restAPI.getOpenOrders({ symbol: market })), []);

    const placed = await of(restAPI.newOrder(limit(0.9, 50, { newClientOrderId: `first-${kind}` })));
    assert.deepEqual(
      [placed.symbol, placed.status, placed.clientOrderId, Number(placed.price)],
      [market, "NEW", `first-${kind}`, price(0.9)],
    );
    const { orderId } = placed;
    const shown = await of(restAPI.getOrder({ symbol: market, orderId }));
    assert.deepEqual([shown.status, shown.origQty, shown.price], ["NEW", placed.origQty, placed.price]);
    assert.deepEqual(numbers(await of(restAPI.getOpenOrders({ symbol: market }))), [orderId]);
    // The same one again is the same.
    const again = await of(restAPI.newOrder(limit(0.9, 50, { newClientOrderId: `first-${kind}` })));
    assert.equal(again.orderId, orderId);

    const replaced = await of(
      restAPI.orderCancelReplace({
        ...limit(0.85, 60),
        cancelReplaceMode: "STOP_ON_FAILURE",
        cancelOrderId: orderId,
      }),
    );
    assert.deepEqual([replaced.cancelResult, replaced.newOrderResult], ["SUCCESS", "SUCCESS"]);
    assert.equal(replaced.cancelResponse.orderId, orderId);
    const next = replaced.newOrderResponse.orderId;
    assert.deepEqual(numbers(await of(restAPI.getOpenOrders({ symbol: market }))), [next]);
    const smaller = amount(60, 0.85) - 1;
    const amended = await of(
      restAPI.orderAmendKeepPriority({ symbol: market, orderId: next, newQty: smaller }),
    );
    assert.equal(Number(amended.amendedOrder.qty), smaller);
    const cancelled = await of(restAPI.deleteOrder({ symbol: market, orderId: next }));
    assert.deepEqual([cancelled.status, Number(cancelled.origQty)], ["CANCELED", smaller]);

    const kinds = [
      { type: "LIMIT_MAKER", timeInForce: undefined },
      { type: "LIMIT" },
    ].map((more) => restAPI.newOrder(limit(0.8, 20, more)));
    const resting = numbers(await Promise.all(kinds.map(of)));
    const gone = await of(restAPI.deleteOpenOrders({ symbol: market }));
    assert.deepEqual(numbers(gone).sort(), resting.sort());
    const history = await of(restAPI.allOrders({ symbol: market, orderId }));
    assert.ok([orderId, next, ...resting].every((one) => numbers(history).includes(one)));
    assert.ok(history.every(({ status }) => status === "CANCELED"));
    assert.deepEqual((await of(restAPI.getAccount())).balances, before, "nothing is held any longer");
    const counted = await of(restAPI.rateLimitOrder());
    // Ten seconds may have begun anew since.
    assert.ok(counted.find(({ interval }) => interval === "DAY").count > 0);
  });

test("trades, their fees, and what the wallet has then", async () => {
  const { restAPI } = program;
  const market_order = (side, more) => of(restAPI.newOrder({ symbol: market, side, type: "MARKET", ...more }));
  const bought = await market_order("BUY", { quantity: amount(60) });
  const by_cost = await market_order("BUY", { quoteOrderQty: 30 });
  const sold = await market_order("SELL", { quantity: amount(20) });
  for (const { status, fills } of [bought, by_cost, sold])
    assert.ok(status === "FILLED" && fills.length > 0);
  assert.ok(Number(by_cost.cummulativeQuoteQty) <= 30);
  const trades = await of(restAPI.myTrades({ symbol: market }));
  const fills = [bought, by_cost, sold].flatMap((order) => order.fills);
  assert.deepEqual(
    trades.map(({ id, price: at, qty, commission, commissionAsset }) =>
      [id, Number(at), Number(qty), Number(commission), commissionAsset]),
    fills.map(({ tradeId, price: at, qty, commission, commissionAsset }) =>
      [tradeId, Number(at), Number(qty), Number(commission), commissionAsset]),
  );
  const own = await of(restAPI.myTrades({ symbol: market, orderId: sold.orderId }));
  assert.ok(own.every(({ isBuyer, orderId }) => !isBuyer && orderId === sold.orderId));
  const { balances } = await of(restAPI.getAccount({ omitZeroBalances: true }));
  const received = ({ executedQty, fills: parts }) =>
    Number(executedQty) - parts.reduce((sum, { commission }) => sum + Number(commission), 0);
  const held = received(bought) + received(by_cost) - Number(sold.executedQty);
  const { free } = balances.find(({ asset }) => asset === coin);
  assert.ok(Math.abs(Number(free) - held) < 1e-9, `${free} is not ${held}`);

  const stop = await of(
    restAPI.newOrder(limit(0.7, 10, { side: "SELL", type: "STOP_LOSS_LIMIT", stopPrice: price(0.75) })),
  );
  const profit = await of(
    restAPI.newOrder(limit(1.3, 10, { side: "SELL", type: "TAKE_PROFIT_LIMIT", stopPrice: price(1.25) })),
  );
  const at_market = await of(
    restAPI.newOrder(
      limit(1.3, 10, {
        side: "SELL",
        type: "STOP_LOSS",
        stopPrice: price(0.75),
        price: undefined,
        timeInForce: undefined,
      }),
    ),
  );
  const open = await of(restAPI.getOpenOrders({ symbol: market }));
  assert.deepEqual(
    open.map(({ orderId, type }) => [orderId, type]),
    [
      [stop.orderId, "STOP_LOSS_LIMIT"],
      [profit.orderId, "TAKE_PROFIT_LIMIT"],
      [at_market.orderId, "STOP_LOSS"],
    ],
  );
  await of(restAPI.deleteOpenOrders({ symbol: market }));

  const more = { side: "SELL", price: undefined, timeInForce: undefined, newOrderRespType: "RESULT" };
  for (const [type, how] of [
    ["TAKE_PROFIT", { stopPrice: price(1.25) }],
    ["STOP_LOSS", { trailingDelta: 1000 }],
  ]) {
    const waiting = await of(restAPI.newOrder(limit(1.3, 10, { ...more, type, ...how })));
    assert.deepEqual([waiting.type, waiting.status], [type, "NEW"]);
    assert.equal(waiting.trailingDelta, how.trailingDelta);
    await of(restAPI.deleteOrder({ symbol: market, orderId: waiting.orderId }));
  }
  const list = await of(restAPI.orderListOco(two()));
  assert.equal(list.orders.length, 2);
  const { orderListId } = list;
  assert.equal((await of(restAPI.getOrderList({ orderListId }))).listOrderStatus, "EXECUTING");
  const ended = await of(restAPI.deleteOrderList({ symbol: market, orderListId }));
  assert.equal(ended.listOrderStatus, "ALL_DONE");
  for (const timeInForce of ["IOC", "FOK"])
    assert.equal((await of(restAPI.newOrder(limit(1.1, 10, { timeInForce })))).status, "FILLED");
});

test("refusals have Binance's codes and texts, and change nothing", async () => {
  const { restAPI } = program;
  const account = () => of(restAPI.getAccount({ omitZeroBalances: true }));
  const before = await account();
  await walk(refusals(limit, price), callsOf(program), ({ code, text }) => is(BadRequestError, code, text));
  assert.deepEqual((await account()).balances, before.balances);
  assert.deepEqual(await of(restAPI.getOpenOrders()), []);
});

test("who may not is told so", async () => {
  const calls = {
    account: (_, credentials) => callsOf(connect(credentials)).account(),
    order: (params, credentials) => callsOf(connect(credentials)).order(params),
  };
  await walk(await strangers(trader, keys.hmac, limit), calls, ({ status, code, text }) =>
    is(status === 401 ? UnauthorizedError : BadRequestError, code, text));
  const { apiKey } = keys.hmac;
  const otherKind = connect({ apiKey, secret: pair.privateKey });
  await refused(() => otherKind.restAPI.getAccount(), BadRequestError, -1022);
  const reader = connect(await trader.key("read"));
  assert.ok((await of(reader.restAPI.getAccount())).balances.length > 0);
});

/** The connector takes the time from the program's clock. */
async function byClock(ahead, call) {
  const { now } = Date;
  Date.now = () => now() + ahead;
  try {
    return await call();
  } finally {
    Date.now = now;
  }
}

test("a clock that is wrong", async () => {
  const { restAPI } = program;
  const account = (more) => () => restAPI.getAccount(more);
  const late = "Timestamp for this request is outside of the recvWindow.";
  await byClock(-120_000, () => refused(account(), BadRequestError, -1021, late));
  await byClock(-120_000, () => refused(account({ recvWindow: 60_000 }), BadRequestError, -1021, late));
  await byClock(120_000, () =>
    refused(account(), BadRequestError, -1021,
      "Timestamp for this request was 1000ms ahead of the server's time."));
  await byClock(-20_000, () => of(restAPI.getAccount({ recvWindow: 60_000 })));
  const socket = await connect(keys.ed25519).websocketAPI.connect();
  for (const ahead of [-120_000, 120_000])
    await byClock(ahead, () => assert.rejects(() => socket.accountStatus(), { code: -1021 }));
  assert.ok((await socket.accountStatus()).data.balances.length > 0);
  await socket.disconnect();
});

test("streams of market data", async () => {
  for (const place of [named, beneath]) {
    const streams = await connect({}, place).websocketStreams.connect();
    const told = {};
    const hear = (name, stream) => stream.on("message", (message) => (told[name] = message));
    const symbol = market.toLowerCase();
    const best = streams.bookTicker({ symbol });
    hear("best", best);
    hear("levels", streams.partialBookDepth({ symbol, levels: "5", updateSpeed: "100ms" }));
    hear("candle", streams.kline({ symbol, interval: "1h" }));
    hear("day", streams.ticker({ symbol }));
    await until(() => told.best && told.levels && told.candle && told.day, "what is told at once");
    assert.equal(told.best.s, market);
    assert.ok(Number(told.best.b) < Number(told.best.a));
    assert.equal(told.levels.bids.length, 5);
    assert.equal(told.candle.k.i, "1h");
    assert.equal(told.day.s, market);
    best.unsubscribe();
    assert.ok(!streams.isSubscribed(`${symbol}@bookTicker`));
    await streams.disconnect();
  }
});

test("a book is kept by the changes, and own trades are told", async () => {
  const streams = await connect().websocketStreams.connect({
    stream: [`${market.toLowerCase()}@depth@100ms`, `${market.toLowerCase()}@trade`],
  });
  const symbol = market.toLowerCase();
  const changes = [];
  const trades = new Set();
  streams.diffBookDepth({ symbol, updateSpeed: "100ms" }).on("message", (one) => changes.push(one));
  streams.trade({ symbol }).on("message", ({ t }) => trades.add(t));
  // A subscription sends nothing of its own; the first change says that it holds.
  const resting = await of(program.restAPI.newOrder(limit(0.97, 20)));
  await until(() => changes.length > 0, "a change");
  const { fills } = await of(
    program.restAPI.newOrder({ symbol: market, side: "BUY", type: "MARKET", quantity: amount(20) }),
  );
  await until(() => fills.every(({ tradeId }) => trades.has(tradeId)), "the own trades");
  await of(program.restAPI.deleteOrder({ symbol: market, orderId: resting.orderId }));
  const { lastUpdateId } = await of(anybody.depth({ symbol: market }));
  await until(() => changes.at(-1).u > lastUpdateId, "a later change");
  for (const [at, { U }] of changes.entries())
    if (at > 0) assert.equal(U, changes[at - 1].u + 1, "no change is missing");
  assert.ok(changes.some(({ U, u }) => U <= lastUpdateId + 1 && u >= lastUpdateId + 1));
  await streams.disconnect();
});

test("orders over the WebSocket API, and what becomes of them", async () => {
  for (const [kind, place] of [["ed25519", named], ["hmac", beneath]]) {
    const socket = await connect(keys[kind], place).websocketAPI.connect();
    assert.deepEqual((await socket.ping()).data, {});
    assert.equal((await socket.depth({ symbol: market, limit: 5 })).data.bids.length, 5);
    const { response, stream } = await socket.userDataStreamSubscribeSignature();
    assert.equal(response.data.subscriptionId, 0);
    const events = [];
    stream.on("message", (event) => events.push(event));
    const report = (order, state) =>
      until(() => events.find(({ e, i, X }) => e === "executionReport" && i === order && X === state),
        `${state} of ${order}`);

    await socket.orderTest(limit(0.9, 50));
    const placed = await socket.orderPlace(limit(0.9, 50, { newClientOrderId: `over-${kind}` }));
    assert.ok(placed.rateLimits.some(({ rateLimitType }) => rateLimitType === "ORDERS"));
    const { orderId } = placed.data;
    assert.equal((await report(orderId, "NEW")).c, `over-${kind}`);
    assert.equal((await socket.orderStatus({ symbol: market, orderId })).data.status, "NEW");
    assert.deepEqual(numbers((await socket.openOrdersStatus({ symbol: market })).data), [orderId]);
    const smaller = amount(50, 0.9) - 1;
    const amended = await socket.orderAmendKeepPriority({ symbol: market, orderId, newQty: smaller });
    assert.equal(Number(amended.data.amendedOrder.qty), smaller);
    const replaced = await socket.orderCancelReplace({
      ...limit(0.85, 50),
      cancelReplaceMode: "STOP_ON_FAILURE",
      cancelOrderId: orderId,
    });
    await report(orderId, "CANCELED");
    const next = replaced.data.newOrderResponse.orderId;
    assert.equal((await socket.orderCancel({ symbol: market, orderId: next })).data.status, "CANCELED");
    await report(next, "CANCELED");

    const bought = (
      await socket.orderPlace({ symbol: market, side: "BUY", type: "MARKET", quantity: amount(20) })
    ).data;
    const filled = await report(bought.orderId, "FILLED");
    assert.equal(filled.z, bought.executedQty);
    const own = (await socket.myTrades({ symbol: market, orderId: bought.orderId })).data;
    assert.deepEqual(own.map(({ id }) => id), bought.fills.map(({ tradeId }) => tradeId));
    const wallet = (await socket.accountStatus({ omitZeroBalances: true })).data.balances;
    const told = () => events.filter(({ e }) => e === "outboundAccountPosition").flatMap(({ B }) => B);
    await until(
      () => [coin, "USDT"].every((name) => {
        const { free } = wallet.find(({ asset }) => asset === name);
        return Number(told().findLast(({ a }) => a === name)?.f) === Number(free);
      }), "the balances of the wallet");

    const list = (await socket.orderListPlaceOco(two())).data;
    assert.equal(list.orders.length, 2);
    const { orderListId } = list;
    assert.equal((await socket.orderListStatus({ orderListId })).data.listOrderStatus, "EXECUTING");
    const ended = await socket.orderListCancel({ symbol: market, orderListId });
    assert.equal(ended.data.listOrderStatus, "ALL_DONE");
    await walk(refusals(limit, price), callsOver(socket), ({ code, text }) => ({ code, msg: text }));
    await socket.disconnect();
  }
});

test("connections that have logged on by one signature sign no more", async () => {
  for (const place of [named, beneath]) {
    const { websocketAPI } = connect(keys.ed25519, place);
    const socket = await websocketAPI.connect({ mode: "pool", poolSize: 3 });
    // A pool sends the same bytes over each.
    const sessions = await socket.sessionLogon();
    assert.deepEqual(sessions.map(({ data }) => data.apiKey), Array(3).fill(keys.ed25519.apiKey));
    assert.equal((await socket.sessionStatus()).data.apiKey, keys.ed25519.apiKey);
    const { response, stream } = await socket.userDataStreamSubscribe();
    assert.equal(response.data.subscriptionId, 0);
    const events = [];
    stream.on("message", (event) => events.push(event));
    const placed = [];
    for (let turn = 0; turn < 3; turn += 1)
      placed.push((await socket.orderPlace(limit(0.9, 20))).data.orderId);
    const isNew = (id) =>
      events.some(({ e, i, X }) => e === "executionReport" && i === id && X === "NEW");
    await until(() => placed.every(isNew), "the orders of all connections");
    const gone = (await socket.openOrdersCancelAll({ symbol: market })).data;
    assert.deepEqual(numbers(gone).sort(), placed.sort());
    const loggedOut = await socket.sessionLogout();
    assert.deepEqual(loggedOut.map(({ data }) => data.apiKey), [null, null, null]);
    await until(() => events.some(({ e }) => e === "eventStreamTerminated"), "the end of the subscription");
    // Again each request is signed by itself.
    assert.deepEqual((await socket.openOrdersStatus({ symbol: market })).data, []);
    await socket.disconnect();
  }
  const shared = await connect(keys.hmac).websocketAPI.connect();
  await assert.rejects(() => shared.sessionLogon(), { code: -4056 });
  await shared.disconnect();
});

test("nobody else was asked", () => {
  assert.deepEqual(outside, []);
});
