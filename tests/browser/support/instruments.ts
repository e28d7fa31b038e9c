// A coin for each test that sets prices or counts on nobody else's orders: what one test does to its
// coin, no other one sees, at the same time or later. BTC, ETH and SOL are everybody's: nobody pins
// them, and a test that trades them takes what comes. A coin that stands here twice does not compile.
// Others have coins of their own: BAT, IMX, MANA and RVN the fuzzer of calls (tests/fuzz/api/cast.js);
// ADA, CHZ, CRV, GRT, LDO, OP and SAND the programs of tests/clients; VET nobody (faults.ts).

interface Given {
  /** The test: its suite, and what it is about. */
  use: string;
  /** A price near the one that the coin has by itself; tests speak of percents of it. */
  price: number;
  /** Places of prices and of quantities. */
  places: number;
  lots: number;
}

const given = {
  LTC: { use: "trading: two meet", price: 88, places: 3, lots: 2 },
  AVAX: { use: "trading: stop", price: 15, places: 3, lots: 2 },
  LINK: { use: "trading: OCO", price: 14, places: 3, lots: 2 },
  COMP: { use: "trading: shallow", price: 33, places: 3, lots: 2 },
  ENS: { use: "trading: stale", price: 11, places: 3, lots: 2 },
  DASH: { use: "trading: opened stale", price: 55, places: 3, lots: 2 },
  AAVE: { use: "orders: all or nothing", price: 180, places: 2, lots: 3 },
  BCH: { use: "orders: immediate", price: 530, places: 2, lots: 3 },
  ICP: { use: "orders: post-only", price: 4, places: 4, lots: 1 },
  NEO: { use: "orders: self-trade", price: 4.2, places: 4, lots: 1 },
  UNI: { use: "orders: protected", price: 6, places: 4, lots: 1 },
  AXS: { use: "orders: nobody answers", price: 1.1, places: 4, lots: 1 },
  NEAR: { use: "orders: far away", price: 1.9, places: 4, lots: 1 },
  SUI: { use: "orders: no answer", price: 1.6, places: 4, lots: 1 },
  FIL: { use: "orders: offline", price: 1.6, places: 4, lots: 1 },
  APT: { use: "orders: unreachable", price: 2.3, places: 4, lots: 1 },
  ATOM: { use: "orders: too little", price: 2.6, places: 4, lots: 1 },
  ALGO: { use: "orders: stop market", price: 0.14, places: 5, lots: 0 },
  XTZ: { use: "orders: trailing stop", price: 0.5, places: 5, lots: 0 },
  APE: { use: "orders: targets", price: 0.33, places: 5, lots: 0 },
  XRP: { use: "rewards: notifications", price: 2.2, places: 4, lots: 1 },
  DOT: { use: "futures: liquidation", price: 2.4, places: 4, lots: 1 },
  JUP: { use: "futures: orders", price: 0.24, places: 5, lots: 0 },
  TIA: { use: "futures: parts", price: 0.61, places: 5, lots: 0 },
  TRX: { use: "futures: reversal", price: 0.28, places: 5, lots: 0 },
  ZEC: { use: "futures screen: live mark", price: 450, places: 2, lots: 3 },
  SEI: { use: "transfer: dialog", price: 0.2, places: 5, lots: 0 },
  ETC: { use: "phone: level", price: 14, places: 3, lots: 2 },
  XLM: { use: "doubt: jump", price: 0.24, places: 5, lots: 0 },
  BNB: { use: "doubt: outlasts", price: 880, places: 2, lots: 3 },
  DYDX: { use: "silence: deaf", price: 0.2, places: 5, lots: 0 },
  POL: { use: "silence: one price", price: 0.16, places: 5, lots: 0 },
  HBAR: { use: "amend: list", price: 0.14, places: 5, lots: 0 },
  THETA: { use: "alerts: reached", price: 0.35, places: 5, lots: 0 },
} as const satisfies Record<string, Given>;

export type Coin = keyof typeof given;
export type Use = (typeof given)[Coin]["use"];

export interface Instrument {
  /** "LTC", "LTCUSDT" */
  coin: Coin;
  pair: string;
  /** A price in percent of the coin's own, as the exchange writes it: "88.088". */
  at: (percent: number) => string;
  /** A quantity as the exchange writes it: "5.00". */
  lots: (quantity: number) => string;
}

/** The coin of this test, and nobody else's. */
export function instrumentOf(use: Use): Instrument {
  const coins = Object.keys(given) as Coin[];
  const coin = coins.find((one) => given[one].use === use);
  if (!coin) throw new Error(`no instrument is given to ${use}`);
  const { price, places, lots } = given[coin];
  return {
    coin,
    pair: `${coin}USDT`,
    at: (percent) => ((price * percent) / 100).toFixed(places),
    lots: (quantity) => quantity.toFixed(lots),
  };
}
