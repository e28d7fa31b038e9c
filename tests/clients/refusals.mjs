// What is not taken of Binance's clients, over HTTP or over the WebSocket API.

/** The orders, each with the code and the text of its refusal. `limit(share, usdt, more)` is a purchase
 *  at that share of the price, and `price(share)` such a price. */
export function refusals(limit, price) {
  const { symbol } = limit(1, 50);
  const without = { price: undefined, timeInForce: undefined };
  const stop = (more) => limit(1, 50, { type: "STOP_LOSS", ...without, ...more });
  const triggered = "Stop price would trigger immediately.";
  return [
    [limit(0.9, 11_000), -2010, "Account has insufficient balance for requested action."],
    [limit(1.1, 50, { type: "LIMIT_MAKER", timeInForce: undefined }), -2010,
      "Order would immediately match and take."],
    [limit(0.7, 50, { timeInForce: "FOK" }), -2010,
      "The whole quantity could not be filled at once. The order was not taken."],
    [limit(0.9, 50, { symbol: "NOPEUSDT" }), -1121, "Invalid symbol."],
    [limit(0.9, 50, { quantity: 1.23456789 }), -1013, "Filter failure: LOT_SIZE"],
    [limit(0.9, 50, { price: price(0.9) + 0.0000001 }), -1013, "Filter failure: PRICE_FILTER"],
    [limit(0.9, 1), -1013, "Filter failure: NOTIONAL"],
    [limit(11, 50), -1013, "Filter failure: PERCENT_PRICE_BY_SIDE"],
    [limit(0.9, 50, { timeInForce: "NOW" }), -1115, "Invalid timeInForce."],
    [limit(0.9, 50, { type: "STOP", stopPrice: 1 }), -1116, "Invalid orderType."],
    [limit(0.9, 50, { newClientOrderId: "a.b" }), -1100,
      "Illegal characters found in parameter 'newClientOrderId'; legal range is '^[a-zA-Z0-9-_]{1,36}$'."],
    [{ symbol, side: "BUY", type: "MARKET" }, -1102,
      "Param 'quantity' or 'quoteOrderQty' must be sent, but both were empty/null!"],
    [stop({ stopPrice: price(0.8) }), -2010, triggered],
    [stop({ type: "TAKE_PROFIT", stopPrice: price(1.2) }), -2010, triggered],
    [stop({ trailingDelta: 2001 }), -1013, "Filter failure: TRAILING_DELTA"],
    [stop({ type: "TAKE_PROFIT", trailingDelta: 100 }), -1128,
      "Combination of optional parameters invalid."],
    [limit(0.9, 50, { trailingDelta: 100 }), -1106,
      "Parameter 'trailingDelta' sent when not required."],
  ];
}
