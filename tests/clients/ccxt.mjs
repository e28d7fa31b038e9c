// ccxt, unmodified, trades against a running installation: only its addresses are set. The network
// is closed to it, so that a call to anybody else fails here.
import { outside } from "./closed_network.mjs";
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import ccxt from "ccxt";
import { startFront } from "./front.mjs";
import { Trader } from "./people.mjs";
import { refusals, strangers, walk } from "./refusals.mjs";
import { chainMs, historyMs, until } from "./until.mjs";

const installation = process.env.CAMBIO_TEST_URL;
const [coin, other] = ["CRV", "VET"];
const symbol = `${coin}/USDT`;
const market = `${coin}USDT`;

/** All of its addresses, each of which would otherwise lead elsewhere and take the key along. */
function connect(credentials = {}, options = {}, address = `${installation}/binance`) {
  const exchange = new ccxt.binance({ ...credentials, options, enableRateLimit: false });
  for (const [name, url] of Object.entries(exchange.urls.api)) {
    if (typeof url !== "string") continue;
    exchange.urls.api[name] = url.replace(/^https:\/\/[a-z]+\.binance\.com/, address);
  }
  return exchange;
}

const anybody = connect();
const trader = new Trader(installation, "ccxt", [], "Horse-staple-7");
const mover = new Trader(installation, "ccxt-mover", [], "Horse-staple-7");
let sent;
let program;
let last;

/** A price beside the market's, on its tick. */
const price = (share) => Number(anybody.priceToPrecision(symbol, last * share));
const amount = (usdt) => Number(anybody.amountToPrecision(symbol, usdt / last));
const limit = (share, usdt, more = {}) => ({
  symbol: market,
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  price: price(share),
  quantity: amount(usdt / share),
  ...more,
});
const isOf = (kind, text = "") => (error) => {
  assert.equal(error.constructor, kind, `${error.constructor.name}: ${error.message}`);
  assert.ok(error.message.includes(text), `${error.message} is not ${text}`);
  return true;
};
const refused = (kind, call) => assert.rejects(call, isOf(kind));

/** How ccxt asks for what the table of refusals has, as it is given. */
const callsOf = (exchange) => ({
  order: (params) => exchange.privatePostOrder(params),
  pair: (params) => exchange.privatePostOrderListOco(params),
  cancel: (params) => exchange.privateDeleteOrder(params),
  status: (params) => exchange.privateGetOrder(params),
  book: (params) => exchange.publicGetDepth(params),
  candles: (params) => exchange.publicGetKlines(params),
});

test("a client sends for coins of a chain, which come while others trade", async () => {
  await mover.signUp();
  sent = await mover.receive("USDT");
});

test("markets have the rules of the engine", async () => {
  await anybody.loadMarkets();
  const { info, ...rules } = anybody.market(symbol);
  assert.equal(rules.type, "spot");
  assert.equal(rules.active, true);
  const filters = Object.fromEntries(info.filters.map((filter) => [filter.filterType, filter]));
  assert.equal(rules.precision.price, Number(filters.PRICE_FILTER.tickSize));
  assert.equal(rules.precision.amount, Number(filters.LOT_SIZE.stepSize));
  assert.equal(rules.limits.cost.min, Number(filters.NOTIONAL.minNotional));
  assert.ok(anybody.symbols.length >= 40);
  assert.ok(Object.values(anybody.markets).every(({ spot }) => spot));
  assert.ok(Math.abs((await anybody.fetchTime()) - Date.now()) < 60_000);
  assert.equal((await anybody.fetchStatus()).status, "ok");
});

test("tickers, books, trades and candles", async () => {
  // A young installation has none of that coin yet.
  const ticker = await until(async () => {
    const found = await anybody.fetchTicker(symbol);
    return found.last && found.high && found;
  }, "a price");
  last = ticker.last;
  assert.equal(ticker.symbol, symbol);
  assert.ok(ticker.bid < ticker.ask && ticker.bid > 0);
  assert.ok(ticker.low <= ticker.high);
  const tickers = await anybody.fetchTickers([symbol, `${other}/USDT`]);
  assert.deepEqual(Object.keys(tickers).sort(), [`${other}/USDT`, symbol].sort());
  assert.ok(Object.keys(await anybody.fetchTickers()).length >= 40);
  assert.ok((await anybody.fetchBidsAsks([symbol]))[symbol].ask > 0);
  assert.ok((await anybody.fetchLastPrices([symbol]))[symbol].price > 0);

  const book = await anybody.fetchOrderBook(symbol, 5);
  assert.ok(book.bids.length > 0 && book.bids.length <= 5 && book.asks.length > 0);
  assert.ok(book.bids[0][0] < book.asks[0][0]);
  assert.equal(typeof book.nonce, "number");

  const trades = await until(async () => {
    const found = await anybody.fetchTrades(symbol);
    return found.length > 1 && found;
  }, "trades");
  assert.ok(trades.every(({ timestamp }, at) => at === 0 || trades[at - 1].timestamp <= timestamp));
  assert.ok(trades.every(({ id }, at) => at === 0 || BigInt(trades[at - 1].id) < BigInt(id)));
  const [first] = trades;
  const since = await anybody.fetchTrades(symbol, first.timestamp, 1);
  assert.equal(since[0].id, first.id);
  const paged = await anybody.fetchTrades(symbol, undefined, 2, { fromId: trades[1].id });
  assert.equal(paged[0].id, trades[1].id);

  // The history of the first market is there first.
  const candles = await until(async () => {
    const found = await anybody.fetchOHLCV("BTC/USDT", "1h", undefined, 24);
    return found.length > 1 && found;
  }, "candles", historyMs);
  assert.ok(candles.length <= 24);
  for (const [time, open, high, low, close] of candles) {
    assert.equal(time % 3_600_000, 0);
    assert.ok(low <= Math.min(open, close) && high >= Math.max(open, close));
  }
  for (const frame of ["1m", "15m", "4h", "1d", "1w", "1M"])
    await until(
      async () => (await anybody.fetchOHLCV("BTC/USDT", frame)).length > 0,
      `candles of ${frame}`,
      historyMs,
    );
  await refused(ccxt.BadRequest, () => anybody.fetchOHLCV(symbol, "1s"));
  await refused(ccxt.BadSymbol, () => anybody.fetchTicker("NOPE/USDT"));
  await refused(ccxt.BadSymbol, () => anybody.publicGetDepth({ symbol: "NOPEUSDT" }));
});

test("a client makes a key, and its program sees the wallet", async () => {
  await trader.signUp();
  program = connect(await trader.key("trade"));
  const balance = await program.fetchBalance();
  assert.equal(balance.USDT.free, 10_000);
  assert.equal(balance.USDT.used, 0);
  assert.equal(balance[coin].total, 0);
  const currencies = await program.fetchCurrencies();
  assert.ok(currencies.USDT && currencies.BTC);
  const fee = await program.fetchTradingFee(symbol);
  assert.equal(fee.taker, 0.001);
  assert.ok(Object.keys(await program.fetchTradingFees()).length >= 40);
});

test("a limit order rests, is shown and is cancelled", async () => {
  let order = await program.createOrder(symbol, "limit", "buy", amount(20), price(0.8));
  assert.equal(order.status, "open");
  assert.equal(order.filled, 0);
  assert.match(order.clientOrderId, /^x-TKT5PX2F/);
  assert.equal((await program.fetchOrder(order.id, symbol)).status, "open");
  assert.deepEqual((await program.fetchOpenOrders(symbol)).map(({ id }) => id), [order.id]);
  assert.ok((await program.fetchBalance()).USDT.used > 0);
  const edited = await program.editOrder(order.id, symbol, "limit", "buy", amount(25), price(0.75));
  assert.equal(edited.price, price(0.75));
  assert.equal((await program.fetchOrder(order.id, symbol)).status, "canceled");
  order = edited;
  assert.equal((await program.cancelOrder(order.id, symbol)).status, "canceled");
  assert.equal((await program.fetchOrder(order.id, symbol)).status, "canceled");
  assert.deepEqual(await program.fetchOpenOrders(symbol), []);
  assert.equal((await program.fetchBalance()).USDT.used, 0);
  await refused(ccxt.OrderNotFound, () => program.cancelOrder(order.id, symbol));
  await refused(ccxt.OrderNotFound, () => program.fetchOrder("999999999999", symbol));
});

test("market orders by quantity and by cost, with their trades", async () => {
  const bought = await program.createOrder(symbol, "market", "buy", amount(50));
  assert.equal(bought.status, "closed");
  assert.equal(bought.filled, bought.amount);
  assert.ok(bought.trades.length > 0);
  assert.equal(bought.fees[0].currency, coin);
  const by_cost = await program.createMarketBuyOrderWithCost(symbol, 30);
  assert.equal(by_cost.status, "closed");
  assert.ok(by_cost.cost <= 30 && by_cost.cost > 29);
  const sold = await program.createOrder(symbol, "market", "sell", amount(20));
  assert.equal(sold.status, "closed");
  assert.equal(sold.fees[0].currency, "USDT");

  const trades = await program.fetchMyTrades(symbol);
  const filled = [bought, by_cost, sold].flatMap((order) => order.trades.map(({ id }) => id));
  assert.deepEqual(trades.map(({ id }) => id), filled);
  const own = await program.fetchOrderTrades(sold.id, symbol);
  assert.deepEqual(own.map(({ order }) => order), sold.trades.map(() => sold.id));
  const paged = await program.fetchMyTrades(symbol, undefined, undefined, { fromId: filled[1] });
  assert.equal(paged[0].id, filled[1]);

  // What its own orders say is what the wallet has.
  const balance = await program.fetchBalance();
  const received = (order) => order.filled - (order.fees[0].currency === coin ? order.fees[0].cost : 0);
  const held = received(bought) + received(by_cost) - sold.filled;
  assert.ok(Math.abs(balance[coin].total - held) < 1e-9, `${balance[coin].total} is not ${held}`);
  const closed = await program.fetchClosedOrders(symbol);
  assert.deepEqual(closed.map(({ id }) => id), [bought.id, by_cost.id, sold.id]);
});

test("post-only, times in force and stops", async () => {
  const maker = await program.createOrder(symbol, "limit", "buy", amount(20), price(0.7), {
    postOnly: true,
  });
  assert.equal((await program.fetchOrder(maker.id, symbol)).postOnly, true);
  await refused(ccxt.OrderImmediatelyFillable, () =>
    program.createOrder(symbol, "limit", "buy", amount(20), price(1.2), { postOnly: true }),
  );
  const at_once = await program.createOrder(symbol, "limit", "buy", amount(20), price(1.1), {
    timeInForce: "IOC",
  });
  assert.equal(at_once.status, "closed");
  await refused(ccxt.InvalidOrder, () =>
    program.createOrder(symbol, "limit", "buy", amount(20), price(0.7), { timeInForce: "FOK" }),
  );
  const stop = await program.createOrder(symbol, "limit", "sell", amount(10), price(0.7), {
    stopLossPrice: price(0.75),
  });
  const profit = await program.createOrder(symbol, "limit", "sell", amount(10), price(1.3), {
    takeProfitPrice: price(1.25),
  });
  const at_market = (more) =>
    program.createOrder(symbol, "market", "sell", amount(10), undefined, more);
  const others = [
    await at_market({ stopLossPrice: price(0.75) }),
    await at_market({ takeProfitPrice: price(1.25) }),
  ];
  const open = await program.fetchOpenOrders(symbol);
  assert.deepEqual(
    open.map(({ id }) => id),
    [maker, stop, profit, ...others].map(({ id }) => id),
  );
  assert.equal(open[1].triggerPrice, price(0.75));
  assert.deepEqual(open.slice(3).map(({ info }) => info.type), ["STOP_LOSS", "TAKE_PROFIT"]);
  await refused(ccxt.OrderImmediatelyFillable, () =>
    program.createOrder(symbol, "limit", "sell", amount(10), price(1.3), {
      stopLossPrice: price(1.25),
    }),
  );
  const trailing = await at_market({ trailingPercent: 5, stopLossOrTakeProfit: "stopLoss" });
  const { info } = await program.fetchOrder(trailing.id, symbol);
  assert.deepEqual([info.type, info.trailingDelta], ["STOP_LOSS", 500]);
  assert.ok(Number(info.stopPrice) < last && Number(info.stopPrice) > 0.9 * last);
  assert.equal((await program.cancelAllOrders(symbol)).length, 6);
  assert.deepEqual(await program.fetchOpenOrders(symbol), []);
  assert.ok((await program.fetchOrders(symbol)).length >= 7);
});

test("a pair of orders, one of which ends the other", async () => {
  const pair = {
    symbol: market,
    side: "SELL",
    quantity: String(amount(20)),
    aboveType: "LIMIT_MAKER",
    abovePrice: String(price(1.25)),
    belowType: "STOP_LOSS_LIMIT",
    belowStopPrice: String(price(0.75)),
    belowPrice: String(price(0.7)),
    belowTimeInForce: "GTC",
    listClientOrderId: "a-pair",
  };
  assert.equal((await program.publicGetExchangeInfo({ symbol: market })).symbols[0].ocoAllowed, true);
  const before = (await program.fetchBalance())[coin];
  const list = await program.privatePostOrderListOco(pair);
  assert.equal((await program.privatePostOrderListOco(pair)).orderListId, list.orderListId);
  const open = await program.fetchOpenOrders(symbol);
  assert.deepEqual(
    open.map(({ id, info }) => [id, info.orderListId]).sort(),
    list.orders.map(({ orderId }) => [String(orderId), list.orderListId]).sort(),
  );
  assert.equal(open.find(({ triggerPrice }) => triggerPrice).triggerPrice, price(0.75));
  assert.ok(Math.abs((await program.fetchBalance())[coin].used - amount(20)) < 1e-9, "held once");
  const named = { origClientOrderId: "a-pair" };
  assert.equal((await program.privateGetOrderList(named)).listOrderStatus, "EXECUTING");
  assert.equal((await program.privateGetOpenOrderList()).length, 1);
  const ended = await program.privateDeleteOrderList({ symbol: market, listClientOrderId: "a-pair" });
  assert.equal(ended.listOrderStatus, "ALL_DONE");
  const old = await program.privatePostOrderOco({
    symbol: market,
    side: "SELL",
    quantity: String(amount(20)),
    price: String(price(1.25)),
    stopPrice: String(price(0.75)),
    stopLimitPrice: String(price(0.7)),
    stopLimitTimeInForce: "GTC",
  });
  assert.equal((await program.privateGetAllOrderList()).length, 2);
  await program.cancelOrder(String(old.orders[0].orderId), symbol);
  assert.deepEqual(await program.privateGetOpenOrderList(), []);
  await program.privatePostOrderListOco({ ...pair, listClientOrderId: "another" });
  await program.cancelAllOrders(symbol);
  assert.deepEqual(await program.fetchOpenOrders(symbol), []);
  assert.deepEqual((await program.fetchBalance())[coin], before);
  const order = (more) => () =>
    program.privatePostOrderListOco({ ...pair, listClientOrderId: "third", ...more });
  await refused(ccxt.ExchangeError, order({ belowType: "STOP_LOSS" }));
  await refused(ccxt.InvalidOrder, order({ abovePrice: String(price(0.9)) }));
  await refused(ccxt.OrderNotFound, () => program.privateGetOrderList({ orderListId: 1 }));
});

test("the same order sent twice is one", async () => {
  const send = (quantity) =>
    program.createOrder(symbol, "limit", "buy", quantity, price(0.8), { clientOrderId: "once" });
  const first = await send(amount(20));
  assert.equal((await send(amount(20))).id, first.id);
  await refused(ccxt.InvalidOrder, () => send(amount(30)));
  const shown = await program.fetchOrder(undefined, symbol, { clientOrderId: "once" });
  assert.equal(shown.id, first.id);
  await program.cancelOrder(undefined, symbol, { clientOrderId: "once" });
});

test("refusals are of ccxt's own kinds, and change nothing", async () => {
  const before = (await program.fetchBalance()).total;
  await walk(refusals(limit, price), callsOf(program), ({ kind, text }) => isOf(ccxt[kind], text));
  // In ccxt's own words.
  await refused(ccxt.InsufficientFunds, () =>
    program.createOrder(symbol, "limit", "buy", amount(11_000 / 0.8), price(0.8)),
  );
  await refused(ccxt.InsufficientFunds, () =>
    program.createOrder(`${other}/USDT`, "market", "sell", 1000),
  );
  const trailing = (percent, more) =>
    program.createOrder(symbol, "market", "buy", amount(20), undefined, {
      trailingPercent: percent,
      stopLossOrTakeProfit: "stopLoss",
      ...more,
    });
  await refused(ccxt.BadRequest, () => trailing(25));
  await refused(ccxt.BadRequest, () => trailing(5, { stopLossOrTakeProfit: "takeProfit" }));
  await refused(ccxt.BadRequest, () => trailing(5, { trailingTriggerPrice: price(1.1) }));
  assert.deepEqual((await program.fetchBalance()).total, before);
  assert.deepEqual(await program.fetchOpenOrders(symbol), []);
});

test("who may not is told so", async () => {
  const { apiKey, secret } = program;
  const late = connect({ apiKey, secret }, { timeDifference: 120_000 });
  await refused(ccxt.InvalidNonce, () => late.fetchBalance());
  const early = connect({ apiKey, secret }, { timeDifference: -120_000 });
  await refused(ccxt.InvalidNonce, () => early.fetchBalance());
  const adjusted = connect({ apiKey, secret }, { adjustForTimeDifference: true });
  assert.ok((await adjusted.fetchBalance()).USDT.total > 0);
  const calls = {
    account: (_, credentials) => connect(credentials).privateGetAccount(),
    order: (params, credentials) => connect(credentials).privatePostOrder(params),
  };
  await walk(await strangers(trader, { apiKey, secret }, limit), calls, ({ kind, text }) =>
    isOf(ccxt[kind], text));

  const pair = generateKeyPairSync("ed25519", {
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const reader = connect(
    await trader.key("read", { publicKey: pair.publicKey, secretKey: pair.privateKey }),
  );
  await refused(ccxt.AuthenticationError, () => reader.privatePostOrder(limit(0.9, 50)));
  assert.ok((await reader.fetchBalance()).USDT.total > 0, "an Ed25519 key");
});

test("whoever asks for too much slows his own key down", async () => {
  const hasty = connect(await trader.key("trade"));
  // It counts as an order whatever is wrong with it.
  const order = () =>
    hasty.privatePostOrder({
      symbol: market,
      side: "BUY",
      type: "LIMIT",
      timeInForce: "GTC",
      price: String(price(0.8)),
      quantity: "0",
    });
  const answers = new Set();
  for (let tries = 0; tries < 50 && !answers.has("DDoSProtection"); tries += 1)
    await Promise.all(
      Array.from({ length: 20 }, () =>
        order().catch(({ constructor }) => answers.add(constructor.name)),
      ),
    );
  // What ccxt makes of 429, which it waits for.
  assert.deepEqual([...answers].sort(), ["BadRequest", "DDoSProtection"]);
  assert.ok((await program.fetchBalance()).USDT.total > 0);
  assert.ok((await hasty.fetchBalance()).USDT.total > 0, "it may go on reading");
});

test("at a host name of its own, errors are those of the spot markets", async () => {
  const { apiKey, secret } = program;
  const hostname = `localhost:${await startFront(installation)}`;
  const named = connect({ apiKey, secret, hostname }, {}, `https://api.${hostname}`);
  assert.ok((await named.fetchTicker(symbol)).last > 0);
  assert.equal((await named.fetchBalance()).USDT.used, 0);
  const order = await named.createOrder(symbol, "limit", "buy", amount(20), price(0.8));
  assert.equal((await named.cancelOrder(order.id, symbol)).status, "canceled");
  await walk(refusals(limit, price), callsOf(named), ({ kind, atHost = kind, text }) =>
    isOf(ccxt[atHost], text));
  const longAgo = { startTime: 1_600_000_000_000 };
  for (const history of ["DepositHisrec", "WithdrawHistory"])
    await refused(ccxt.BadRequest, () => named[`sapiGetCapital${history}`](longAgo));
  const site = await fetch(`https://api.${hostname}/api/v3/status`);
  assert.equal(site.status, 404, "nothing else of the site is at this name");
});

test("what goes out to a chain, and what came in from one", async () => {
  const asked = await mover.withdraw("250", "0x8617E340B3D01FA5F11F306F4090FD50E238070D");
  const reader = connect(await mover.key("read"));
  const [shown] = await reader.fetchWithdrawals("USDT");
  assert.deepEqual(
    [shown.id, shown.status, shown.amount + shown.fee.cost, shown.network, shown.address],
    [asked.id, "pending", 250, "ERC20", asked.address],
  );
  await mover.expect("POST", "/api/v3/withdrawals/cancel", { id: asked.id });
  const since = await reader.fetchWithdrawals("USDT", shown.timestamp);
  assert.deepEqual(since.map(({ id, status }) => [id, status]), [[asked.id, "canceled"]]);
  assert.deepEqual(await reader.fetchWithdrawals("BTC"), []);

  const deposit = await until(async () => {
    const [found] = await reader.fetchDeposits("USDT");
    return found?.status === "ok" && found;
  }, "the coins of the chain", chainMs);
  assert.deepEqual([deposit.amount, deposit.network], [Number(sent.amount), "ERC20"]);
  assert.match(deposit.txid, /^0x[0-9a-f]{64}$/);
  assert.equal((await reader.fetchDeposits("USDT", deposit.timestamp, 1))[0].id, deposit.id);
  assert.deepEqual(await reader.fetchDeposits("USDT", deposit.timestamp + 1), []);
});

test("freqtrade's settings in the README leave ccxt no other address", () => {
  const readme = readFileSync(new URL("../../handlers/binance/README.md", import.meta.url), "utf8");
  const settings = JSON.parse(/```json\n([^]*?)```/.exec(readme)[1]).exchange;
  assert.equal(settings.only_from_ccxt, true);
  const { api } = new ccxt.binance(settings.ccxt_config).urls;
  const { api: led } = connect({}, {}, "https://exchange.example/binance").urls;
  for (const [name, url] of Object.entries(api))
    if (typeof url === "string") {
      assert.equal(url, led[name], name);
      assert.match(url, /^https:\/\/exchange\.example\//, name);
    }
});

test("nobody else was asked", () => {
  assert.deepEqual(outside, []);
});
