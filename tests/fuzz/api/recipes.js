// Calls whose parameters only make sense together: what somebody would really send.

const places = (text) => text.split(".")[1]?.length ?? 0;

/** The last price of a coin times a factor, with one place less than it has. */
function near(person, coin, factor) {
  const last = person.prices?.[coin] ?? "1";
  return (last * factor).toFixed(Math.max(0, places(last) - 1));
}

function order(random, { person, coins }) {
  const coin = random.pick(coins);
  const base = {
    name: `${coin}USDT`,
    trade_type: "market",
    transaction_password: person.transactionPassword,
  };
  const total = random.pick(["10", "20", "50"]);
  const quantity = random.pick(["20", "50", "100"]);
  const price = (factor) => near(person, coin, factor);
  return random.pick([
    { ...base, delegate_type: "BUY", market_type: "MARKET", total },
    {
      ...base,
      delegate_type: "SELL",
      market_type: "MARKET",
      number_of_order: quantity,
    },
    {
      ...base,
      delegate_type: "BUY",
      market_type: "LIMIT",
      order_per_unit: price(0.9),
      total,
      time_in_force: random.pick(["GTC", "IOC", "FOK"]),
    },
    {
      ...base,
      delegate_type: "SELL",
      market_type: "LIMIT",
      order_per_unit: price(1.1),
      number_of_order: quantity,
      post_only: random.pick(["true", "false"]),
    },
    {
      ...base,
      delegate_type: "BUY",
      market_type: "STOP_LIMIT",
      stop_price: price(1.05),
      order_per_unit: price(1.06),
      number_of_order: quantity,
    },
    {
      ...base,
      delegate_type: "BUY",
      market_type: "STOP_MARKET",
      stop_price: price(1.05),
      total,
    },
    {
      ...base,
      delegate_type: "SELL",
      market_type: "TAKE_PROFIT_MARKET",
      stop_price: price(1.05),
      number_of_order: quantity,
    },
    {
      ...base,
      delegate_type: "SELL",
      market_type: "TRAILING_STOP_MARKET",
      trailing_delta: 500,
      number_of_order: quantity,
    },
    {
      ...base,
      delegate_type: "SELL",
      market_type: "OCO",
      order_per_unit: price(1.1),
      stop_price: price(0.92),
      stop_limit_price: price(0.91),
      number_of_order: quantity,
    },
    {
      ...base,
      trade_type: "convert",
      delegate_type: "BUY",
      market_type: "LIMIT",
      order_per_unit: price(0.9),
      number_of_order: quantity,
    },
  ]);
}

/** As Binance's clients write it. */
function programsOrder(random, { person, coins }) {
  const coin = random.pick(coins);
  const price = (factor) => near(person, coin, factor);
  const base = {
    symbol: `${coin}USDT`,
    timestamp: `${Date.now()}`,
    newClientOrderId: `fuzz-${random.below(1e9)}`,
    newOrderRespType: random.pick(["ACK", "RESULT", "FULL"]),
  };
  const buy = { ...base, side: "BUY" };
  const sell = { ...base, side: "SELL" };
  const quantity = random.pick(["20", "50", "100"]);
  return random.pick([
    { ...buy, type: "MARKET", quoteOrderQty: random.pick(["10", "20"]) },
    { ...sell, type: "MARKET", quantity },
    {
      ...buy,
      type: "LIMIT",
      timeInForce: random.pick(["GTC", "IOC", "FOK"]),
      price: price(0.9),
      quantity,
    },
    { ...sell, type: "LIMIT_MAKER", price: price(1.1), quantity },
    {
      ...sell,
      type: "STOP_LOSS_LIMIT",
      timeInForce: "GTC",
      stopPrice: price(0.92),
      price: price(0.91),
      quantity,
    },
    { ...sell, type: "TAKE_PROFIT", stopPrice: price(1.1), quantity },
    { ...sell, type: "STOP_LOSS", trailingDelta: "500", quantity },
  ]);
}

/** One of the newest orders that the victim has, of which more are still open. */
const someOrder = (random, { victim }) =>
  random.pick(["1", ...(victim.ids.order ?? [])].slice(-4));

const replaced = (random, context) => ({
  ...programsOrder(random, context),
  cancelOrderId: someOrder(random, context),
  cancelReplaceMode: random.pick(["STOP_ON_FAILURE", "ALLOW_FAILURE"]),
});

/** What a program does with an order that there is. */
const ofAnOrder = (random, context) => ({
  symbol: `${random.pick(context.coins)}USDT`,
  orderId: someOrder(random, context),
  newQty: random.pick(["10", "15", "19"]),
  timestamp: `${Date.now()}`,
});

/** A pair of a limit and a stop; `older` names them as Binance's older call does. */
const pairOfOrders = (older) => (random, context) => {
  const { person, coins } = context;
  const coin = random.pick(coins);
  const sell = random.chance(0.5);
  const price = (sale, purchase) => near(person, coin, sell ? sale : purchase);
  const common = {
    symbol: `${coin}USDT`,
    side: sell ? "SELL" : "BUY",
    quantity: random.pick(["20", "50"]),
    timestamp: `${Date.now()}`,
    listClientOrderId: `fuzz-${random.below(1e9)}`,
  };
  const limit = price(1.1, 0.9);
  const stop = { stopPrice: price(0.92, 1.08), price: price(0.91, 1.09) };
  if (older)
    return {
      ...common,
      price: limit,
      stopPrice: stop.stopPrice,
      stopLimitPrice: stop.price,
      stopLimitTimeInForce: "GTC",
    };
  const [ofLimit, ofStop] = sell ? ["above", "below"] : ["below", "above"];
  return {
    ...common,
    [`${ofLimit}Type`]: "LIMIT_MAKER",
    [`${ofLimit}Price`]: limit,
    [`${ofStop}Type`]: "STOP_LOSS_LIMIT",
    [`${ofStop}StopPrice`]: stop.stopPrice,
    [`${ofStop}Price`]: stop.price,
    [`${ofStop}TimeInForce`]: "GTC",
  };
};

const earning = (random, { person, coins }) =>
  random.pick([
    { earn_id: "1", amount: "5", status: "FLEXI_LOCK", days: "0" },
    {
      earn_id: "1",
      amount: "5",
      status: "STAKE_LOCK",
      days: "30",
      auto_renew: "true",
      transaction_password: person.transactionPassword,
    },
    { amount: "10", coins: `${coins[0]}:100`, cycles: "Daily" },
    {
      amount: "20",
      coins: `${coins[0]}:60,${coins[1]}:40`,
      cycles: "Weekly",
      day: "Sun",
    },
    { amount: "20", coins: `${coins[1]}:100`, cycles: "Monthly", date: "31" },
  ]);

const position = (random, { person, coins }) => {
  const side = random.pick(["BUY_MORE", "SELL_EMPTY"]);
  const up = side === "BUY_MORE";
  return {
    name: `${coins[0]}USDT`,
    delegate_type: side,
    margin: "5",
    leverage: random.pick(["10", "15", "20"]),
    take_profit: near(person, coins[0], up ? 1.3 : 0.7),
    transaction_password: person.transactionPassword,
  };
};

const transfer = (random, { person }) => ({
  coin_name: "USDT",
  transfer_amount: random.pick(["1", "5"]),
  transaction_password: person.transactionPassword,
  ...random.pick([
    { draw_type: "DRAW_IN", from: "SPOT", to: "FUTURE" },
    { draw_type: "DRAW_OUT", from: "FUTURE", to: "SPOT" },
    { draw_type: "DRAW_OUT", from: "FUNDING", to: "SPOT" },
  ]),
});

/** A valid address with as many different ones as one likes: without letters, no checksum. */
const address = (random, { person }) => ({
  label: "Fuzz",
  coin: "USDT",
  network: "ERC20",
  address: `0x${String(random.below(1e9)).padStart(40, "1")}`,
  transaction_password: person.transactionPassword,
});

const series = (random, { coins }) => ({
  symbol: random.pick(coins),
  timeframe: random.pick(["1min", "1D", "60"]),
  limit: "50",
});

const read = (random) => random.pick([{ all: "true" }, {}]);
const quote = (random, { coins }) => ({
  from: "USDT",
  to: random.pick(coins),
  amount: random.pick(["10", "20"]),
});

export const recipes = {
  "/api/v2/my-order": order,
  "POST /binance/api/v3/order": programsOrder,
  "/binance/api/v3/order/test": programsOrder,
  "DELETE /binance/api/v3/order": ofAnOrder,
  "/binance/api/v3/order/amend/keepPriority": ofAnOrder,
  "/binance/api/v3/order/cancelReplace": replaced,
  "/binance/api/v3/orderList/oco": pairOfOrders(false),
  "/binance/api/v3/order/oco": pairOfOrders(true),
  "/api/v2/earn/store": earning,
  "/api/v2/buy-more": position,
  "/api/v2/chart/chart-series": series,
  "/api/v3/futures/transfer": transfer,
  "/api/v3/withdrawal-addresses/add": address,
  "/api/v3/notifications/read": read,
  "/api/v3/convert/quote": quote,
};
