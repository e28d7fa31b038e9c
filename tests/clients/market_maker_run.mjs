// A market maker and somebody who takes what it offers, while programs are killed: in the end what the
// maker believes is what the exchange knows, nothing that was acknowledged is lost, and the books
// balance.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import ccxt from "ccxt";
import { operator } from "../fuzz/api/installation.js";
import { startFront } from "./front.mjs";
import { kill, victims } from "./killer.mjs";
import { Trader } from "./people.mjs";
import { until } from "./until.mjs";

const installation = process.env.CAMBIO_TEST_URL;
const simulator = installation.replace(/\d+$/, (port) => String(Number(port) + 1));
const address = `${installation}/binance`;
const seconds = Number(process.env.MAKER_SECONDS ?? 40);
const coins = ["OP", "CHZ", "GRT"];
const symbols = coins.map((coin) => `${coin}/USDT`);
const price = { OP: 1.5, CHZ: 0.1, GRT: 0.2 };
/** So much is acknowledged between a fault and the next. */
const [orders, fills] = [12, 2];

const control = (path, data) =>
  fetch(`${simulator}/control/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: data && JSON.stringify(data),
  });

/** The provider's price takes a step; its book lies far from it, so that clients meet clients. */
async function step(coin) {
  price[coin] *= 1 + (Math.random() - 0.5) / 100;
  const at = (share) => (price[coin] * share).toFixed(4);
  await control(`price?instId=${coin}-USDT&price=${at(1)}`);
  await control(`book?instId=${coin}-USDT`, {
    bids: [[at(0.98), "100000"]],
    asks: [[at(1.02), "100000"]],
  });
}

/** A call that somebody makes who gives up where there is no answer. */
const attempt = (call) => call().catch(() => undefined);
const marketOrder = (trader, coin, side, usdt) =>
  trader.ask("POST", "/api/v2/my-order", {
    name: `${coin}USDT`,
    delegate_type: side,
    market_type: "MARKET",
    trade_type: "market",
    ...(side === "BUY" ? { total: String(usdt) } : { number_of_order: (usdt / price[coin]).toFixed(0) }),
    transaction_password: trader.transactionPassword,
  });

/** A client with coins of each market. */
async function somebody(name) {
  const trader = await new Trader(installation, name, [], "Horse-staple-6").signUp();
  for (const coin of coins)
    await until(async () => (await marketOrder(trader, coin, "BUY", 1500)).status === 200, `${coin} bought`);
  return trader;
}

for (const coin of coins) await step(coin);
const [owner, taker] = [await somebody("maker"), await somebody("taker")];
const { apiKey, secret } = await owner.key("trade");
const EXCHANGE = `https://api.localhost:${await startFront(installation)}`;
const environment = { ...process.env, EXCHANGE, API_KEY: apiKey, SECRET: secret };
const maker = spawn(
  process.execPath,
  ["--import", "./closed_network.mjs", "market_maker.mjs", ...symbols],
  { env: environment, stdio: ["ignore", "pipe", "inherit"] },
);
const ended = once(maker, "exit");
process.once("exit", () => maker.kill("SIGKILL"));
const [placed, filled, ends, refusals] = [new Map(), new Map(), new Map(), new Map()];
let wallet;
const gaps = [];
const asked = { stream: 0, call: 0 };
const lines = createInterface({ input: maker.stdout });
// Each trade waits for the next line, and some wait for a second.
lines.setMaxListeners(100);
lines.on("line", (line) => {
  const learned = JSON.parse(line);
  if (learned.order && !learned.fill) placed.set(learned.order, learned);
  if (learned.fill) {
    filled.set(learned.symbol + learned.fill, learned);
    asked[learned.by] += 1;
  }
  if (learned.ended) ends.set(learned.ended, learned.status);
  if (learned.refused) refusals.set(learned.refused, learned.why);
  if (learned.wallet) wallet = learned.wallet;
  if (learned.gap) gaps.push(learned.gap);
});

let trading = true;
/** Buys and sells in turns, each time that the maker has said something, or after a second. */
async function trade() {
  for (let turn = 0; trading; turn += 1) {
    const coin = coins[turn % coins.length];
    await attempt(() => step(coin));
    const side = Math.floor(turn / coins.length) % 2 === 0 ? "BUY" : "SELL";
    await attempt(() => marketOrder(taker, coin, side, 10 + Math.floor(Math.random() * 60)));
    await Promise.race([once(lines, "line"), new Promise((resolve) => setTimeout(resolve, 1000))]);
  }
}
const traded = trade();

const kills = new Map(victims.map((victim) => [victim, 0]));
for (let turn = 0, end = Date.now() + seconds * 1000; turn < victims.length || Date.now() < end; turn += 1) {
  const victim = victims[turn % victims.length];
  await until(() => kill(victim), `${victim} to strike`);
  kills.set(victim, kills.get(victim) + 1);
  const [before, began] = [[placed.size, filled.size], Date.now()];
  await until(() => {
    assert.equal(maker.exitCode, null, "the maker goes on");
    return placed.size >= before[0] + orders && filled.size >= before[1] + fills;
  }, `orders and fills after the end of ${victim}`);
  console.log(`${victim} killed: ${placed.size} orders, ${filled.size} fills after ${Date.now() - began} ms`);
}
maker.kill("SIGTERM");
assert.deepEqual(await ended, [0, null]);
trading = false;
await traded;
console.log(`${[...kills].map(([victim, times]) => `${victim} ${times}`).join(", ")} times killed`);
console.log(
  `${placed.size} orders taken, ${refusals.size} refused; ${filled.size} fills, ` +
    `${asked.stream} of them told and ${asked.call} asked for`,
);

// What the exchange knows, by another program of the same client.
const exchange = new ccxt.binance({ apiKey, secret });
for (const [name, url] of Object.entries(exchange.urls.api))
  if (typeof url === "string")
    exchange.urls.api[name] = url.replace(/^https:\/\/[a-z]+\.binance\.com/, address);

/** All pages of a list, each of which begins with the last one of the page before. */
async function all(fetchPage) {
  const found = new Map();
  for (let from, size = -1; found.size > size; from = [...found.keys()].at(-1)) {
    size = found.size;
    for (const one of await fetchPage(from)) found.set(one.id, one);
  }
  return [...found.values()];
}
const ordersOf = (symbol) =>
  all((orderId = "1") => exchange.fetchOrders(symbol, undefined, 1000, { orderId }));
const fillsOf = (symbol) => all((fromId = "1") => exchange.fetchMyTrades(symbol, undefined, 1000, { fromId }));

await exchange.loadMarkets();
const sums = new Map();
for (const { order, amount } of filled.values()) sums.set(order, (sums.get(order) ?? 0) + amount);
const states = { closed: 0, canceled: 0 };
const lost = new Set(placed.keys());
for (const symbol of symbols) {
  const known = (await ordersOf(symbol)).filter(({ clientOrderId }) => clientOrderId?.startsWith("maker-"));
  for (const order of known) {
    const own = placed.get(order.id);
    assert.ok(own, `the maker knows of ${order.clientOrderId}, ${refusals.get(order.clientOrderId)}`);
    lost.delete(order.id);
    assert.deepEqual(
      [order.clientOrderId, order.symbol, order.side, order.price, order.amount, order.status],
      [own.id, own.symbol, own.side, own.price, own.amount, ends.get(order.id)],
    );
    assert.ok(Math.abs(order.filled - (sums.get(order.id) ?? 0)) < 1e-9, `what was filled of ${order.id}`);
    states[order.status] += 1;
  }
  const own = [...filled.values()].filter((fill) => fill.symbol === symbol);
  const kept = (await fillsOf(symbol)).filter(({ order }) => placed.has(order));
  assert.deepEqual(
    kept.map(({ id, order, side, price: at, amount, fee }) => [id, order, side, at, amount, fee.cost]),
    own
      .map(({ fill, order, side, price: at, amount, fee }) => [fill, order, side, at, amount, fee])
      .sort(([one], [other]) => Number(BigInt(one) - BigInt(other))),
  );
}
assert.deepEqual([...lost], [], "no acknowledged order is lost");
const { total, used } = await exchange.fetchBalance();
for (const [coin, amount] of Object.entries(wallet)) {
  assert.ok(Math.abs(total[coin] - amount) < 1e-6, `${coin}: ${total[coin]} is not ${amount}`);
  assert.equal(used[coin], 0, `no ${coin} is held`);
}
assert.ok(asked.stream > 0, "fills are told");
assert.deepEqual(gaps, [], "no change of a book was missing");
assert.equal(operator("audit").passed, true, "the books balance");
console.log(`Nothing was lost: ${states.closed} orders filled, ${states.canceled} cancelled`);
