// What is not taken of Binance's clients: the one table that ccxt, ccxt.pro and Binance's own connector
// walk, over HTTP and over the WebSocket API, as far as each of them can ask for it.
import assert from "node:assert/strict";

/** Each is what a client asks for by which of its calls (`call`, `params`), with Binance's code and text, and
 *  `kind`, the class of error that ccxt makes of it: `atHost` is that class where the address is one of Binance's form,
 *  and `overSocket` that of ccxt.pro, where they differ. What is `raw` ccxt.pro refuses by itself, or sends otherwise.
 *  `limit(share, usdt, more)` is a purchase at that share of the price, and `price(share)` such a price. */
export function refusals(limit, price) {
  const { symbol } = limit(1, 50);
  const order = (name, params, code, text, kind, more) =>
    ({ name, call: "order", params: given(params), code, text, kind, ...more });
  const raw = { raw: true };
  const without = { price: undefined, timeInForce: undefined };
  const stop = (more) => limit(1, 50, { type: "STOP_LOSS", ...without, ...more });
  const triggered = [-2010, "Stop price would trigger immediately.", "OrderImmediatelyFillable"];
  const pair = (more) => ({
    symbol,
    side: "SELL",
    quantity: limit(1, 15).quantity,
    aboveType: "LIMIT_MAKER",
    abovePrice: price(1.25),
    belowType: "STOP_LOSS_LIMIT",
    belowStopPrice: price(0.75),
    belowPrice: price(0.7),
    belowTimeInForce: "GTC",
    ...more,
  });
  const nothing = { symbol, orderId: 999_999_999_999 };
  return [
    order("more than there is", limit(0.9, 11_000), -2010,
      "Account has insufficient balance for requested action.", "InsufficientFunds"),
    order("a maker that would take", limit(1.1, 50, { type: "LIMIT_MAKER", timeInForce: undefined }), -2010,
      "Order would immediately match and take.", "OrderImmediatelyFillable"),
    order("all or nothing, of nothing", limit(0.7, 50, { timeInForce: "FOK" }), -2010,
      "The whole quantity could not be filled at once. The order was not taken.", "InvalidOrder"),
    order("no market", limit(0.9, 50, { symbol: "NOPEUSDT" }), -1121, "Invalid symbol.", "BadSymbol"),
    order("a part of a lot", limit(0.9, 50, { quantity: 1.23456789 }), -1013, "Filter failure: LOT_SIZE",
      "InvalidOrder", { overSocket: "BadRequest" }),
    order("a part of a tick", limit(0.9, 50, { price: price(0.9) + 0.0000001 }), -1013,
      "Filter failure: PRICE_FILTER", "InvalidOrder", { overSocket: "BadRequest" }),
    order("too little", limit(0.9, 1), -1013, "Filter failure: NOTIONAL", "BadRequest"),
    order("too far from the price", limit(11, 50), -1013, "Filter failure: PERCENT_PRICE_BY_SIDE", "InvalidOrder"),
    order("no time in force", limit(0.9, 50, { timeInForce: "NOW" }), -1115, "Invalid timeInForce.", "BadRequest"),
    order("no type", limit(0.9, 50, { type: "STOP", stopPrice: 1 }), -1116, "Invalid orderType.", "BadRequest", raw),
    order("no id", limit(0.9, 50, { newClientOrderId: "a.b" }), -1100,
      "Illegal characters found in parameter 'newClientOrderId'; legal range is '^[a-zA-Z0-9-_]{1,36}$'.",
      "BadRequest"),
    order("no quantity", { symbol, side: "BUY", type: "MARKET" }, -1102,
      "Param 'quantity' or 'quoteOrderQty' must be sent, but both were empty/null!", "BadRequest", raw),
    order("an iceberg", limit(0.9, 50, { icebergQty: 1 }), -1130,
      "Data sent for parameter 'icebergQty' is not valid.", "BadRequest"),
    order("a stop behind the price", stop({ stopPrice: price(0.8) }), ...triggered),
    order("a profit behind the price", stop({ type: "TAKE_PROFIT", stopPrice: price(1.2) }), ...triggered),
    order("a stop that trails too far", stop({ trailingDelta: 2001 }), -1013, "Filter failure: TRAILING_DELTA",
      "BadRequest"),
    order("a profit that trails", stop({ type: "TAKE_PROFIT", trailingDelta: 100 }), -1128,
      "Combination of optional parameters invalid.", "BadRequest"),
    order("a limit that trails", limit(0.9, 50, { trailingDelta: 100 }), -1106,
      "Parameter 'trailingDelta' sent when not required.", "BadRequest", raw),
    order("too long a window", limit(0.9, 50, { recvWindow: 60_001 }), -1131, "recvWindow must be less than 60000.",
      "ExchangeError", { atHost: "BadRequest", raw: true }),
    { name: "a pair of another type", call: "pair", params: pair({ belowType: "STOP_LOSS" }), code: -1158,
      text: "Order type not supported in OCO.", kind: "ExchangeError" },
    { name: "a pair on one side of the price", call: "pair", params: pair({ abovePrice: price(0.9) }), code: -2010,
      text: "The relationship of the prices for the orders is not correct.", kind: "InvalidOrder" },
    { name: "the end of no order", call: "cancel", params: nothing, code: -2011, text: "Unknown order sent.",
      kind: "OrderNotFound" },
    { name: "the state of no order", call: "status", params: nothing, code: -2013, text: "Order does not exist.",
      kind: "OrderNotFound" },
    { name: "the book of no market", call: "book", params: { symbol: "NOPEUSDT" }, code: -1121,
      text: "Invalid symbol.", kind: "BadSymbol" },
    { name: "candles of a second", call: "candles", params: { symbol, interval: "1s" }, code: -1120,
      text: "Invalid interval.", kind: "BadRequest" },
    { name: "candles of another time zone", call: "candles", params: { symbol, interval: "1d", timeZone: "8" },
      code: -1130, text: "Data sent for parameter 'timeZone' is not valid.", kind: "BadRequest" },
  ];
}

/** Who may not: each with the key that it comes with, and the status of HTTP, beside what the table above has.
 *  `apiKey` is a key of the trader's, and `secret` the one that it shares. */
export async function strangers(trader, { apiKey, secret }, limit) {
  const stranger = (name, credentials, [status, code, text], more = { call: "account" }) =>
    ({ name, credentials, status, code, text, kind: "AuthenticationError", ...more });
  const notAllowed = [401, -2015, "Invalid API-key, IP, or permissions for action."];
  return [
    stranger("a wrong secret", { apiKey, secret: "a".repeat(64) },
      [400, -1022, "Signature for this request is not valid."]),
    stranger("a key that there is not", { apiKey: "A".repeat(64), secret }, notAllowed),
    stranger("what no key looks like", { apiKey: "short", secret }, [401, -2014, "API-key format invalid."]),
    stranger("a key of another place", await trader.key("trade", { networks: "203.0.113.0/24" }), notAllowed),
    stranger("an order by a key that reads", await trader.key("read"), notAllowed,
      { call: "order", params: limit(0.9, 50) }),
  ];
}

/** Walks a table: `calls` are what the client can ask for, by their names; `expected(row)` is what an error has to be.
 *  Something has to be walked. */
export async function walk(table, calls, expected) {
  const rows = table.filter(({ call }) => calls[call]);
  assert.ok(rows.length > 0);
  for (const row of rows) {
    const call = () => calls[row.call](row.params, row.credentials);
    await assert.rejects(call, expected(row), row.name);
  }
}

const given = (params) => Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
