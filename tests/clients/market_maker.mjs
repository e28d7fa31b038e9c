// A market maker on ccxt.pro: rests an order on each side of the middle of each of its markets. What
// it learns it prints, a line of JSON for each order and fill, for each change of a book that is missing
// and, at the end, for what it must have:
//   EXCHANGE=https://exchange.example/binance API_KEY=… SECRET=… node market_maker.mjs BTC/USDT …
import ccxt from "ccxt";

const { EXCHANGE, API_KEY, SECRET, SPREAD = 0.004, VALUE = 50 } = process.env;
const symbols = process.argv.slice(2);
// Its own limit of calls ends the program where a connection breaks that it was about to use.
const exchange = new ccxt.pro.binance({ apiKey: API_KEY, secret: SECRET, enableRateLimit: false });
// Not one address is left that leads to Binance, which would be shown the key.
(function lead(urls, path = "stream/ws") {
  for (const [name, url] of Object.entries(urls))
    if (typeof url === "object") lead(url, name === "ws-api" ? "ws-api/v3" : path);
    else if (url.startsWith("wss")) urls[name] = `${EXCHANGE.replace("http", "ws")}/${path}`;
    else urls[name] = url.replace(/^https:\/\/[a-z]+\.binance\.com/, EXCHANGE);
})(exchange.urls.api);
const [begun, wallet, told, filled, newest] = [Date.now(), {}, new Set(), {}, {}];
let [running, count] = [true, 0];
process.once("SIGTERM", () => (running = false));
const say = (learned) => console.log(JSON.stringify(learned));
/** What passes by itself. Where a change of a book is missing, ccxt begins with a new book. */
function forgive(error) {
  if (!(error instanceof ccxt.OperationFailed)) throw error;
  if (error instanceof ccxt.ChecksumError) say({ gap: error.message });
}
// Where a connection breaks, ccxt also rejects promises that it has given to nobody.
process.on("unhandledRejection", forgive);

/** Asks until there is an answer: by its client's id, an order that is sent again is the same one. */
async function insist(call) {
  for (;; await exchange.sleep(200))
    try {
      return await call();
    } catch (error) {
      forgive(error);
    }
}

function learn({ id, order, symbol, side, price, amount, cost, fee }, by) {
  if (told.has(symbol + id)) return;
  told.add(symbol + id);
  filled[order] = (filled[order] ?? 0) + amount;
  const [base, quote] = symbol.split("/");
  const sign = side === "buy" ? 1 : -1;
  for (const [coin, change] of [[base, sign * amount], [quote, -sign * cost], [fee.currency, -fee.cost]])
    wallet[coin] += change;
  say({ fill: id, order, symbol, side, price, amount, fee: fee.cost, by });
}

/** Fills come by the stream; those that came while it was broken are asked for. */
async function listen() {
  while (running)
    try {
      await insist(() => exchange.ensureUserDataStreamWsSubscribeSignature("spot"));
      for (const symbol of symbols) await catchUp(symbol);
      while (running) for (const fill of await exchange.watchMyTrades()) learn(fill, "stream");
    } catch (error) {
      if (running) forgive(error);
    }
}

async function catchUp(symbol) {
  const fromId = newest[symbol];
  const fills = await insist(() => exchange.fetchMyTrades(symbol, undefined, 500, { fromId }));
  for (const fill of fills) learn(fill, "call");
  newest[symbol] = fills.at(-1)?.id ?? fromId;
  if (newest[symbol] !== fromId) await catchUp(symbol);
}

/** The order as it was taken, or nothing where it was refused: there may be too little to sell. */
async function place(symbol, side, price) {
  const id = `maker-${begun}-${(count += 1)}`;
  const amount = Number(exchange.amountToPrecision(symbol, VALUE / price));
  const more = { newClientOrderId: id };
  const send = () => exchange.createOrderWs(symbol, "LIMIT_MAKER", side, amount, price, more);
  const order = await insist(send).catch((error) => {
    if (!(error instanceof ccxt.InsufficientFunds || error instanceof ccxt.InvalidOrder)) throw error;
    say({ refused: id, why: error.message });
  });
  if (order) say({ order: order.id, id, symbol, side, price, amount });
  return order && { id: order.id, price, amount };
}

async function cancel(symbol, id) {
  const { status } = await insist(() => exchange.cancelOrderWs(id, symbol)).catch((error) => {
    if (!(error instanceof ccxt.OrderNotFound)) throw error;
    return insist(() => exchange.fetchOrder(id, symbol));
  });
  say({ ended: id, symbol, status });
}

async function quote(symbol, mine = {}) {
  while (running) {
    const { bids, asks } = await insist(() => exchange.watchOrderBook(symbol));
    const best = (levels, own) => levels.find(([price]) => price !== own?.price)?.[0];
    const middle = (best(bids, mine.buy) + best(asks, mine.sell)) / 2;
    if (!middle) continue;
    for (const [side, away] of [["buy", -SPREAD / 2], ["sell", SPREAD / 2]]) {
      const price = Number(exchange.priceToPrecision(symbol, middle * (1 + away)));
      const own = mine[side];
      const good = own && Math.abs(own.price / price - 1) < SPREAD / 8 && !(filled[own.id] >= own.amount);
      if (good) continue;
      if (own) await cancel(symbol, own.id);
      mine[side] = await place(symbol, side, price);
    }
  }
  for (const own of Object.values(mine)) if (own) await cancel(symbol, own.id);
}

await insist(() => exchange.loadMarkets());
for (const symbol of symbols) {
  const [last] = await insist(() => exchange.fetchMyTrades(symbol, undefined, 1));
  newest[symbol] = last?.id;
  told.add(symbol + last?.id);
}
const { total } = await insist(() => exchange.fetchBalance());
for (const symbol of symbols) for (const coin of symbol.split("/")) wallet[coin] = total[coin] ?? 0;
const listening = listen();
await Promise.all(symbols.map((symbol) => quote(symbol)));
for (const symbol of symbols) await catchUp(symbol);
say({ wallet });
await exchange.close();
await listening;
