// Binance's WebSocket API against a running installation, word by word: orders, what becomes of them,
// and whoever may not.
import assert from "node:assert/strict";
import { createHmac, generateKeyPairSync } from "node:crypto";
import { connect } from "node:net";
import { test } from "node:test";
import { Listener } from "./listener.mjs";
import { Trader } from "./people.mjs";
import { until } from "./until.mjs";
import { Program, amount, coin, findPrice, limit, market, place, price, signedBy } from "./ws_program.mjs";

const installation = process.env.CAMBIO_TEST_URL;
const inside = installation.replace(/\d+$/, (port) => String(Number(port) + 4));

const trader = new Trader(installation, "ws-api", [], "Horse-staple-8");
let key;

async function rest(path, params, by = key, method = "GET") {
  const query = new URLSearchParams({ ...params, timestamp: Date.now() }).toString();
  const signature = createHmac("sha256", by.secret).update(query).digest("hex");
  const answer = await fetch(`${installation}/binance/api/v3/${path}?${query}&signature=${signature}`, {
    method,
    headers: { "X-MBX-APIKEY": by.apiKey },
  });
  return { status: answer.status, body: await answer.json() };
}

async function metric(name) {
  const text = await (await fetch(`${inside}/metrics/streams`)).text();
  return Number(text.match(new RegExp(`^cambio_streams_${name} (\\d+)$`, "m"))[1]);
}

test("what anybody may ask", async () => {
  const anybody = await Listener.open(place);
  assert.deepEqual((await anybody.ask("ping")).result, {});
  const time = await anybody.ask("time", { returnRateLimits: false }, "an-id");
  assert.ok(Math.abs(time.result.serverTime - Date.now()) < 60_000);
  assert.deepEqual(Object.keys(time).sort(), ["id", "result", "status"]);
  const rules = await anybody.ask("exchangeInfo", { symbols: [market, "BTCUSDT"] });
  assert.deepEqual(rules.result.symbols.map(({ symbol }) => symbol).sort(), [market, "BTCUSDT"].sort());
  assert.equal(rules.rateLimits[0].rateLimitType, "REQUEST_WEIGHT");
  assert.ok(rules.rateLimits[0].count > 0);
  await findPrice(anybody);
  assert.equal((await anybody.ask("depth", { symbol: market, limit: 5 })).result.bids.length, 5);
  const unknown = await anybody.ask("order.everything", {});
  assert.deepEqual([unknown.status, unknown.error.code], [400, -1020]);
  anybody.socket.send("no JSON");
  assert.equal((await anybody.first(({ id }) => id === null)).error.code, -1135);
  const nameless = await anybody.ask("depth", { symbol: "NOPEUSDT" });
  assert.deepEqual([nameless.status, nameless.error.msg], [400, "Invalid symbol."]);
  await anybody.close();
  const quiet = await Listener.open(`${place}?returnRateLimits=false`);
  assert.equal((await quiet.ask("ping")).rateLimits, undefined);
  await quiet.close();
});

test("an order is placed, shown, cancelled, and told of on the way", async () => {
  await trader.signUp();
  key = await trader.key("trade");
  const program = await Program.open(key);
  assert.equal(await program.listen(), 0);
  assert.deepEqual((await program.ask("session.subscriptions")).result, [{ subscriptionId: 0 }]);
  assert.deepEqual(await program.good("order.test", limit(0.9, 50)), {});

  const placed = await program.call("order.place", limit(0.9, 50, { newClientOrderId: "first" }));
  assert.equal(placed.status, 200, JSON.stringify(placed));
  assert.equal(placed.result.status, "NEW");
  assert.deepEqual(placed.rateLimits.map(({ rateLimitType }) => rateLimitType), [
    "ORDERS",
    "ORDERS",
    "REQUEST_WEIGHT",
  ]);
  const { orderId } = placed.result;
  const told = await program.report(orderId, "NEW");
  assert.deepEqual(
    [told.s, told.c, told.S, told.o, told.f, told.X, told.g, told.w, told.p, told.q],
    [market, "first", "BUY", "LIMIT", "GTC", "NEW", -1, true, placed.result.price, placed.result.origQty],
  );
  const held = await program.first(
    ({ event }) => event?.B?.some(({ a, l }) => a === "USDT" && Number(l) > 0),
    "what is held",
  );
  assert.equal(held.subscriptionId, 0);

  const shown = await program.good("order.status", { symbol: market, orderId });
  assert.deepEqual(shown, (await rest("order", { symbol: market, orderId })).body);
  assert.deepEqual((await program.good("openOrders.status")).map((one) => one.orderId), [orderId]);
  const cancelled = await program.good("order.cancel", { symbol: market, origClientOrderId: "first" });
  assert.equal(cancelled.status, "CANCELED");
  const ended = await program.report(orderId, "CANCELED");
  assert.deepEqual([ended.X, ended.C, ended.w], ["CANCELED", "first", false]);
  await program.refused("order.cancel", { symbol: market, orderId }, 400, -2011);
  const account = await program.good("account.status", { omitZeroBalances: true });
  assert.deepEqual(account.balances, (await rest("account", { omitZeroBalances: true })).body.balances);
  await program.close();
});

test("a stop that trails is placed, told, shown and cancelled", async () => {
  const program = await Program.open(key);
  await program.listen();
  const order = { symbol: market, side: "BUY", type: "STOP_LOSS", quantity: amount(20), trailingDelta: 1000 };
  const placed = await program.good("order.place", { ...order, newOrderRespType: "RESULT" });
  const { orderId, stopPrice, trailingTime } = placed;
  const told = await program.report(orderId, "NEW");
  assert.deepEqual(
    [told.o, told.d, told.D, told.P, told.w, told.W],
    ["STOP_LOSS", 1000, trailingTime, stopPrice, false, undefined],
  );
  const shown = await program.good("order.status", { symbol: market, orderId });
  assert.deepEqual([shown.trailingDelta, shown.isWorking, shown.status], [1000, false, "NEW"]);
  await program.good("order.cancel", { symbol: market, orderId });
  assert.equal((await program.report(orderId, "CANCELED")).d, 1000);
  await program.refused("order.place", { ...order, trailingDelta: 9 }, 400, -1013);
  await program.close();
});

test("trades, pairs and deposits are told once, with the figures that calls give", async () => {
  const program = await Program.open(key);
  await program.listen();
  const before = (await program.good("account.status")).balances;
  const bought = await program.good("order.place", {
    symbol: market,
    side: "BUY",
    type: "MARKET",
    quantity: amount(60),
  });
  const filled = await program.first(({ event }) => event?.X === "FILLED" && event.i === bought.orderId);
  const trades = program.events("executionReport").filter(({ x }) => x === "TRADE");
  const figures = (one) => one.map(([id, ...rest]) => [id, ...rest.map(Number)]);
  assert.deepEqual(
    figures(trades.map(({ t, l, L, n }) => [t, l, L, n])),
    figures(bought.fills.map(({ tradeId, qty, price: at, commission }) => [tradeId, qty, at, commission])),
  );
  assert.deepEqual([filled.event.z, filled.event.N].map(String), [bought.executedQty, coin]);
  assert.equal(Number(filled.event.Z), Number(bought.cummulativeQuoteQty));

  // What comes by another way than a trade.
  await trader.expect("POST", "/api/v3/futures/transfer", {
    coin_name: "USDT",
    draw_type: "DRAW_IN",
    from: "SPOT",
    to: "FUNDING",
    transfer_amount: "25",
    transaction_password: trader.transactionPassword,
  });
  const update = await program.first(({ event }) => event?.e === "balanceUpdate", "a balanceUpdate");
  assert.deepEqual([update.event.a, Number(update.event.d)], ["USDT", -25]);

  const pair = await trader.expect("POST", "/api/v2/my-order", {
    name: market,
    delegate_type: "SELL",
    market_type: "OCO",
    order_per_unit: price(1.2),
    stop_price: price(0.8),
    stop_limit_price: price(0.79),
    number_of_order: amount(30),
    transaction_password: trader.transactionPassword,
  });
  assert.ok(pair);
  const begun = await program.first(({ event }) => event?.e === "listStatus", "a listStatus");
  assert.deepEqual([begun.event.L, begun.event.O.length], ["EXECUTING", 2]);
  const [ended] = await program.good("openOrders.cancelAll", { symbol: market });
  assert.deepEqual([ended.orderListId, ended.orderReports.length], [begun.event.g, 2]);
  await program.first(({ event }) => event?.L === "ALL_DONE", "the end of the pair");

  // All events together lead from the balances before to those of now.
  const now = (await program.good("account.status")).balances;
  await until(() => {
    const sums = Object.fromEntries(before.map(({ asset, free, locked }) => [asset, { free, locked }]));
    for (const { B } of program.events("outboundAccountPosition"))
      for (const { a, f, l } of B) sums[a] = { free: f, locked: l };
    return now.every(({ asset, free, locked }) =>
      Number(sums[asset].free) === Number(free) && Number(sums[asset].locked) === Number(locked));
  }, "the same balances");
  const seen = program.events("executionReport").map(({ i, x, t, w }) => `${i} ${x} ${t} ${w}`);
  assert.equal(new Set(seen).size, seen.length, "nothing was told twice");
  assert.equal(program.events("balanceUpdate").length, 1);
  await program.close();
});

test("a pair of orders is placed, shown, cancelled, and told of on the way", async () => {
  const program = await Program.open(key);
  await program.listen();
  const pair = {
    symbol: market,
    side: "SELL",
    quantity: amount(30),
    aboveType: "LIMIT_MAKER",
    abovePrice: price(1.2),
    aboveClientOrderId: "profit",
    belowType: "STOP_LOSS_LIMIT",
    belowStopPrice: price(0.8),
    belowPrice: price(0.79),
    belowTimeInForce: "GTC",
    belowClientOrderId: "loss",
    listClientOrderId: "profit-or-loss",
  };
  const list = await program.good("orderList.place.oco", pair);
  assert.deepEqual(list.orders.map(({ clientOrderId }) => clientOrderId), ["loss", "profit"]);
  // However often it is the same one, by whichever call.
  const again = await Promise.all(
    Array.from({ length: 5 }, () => program.good("orderList.place.oco", pair)));
  assert.deepEqual(new Set(again.map(({ orderListId }) => orderListId)), new Set([list.orderListId]));
  assert.equal((await rest("orderList/oco", pair, key, "POST")).body.orderListId, list.orderListId);
  await program.refused("orderList.place.oco", { ...pair, abovePrice: price(1.3) }, 400, -2010);
  const begun = await program.first(({ event }) => event?.e === "listStatus", "its begin");
  assert.deepEqual(
    [begun.event.C, begun.event.l, begun.event.L, begun.event.O.map(({ c }) => c).sort()],
    ["profit-or-loss", "EXEC_STARTED", "EXECUTING", ["loss", "profit"]],
  );
  const named = { origClientOrderId: "profit-or-loss" };
  const shown = await program.good("orderList.status", named);
  assert.deepEqual(shown, (await rest("orderList", named)).body);
  assert.deepEqual(await program.good("openOrderLists.status"), [shown]);
  const ended = await program.good("orderList.cancel", { symbol: market, orderListId: list.orderListId });
  assert.deepEqual(ended.orderReports.map(({ status }) => status), ["CANCELED", "CANCELED"]);
  const told = await program.first(({ event }) => event?.L === "ALL_DONE", "its end");
  assert.deepEqual([told.event.C, told.event.O.length], ["profit-or-loss", 2]);
  await program.refused("orderList.cancel", { symbol: market, orderListId: list.orderListId }, 400, -2011);
  assert.ok((await program.good("allOrderLists")).some((one) => one.orderListId === list.orderListId));
  const old = await program.good("orderList.place", {
    symbol: market,
    side: "SELL",
    quantity: amount(30),
    price: price(1.2),
    stopPrice: price(0.8),
    stopLimitPrice: price(0.79),
    stopLimitTimeInForce: "GTC",
  });
  await program.good("order.cancel", { symbol: market, orderId: old.orders[1].orderId });
  assert.deepEqual(await program.good("openOrderLists.status"), []);
  await program.refused("orderList.place.oco", { ...pair, belowType: "STOP_LOSS" }, 400, -1158);
  await program.close();
});

test("twenty orders at once are twenty, each told", async () => {
  const program = await Program.open(key);
  await program.listen();
  const places = Array.from({ length: 20 }, (_, at) =>
    program.call("order.place", limit(0.8, 20, { newClientOrderId: `many-${at}` })));
  const orders = (await Promise.all(places)).map(({ result }) => result.orderId);
  assert.equal(new Set(orders).size, 20);
  await Promise.all(orders.map((order) => program.report(order, "NEW")));
  // The same one, twenty times, is one.
  const once = await Promise.all(
    Array.from({ length: 20 }, () =>
      program.call("order.place", limit(0.8, 20, { newClientOrderId: "only-one" }))));
  assert.equal(new Set(once.map(({ result }) => result.orderId)).size, 1);
  assert.equal((await program.good("openOrders.cancelAll", { symbol: market })).length, 21);
  await Promise.all(orders.map((order) => program.report(order, "CANCELED")));
  await program.close();
});

test("refusals are those of the calls, and change nothing", async () => {
  const program = await Program.open(key);
  const before = await program.good("account.status", { omitZeroBalances: true });
  const same = async (params, path = "order") => {
    const { status, error } = await program.call("order.place", params);
    const called = await rest(path, params, key, "POST");
    assert.deepEqual([status, error], [called.status, called.body], JSON.stringify(params));
  };
  await same(limit(0.9, 11_000));
  await same(limit(0.9, 50, { symbol: "NOPEUSDT" }));
  await same(limit(0.9, 50, { price: "0.123456789123" }));
  await same(limit(0.9, 50, { timeInForce: "NOW" }));
  await same(limit(0.9, 50, { type: "STOP", stopPrice: "1" }));
  await same(limit(0.9, 50, { newClientOrderId: "a b" }));
  await same(limit(0.9, 50, { nobody: "knows" }));
  await same({ symbol: market });
  const { balances } = await program.good("account.status", { omitZeroBalances: true });
  assert.deepEqual(balances, before.balances);
  assert.deepEqual(await program.good("openOrders.status"), []);
  await program.close();
});

test("what was not signed so is refused", async () => {
  const program = await Program.open(key);
  const refused = async (params, status, code, method = "order.place") => {
    const { status: got, error } = await program.ask(method, params);
    assert.deepEqual([got, error?.code], [status, code], JSON.stringify([params, error]));
  };
  const order = limit(0.9, 50);
  // Each is of now: a time of long ago would be refused first.
  const good = () => signedBy(key, order);
  await refused({ ...good(), quantity: "1" }, 400, -1022);
  await refused({ ...good(), newClientOrderId: "more" }, 400, -1022);
  await refused({ ...good(), returnRateLimits: false }, 400, -1022);
  await refused({ ...good(), signature: undefined }, 400, -1102);
  await refused({ ...good(), signature: good().signature.replace(/^./, "g") }, 400, -1022);
  await refused({ ...good(), apiKey: undefined }, 401, -2014);
  await refused({ ...good(), apiKey: "short" }, 401, -2014);
  await refused({ ...good(), apiKey: "A".repeat(64) }, 401, -2015);
  await refused(order, 401, -2014);
  await refused(signedBy(key, { ...order, timestamp: Date.now() - 6000 }), 400, -1021);
  await refused(signedBy(key, { ...order, timestamp: Date.now() + 9000 }), 400, -1021);
  await refused(signedBy(key, { ...order, recvWindow: 60_001 }), 400, -1131);
  // One text that could be of two sets of parameters.
  await refused(signedBy(key, { symbol: `${market}&side=BUY` }), 400, -1100);
  const { symbol, side, ...others } = signedBy(key, order);
  await refused({ ...others, [`side=${side}&symbol`]: symbol }, 400, -1100);
  // As a call's address is signed.
  const asked = good();
  const query = new URLSearchParams({ ...order, timestamp: asked.timestamp }).toString();
  const signature = createHmac("sha256", key.secret).update(query).digest("hex");
  await refused({ ...asked, signature }, 400, -1022);
  // Twice the same name.
  const { apiKey, timestamp } = good();
  const id = "twice";
  program.socket.send(`{"id":"${id}","method":"order.place","params":{"apiKey":"${apiKey}","apiKey":"x"}}`);
  assert.equal((await program.first((one) => one.id === null)).error.code, -1135);
  // Numbers are signed as they were written.
  const text = `apiKey=${apiKey}&symbol=${market}&timestamp=${timestamp}.0`;
  program.socket.send(
    `{"id":"number","method":"openOrders.status","params":{"symbol":"${market}","apiKey":"${apiKey}",` +
      `"timestamp":${timestamp}.0,"signature":"${createHmac("sha256", key.secret).update(text).digest("hex")}"}}`,
  );
  assert.equal((await program.first((one) => one.id === "number")).error.code, -1130);
  assert.deepEqual(await program.good("openOrders.status"), []);
  await program.close();
});

test("who may not is told so", async () => {
  const pair = generateKeyPairSync("ed25519", {
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const reader = await Program.open(
    await trader.key("read", { publicKey: pair.publicKey, secretKey: pair.privateKey }));
  await reader.refused("order.place", limit(0.9, 50), 401, -2015);
  await reader.refused("order.cancel", { symbol: market, orderId: 1 }, 401, -2015);
  assert.equal(await reader.listen(), 0, "a key that only reads hears, signed by Ed25519");
  await reader.refused("userDataStream.subscribe.signature", {}, 400, -2035);
  assert.deepEqual((await reader.ask("userDataStream.unsubscribe", { subscriptionId: 0 })).result, {});
  const gone = await reader.ask("userDataStream.unsubscribe", { subscriptionId: 0 });
  assert.deepEqual([gone.status, gone.error.code], [400, -2036]);
  await reader.close();

  const elsewhere = await Program.open(await trader.key("trade", { networks: "203.0.113.0/24" }));
  await elsewhere.refused("account.status", {}, 401, -2015);
  await elsewhere.refused("userDataStream.subscribe.signature", {}, 401, -2015);
  // Nor does an address help that the program itself tells.
  const told = await Listener.open(place, {
    headers: { "X-Real-IP": "203.0.113.5", "X-Forwarded-For": "203.0.113.5" },
  });
  const reply = await told.ask("account.status", signedBy(elsewhere.by));
  assert.deepEqual([reply.status, reply.error.code], [401, -2015]);
  await told.close();
  await elsewhere.close();
  for (const path of ["/internal/user-data", "/internal/user-stream", "/internal/user-logon"])
    assert.equal((await fetch(installation + path, { method: "POST" })).status, 404);
});

test("a client's changes are heard so many times and no more", async () => {
  await until(async () => (await metric("user_streams")) === 0, "nobody's subscriptions");
  const hearers = [];
  for (let times = 0; times < 20; times += 1) {
    const hearer = await Program.open(key);
    await hearer.listen();
    hearers.push(hearer);
  }
  const late = await Program.open(key);
  await late.refused("userDataStream.subscribe.signature", {}, 400, -2042);
  await hearers.pop().close();
  await until(
    async () => (await late.call("userDataStream.subscribe.signature")).status === 200,
    "the place of who has left",
  );
  hearers.push(late);
  const { orderId } = await late.good("order.place", limit(0.8, 20));
  await Promise.all(hearers.map((hearer) => hearer.report(orderId, "NEW")));
  await late.good("openOrders.cancelAll", { symbol: market });
  await Promise.all(hearers.map((hearer) => hearer.report(orderId, "CANCELED")));
  for (const hearer of hearers) await hearer.close();
});

test("a subscription ends with its key, its rights and its client's freedom", async () => {
  const took = [];
  const ends = async (by, act) => {
    const program = await Program.open(by);
    await program.listen();
    await act(await trader.expect("GET", "/api/v3/api-keys"));
    const since = performance.now();
    await program.first(({ event }) => event?.e === "eventStreamTerminated", "the end");
    took.push((performance.now() - since) / 1000);
    assert.deepEqual((await program.ask("session.subscriptions")).result, []);
    await program.close();
  };
  const made = async (networks) => {
    const by = await trader.key("trade", { networks });
    return { by, id: async ({ keys }) => keys.find(({ key: name }) => name === by.apiKey).id };
  };
  const ended = await made();
  const other = await Program.open(key);
  await other.listen();
  await ends(ended.by, async (list) =>
    trader.expect("POST", "/api/v3/api-keys/end", {
      id: await ended.id(list),
      password: trader.password,
    }));
  const narrowed = await made();
  await ends(narrowed.by, async (list) =>
    trader.expect("POST", "/api/v3/api-keys/restrict", {
      id: await narrowed.id(list),
      password: trader.password,
      scope: "trade",
      networks: "203.0.113.0/24",
    }));
  // Another key of the same client hears on.
  const { orderId } = await other.good("order.place", limit(0.8, 20));
  await other.report(orderId, "NEW");
  await ends(key, () => trader.freeze());
  await other.first(({ event }) => event?.e === "eventStreamTerminated", "the end of the other");
  await other.close();
  // A second is promised: that is held to the middle one, since a busy machine may be late once.
  took.sort((one, another) => one - another);
  assert.ok(took[1] <= 1, `subscriptions end after ${took.join(", ")} s`);
});

test("a flood slows itself alone, and who does not read is sent away", async () => {
  const neighbour = await Listener.open(place);
  const flood = await Listener.open(place);
  for (let id = 1; id <= 400; id += 1) flood.socket.send(JSON.stringify({ id, method: "ping" }));
  assert.deepEqual((await neighbour.ask("ping")).result, {});
  // Replies come when they are ready, the last one not at the end.
  await until(() => flood.heard.length === 400, "the replies to the flood");
  await flood.close();

  const pinging = await Listener.open(place);
  for (let times = 0; times < 20; times += 1) pinging.socket.ping();
  assert.equal((await pinging.closed).code, 1008);

  const before = await metric("ended_slow_total");
  const { hostname, port } = new URL(installation);
  const sleeper = connect(Number(port), hostname);
  const gone = new Promise((resolve) => sleeper.on("close", resolve).on("error", () => {}));
  sleeper.write(
    `GET ${place} HTTP/1.1\r\nHost: ${hostname}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  const text = '{"id":1,"method":"exchangeInfo"}';
  const frame = Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
  for (let times = 0; times < 200; times += 1) sleeper.write(frame);
  sleeper.pause();
  await until(async () => (await metric("ended_slow_total")) > before, "the sleeper's end");
  sleeper.resume();
  await gone;
  assert.deepEqual((await neighbour.ask("ping")).result, {});
  await neighbour.close();
  await until(async () => (await metric("user_streams")) === 0, "nobody's subscriptions");
});
