// What the suites of the WebSocket API share: a program with a key, and orders around the price.
import assert from "node:assert/strict";
import { createHmac, sign as signed } from "node:crypto";
import { Listener } from "./listener.mjs";
import { until } from "./until.mjs";

// None of the browser tests' (support/instruments.ts): what rests here stays in its book.
export const [coin, market] = ["LDO", "LDOUSDT"];
export const place = "/binance/ws-api/v3";
let last;

/** A young installation has no price at first; all that follows counts on one. */
export async function findPrice(anybody) {
  const asked = async () => (await anybody.ask("ticker.price", { symbol: market })).result?.price;
  last = Number(await until(asked, "a price"));
}

export const price = (share) => (last * share).toFixed(4);
export const amount = (usdt) => (usdt / last).toFixed(0);
export const limit = (share, usdt, more = {}) => ({
  symbol: market,
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  price: price(share),
  quantity: amount(usdt / share),
  ...more,
});

/** The parameters with a signature, which is of them in the order of their names. */
export function signedBy({ apiKey, secret }, params = {}) {
  const all = { timestamp: Date.now(), apiKey, ...params };
  const text = Object.keys(all)
    .sort()
    .map((name) => `${name}=${all[name]}`)
    .join("&");
  const signature = secret.includes("PRIVATE KEY")
    ? signed(null, Buffer.from(text), secret).toString("base64")
    : createHmac("sha256", secret).update(text).digest("hex");
  return { ...all, signature };
}

export class Program extends Listener {
  static async open(by, path = place) {
    return Object.assign(Object.setPrototypeOf(await Listener.open(path), Program.prototype), { by });
  }
  /** The reply to a signed request. */
  call(method, params) {
    return this.ask(method, signedBy(this.by, params));
  }
  async good(method, params) {
    const reply = await this.call(method, params);
    assert.equal(reply.status, 200, JSON.stringify(reply));
    return reply.result;
  }
  async refused(method, params, status, code) {
    const { status: got, error, result } = await this.call(method, params);
    assert.deepEqual([got, error?.code, result], [status, code, undefined], error?.msg);
    return error;
  }
  async listen() {
    return (await this.good("userDataStream.subscribe.signature")).subscriptionId;
  }
  events(kind) {
    return this.heard.filter(({ event }) => event?.e === kind).map(({ event }) => event);
  }
  /** The first report of that order and execution. */
  report(order, execution) {
    const wanted = ({ event }) => event?.i === order && event.x === execution;
    return this.first(wanted, `${execution} of ${order}`).then(({ event }) => event);
  }
}
