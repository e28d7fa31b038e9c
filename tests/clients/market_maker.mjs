// A market maker on ccxt.pro: rests an order on each side of the middle of each of its markets. What
// it learns it prints, a line of JSON for each order, each fill and, at its end, what it should have:
//   EXCHANGE=https://exchange.example/binance API_KEY=… SECRET=… node market_maker.mjs BTC/USDT …
import ccxt from "ccxt";

const { EXCHANGE, API_KEY, SECRET, SPREAD = "0.004", VALUE = "50" } = process.env;
const symbols = process.argv.slice(2);
const exchange = new ccxt.pro.binance({ apiKey: API_KEY, secret: SECRET });
// Not one address is left that leads to Binance, which would be shown the key.
(function lead(urls, path = "stream/ws") {
  for (const [name, url] of Object.entries(urls))
    if (typeof url === "object") lead(url, name === "ws-api" ? "ws-api/v3" : path);
    else if (url.startsWith("wss")) urls[name] = `${EXCHANGE.replace("http", "ws")}/${path}`;
    else urls[name] = url.replace(/^https:\/\/[a-z]+\.binance\.com/, EXCHANGE);
})(exchange.urls.api);

const [begun, wallet, told, newest] = [Date.now(), {}, new Set(), {}];
let [running, count] = [true, 0];
process.once("SIGTERM", () => (running = false));
const say = (learned) => console.log(JSON.stringify(learned));

/** Asks again where there was no answer: an order keeps its client's id, so that it stays one order. */
async function insist(call) {
  for (;;)
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ccxt.OperationFailed)) throw error;
      await exchange.sleep(200);
    }
}

function learn({ id, order, symbol, side, price, amount, cost, fee }, by) {
  if (told.has(symbol + id)) return;
  told.add(symbol + id);
  const [base, quote] = symbol.split("/");
  const sign = side === "buy" ? 1 : -1;
  for (const [coin, change] of [[base, sign * amount], [quote, -sign * cost], [fee.currency, -fee.cost]])
    wallet[coin] = (wallet[coin] ?? 0) + change;
  say({ fill: id, order, symbol, side, price, amount, fee, by });
}

/** What was not told, because nobody listened. */
async function catchUp(symbol) {
  for (let fills; fills?.length !== 1; newest[symbol] = fills.at(-1)?.id) {
    fills = await insist(() =>
      exchange.fetchMyTrades(symbol, undefined, 500, newest[symbol] && { fromId: newest[symbol] }));
    for (const fill of fills) learn(fill, "call");
    if (fills.length === 0) return;
  }
}

async function listen() {
  while (running)
    try {
      await insist(() => exchange.ensureUserDataStreamWsSubscribeSignature("spot"));
      for (const symbol of symbols) await catchUp(symbol);
      while (running) for (const fill of await exchange.watchMyTrades()) learn(fill, "stream");
    } catch (error) {
      if (running && !(error instanceof ccxt.OperationFailed)) throw error;
    }
}

async function place(symbol, side, price) {
  const id = `maker-${begun}-${(count += 1)}`;
  const amount = exchange.amountToPrecision(symbol, Number(VALUE) / price);
  const params = { newClientOrderId: id, postOnly: true };
  try {
    const order = await insist(() => exchange.createOrderWs(symbol, "limit", side, amount, price, params));
    say({ order: order.id, id, symbol, side, price: order.price, amount: order.amount });
    return order;
  } catch (error) {
    if (!(error instanceof ccxt.ExchangeError)) throw error;
    say({ refused: id, why: error.message });
  }
}
