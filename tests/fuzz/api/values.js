// Values that a call may well be asked with: the caller's own password, a market that is open, an
// amount that the client has, ids that replies told.

/** Which ids a list tells: the path, and what its "id" members are. */
export const listsOfIds = {
  "/api/v3/trades/open-orders": "order",
  "/api/v3/sessions": "session",
  "/api/v3/withdrawal-addresses": "address",
  "/api/v3/convert/history": "conversion",
  "/api/v3/convert/quote": "quote",
  "/api/v2/client-margin": "position",
  "/api/v3/earn/auto-invest": "plan",
  "/api/v3/stake": "stake",
  "/api/v3/withdraw-history": "withdrawal",
  "/api/v3/notifications": "notification",
  "/api/v3/task/view": "task",
  "/api/v3/news": "news",
  "/api/v3/earn/view": "product",
  "/api/v2/buy-more": "position",
  "/api/v2/my-order": "order",
};

/** Which of them belong to one client alone. */
export const ownedKinds = new Set([
  "order",
  "session",
  "address",
  "conversion",
  "quote",
  "position",
  "plan",
  "stake",
  "withdrawal",
  "notification",
]);

const kindsByPath = [
  [/\/convert\/cancel$/, "conversion"],
  [/\/auto-invest\//, "plan"],
  [/\/earn\/(auto-renew|redeem)$/, "stake"],
  [/\/notifications\/read$/, "notification"],
  [/\/withdrawal-addresses\/remove$/, "address"],
  [/\/withdrawals\/cancel$/, "withdrawal"],
  [/\/news\/image$/, "news"],
];
const kindsByName = {
  order_id: "order",
  cancelOrderId: "order",
  session_id: "session",
  future_id: "position",
  quote_id: "quote",
  task_center_id: "task",
  earn_id: "product",
};

/** Where an id is that of one order, and not of the first of a list. */
const oneOrder = /^\/binance\/api\/v3\/order(\/|$)/;

/** What kind of id a parameter is, if replies tell such ids. */
export const kindOf = (path, name) =>
  (name === "orderId" && oneOrder.test(path) ? "order" : undefined) ??
  kindsByName[name] ??
  (name === "id" ? kindsByPath.find(([at]) => at.test(path))?.[1] : undefined);

const day = (random) =>
  `2026-${random.pick(["01", "06", "11"])}-${random.pick(["01", "15", "28"])}`;
const amount = (random) =>
  random.pick(["1", "5", "10", "12.5", "20", "50", "0.5", "100"]);

/** The last price times a factor, as far as a market's tick may have places. */
function price(random, person, factors) {
  const last = Object.values(person.prices ?? {})[0] ?? "1";
  const places = last.split(".")[1]?.length ?? 0;
  return (last * random.pick(factors)).toFixed(Math.max(0, places - 1));
}

const ethereum = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

/** By the parameter's name: (random, {person, victim, path, fresh}) => text. */
const byName = {
  password: (_, { person }) => person.password,
  password_confirmation: (_, { person }) => person.password,
  oldLoginPassword: (_, { person }) => person.password,
  transaction_password: (_, { person }) => person.transactionPassword,
  oldTransactionPassword: (_, { person }) => person.transactionPassword,
  transactionPassword: (random, { fresh }) => fresh(random),
  token: (random, { fresh }) => fresh(random),
  challenge: (random, { fresh }) => fresh(random),
  code: (_, { person }) => person.code ?? "123456",
  verification_code: () => "123456",
  verification: () => "123456",
  two_factor_code: () => "123456",
  email: (_, { person }) => person.email,
  mobile_number: (_, { person }) => person.mobile,
  symbols: (_, { coins, path }) => {
    const pairs = coins.map((coin) => `${coin}USDT`);
    return path.startsWith("/binance/") ? JSON.stringify(pairs) : pairs.join();
  },
  coin: (random, { coins }) => random.pick(["USDT", ...coins]),
  coin_name: () => "USDT",
  coins: (_, { coins }) => `${coins[0]}:60,${coins[1]}:40`,
  to_coin: () => "USDT",
  pair_type: (random) => random.pick(["pos", "pow", "innovation", "main"]),
  address: (_, { path }) =>
    path.includes("profile") ? "1 Fuzz Street" : ethereum,
  withdraw_address: () => ethereum,
  web3_wallet: () => ethereum,
  network: () => "ERC20",
  bchain_name: () => "ERC20",
  wallet_type: (random) => random.pick(["ERC20", "BEP20"]),
  withdraw_amount: () => "50",
  gasfee: (random) => random.pick(["1", "0.5", "2", "5"]),
  amount: amount,
  margin: (random) => random.pick(["5", "10", "20"]),
  transfer_amount: (random) => random.pick(["1", "5", "10"]),
  to_amount: amount,
  total: amount,
  number_of_order: amount,
  leverage: (random) => random.pick(["10", "15", "20"]),
  order_per_unit: (random, { person }) =>
    price(random, person, [0.85, 0.9, 0.95, 1.05, 1.1]),
  stop_price: (random, { person }) => price(random, person, [0.9, 1.1]),
  stop_limit_price: (random, { person }) => price(random, person, [0.88, 1.12]),
  opening_price: (random, { person }) => price(random, person, [0.99, 1, 1.01]),
  take_profit: (random, { person }) => price(random, person, [0.8, 1.2]),
  stop_loss: (random, { person }) => price(random, person, [0.95, 1.05]),
  price: (random, { person }) => price(random, person, [1]),
  days: (random, { path }) =>
    random.pick(path.includes("portfolio") ? ["7", "30"] : ["5", "30"]),
  date: (random) => random.pick(["1", "15", "31"]),
  date_of_birth: (random) => random.pick(["1990-05-17", ""]),
  resolution: (random) => random.pick(["1", "5", "60", "1D"]),
  timeframe: (random) => random.pick(["1min", "5min", "1h"]),
  limit: (random) => random.pick(["1", "30", "100"]),
  countback: (random) => random.pick(["1", "100", "300"]),
  before: () => "1790000000000",
  page: (random) => random.pick(["1", "1", "2"]),
  per_page: (random) => random.pick(["1", "10", "50"]),
  client_id: (random, { path, person }) =>
    path.includes("profile") || path.endsWith("/clients")
      ? (person.id ?? "1")
      : `fuzz-${random.below(1e9)}`,
  uid: (_, { person }) => person.uniqueId ?? "1",
  anti_phishing_code: () => "Fuzz1234",
  label: () => "Fuzz",
  provider: () => "MetaMask",
  id_number: () => "F-1234567",
  query: (_, { coins }) => coins[0],
  exchange: () => "Cambio",
  group: () => "Cambio",
  social: () => "",
  referral: () => "",
  mobile: () => "",
  state: () => "PENDING",
  timestamp: () => `${Date.now()}`,
  recvWindow: (random) => random.pick(["5000", "60000"]),
  quantity: (random) => random.pick(["20", "50", "100"]),
  newQty: (random) => random.pick(["10", "15", "19"]),
  quoteOrderQty: amount,
  stopPrice: (random, { person }) => price(random, person, [0.9, 1.1]),
  newClientOrderId: (random) => `fuzz-${random.below(1e9)}`,
  startTime: () => "1790000000000",
  endTime: () => "1800000000000",
  message: () => "localhost wants you to sign in with your Ethereum account:",
  signature: () => `0x${"1".repeat(130)}`,
  all: () => "true",
};

const tinyPicture =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** By the name and the path, where the name alone does not say. */
function bySpecialCase(name, random, context) {
  const { path, person, coins } = context;
  const isFeed = path.startsWith("/udf/");
  switch (name) {
    case "from":
    case "to":
      if (isFeed) return name === "from" ? "1790000000" : "1800000000";
      if (path.endsWith("/quote")) return name === "from" ? "USDT" : coins[0];
      return name === "from" ? day(random) : "2026-11-30";
    case "name":
      if (path.includes("profile") && !path.endsWith("coin-profile"))
        return "Fay Fuzz";
      if (/wallet-balance|wallet-single-coin/.test(path))
        return random.pick(["USDT", ...coins]);
      return `${random.pick(coins)}USDT`;
    case "symbol":
      return `${random.pick(coins)}USDT`;
    case "username":
      if (path.endsWith("mobile-check") || path.endsWith("mobile-login"))
        return person.mobile;
      return person.email;
    case "id":
      return path.endsWith("/avatar") ? (person.uniqueId ?? "1") : undefined;
    case "coin_id":
      return random.pick(["2", "3", "10", "40"]);
    case "type":
      return isFeed ? "crypto" : undefined;
    case "image":
      return tinyPicture;
    case "password":
      // A new one where the call replaces it.
      return /update-password|reset-password/.test(path)
        ? context.fresh(random)
        : undefined;
    default:
      return undefined;
  }
}

/** A valid value, and of whom the id is if it is one. */
export function validValue(parameter, random, context) {
  const { name, schema } = parameter;
  const kind = kindOf(context.path, name);
  // As many numbers are drawn whether such ids are known or not: a call repeated alone is the same.
  const fraction = random.fraction();
  if (kind) {
    const owner = ownedKinds.has(kind) ? context.victim : context.client;
    const ids = owner.ids[kind] ?? [];
    if (ids.length === 0) return { text: "1" };
    return {
      // The newest are last, and more of them are still open.
      text: ids[Math.floor(Math.sqrt(fraction) * ids.length)],
      ownedBy: ownedKinds.has(kind) ? owner : undefined,
    };
  }
  const special = bySpecialCase(name, random, context);
  if (special !== undefined) return { text: special };
  if (schema.enum) return { text: random.pick(schema.enum) };
  if (schema.type === "boolean") return { raw: random.pick(["true", "false"]) };
  const value = byName[name]?.(random, context) ?? "1";
  return { text: value };
}
