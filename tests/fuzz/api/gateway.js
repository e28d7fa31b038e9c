// The WebSocket API of Binance's clients, by which a program may ask for the same: one frame at a
// time, as it was made up, on a connection that is opened anew where one has ended.
import { asJson, malformedBodies } from "./hostile.js";
import { base } from "./installation.js";
import { signatureOf } from "./signed.js";

const methods = {
  "POST /binance/api/v3/order": "order.place",
  "POST /binance/api/v3/order/test": "order.test",
  "GET /binance/api/v3/order": "order.status",
  "DELETE /binance/api/v3/order": "order.cancel",
  "POST /binance/api/v3/order/cancelReplace": "order.cancelReplace",
  "PUT /binance/api/v3/order/amend/keepPriority": "order.amend.keepPriority",
  "GET /binance/api/v3/openOrders": "openOrders.status",
  "DELETE /binance/api/v3/openOrders": "openOrders.cancelAll",
  "POST /binance/api/v3/order/oco": "orderList.place",
  "POST /binance/api/v3/orderList/oco": "orderList.place.oco",
  "GET /binance/api/v3/orderList": "orderList.status",
  "DELETE /binance/api/v3/orderList": "orderList.cancel",
  "GET /binance/api/v3/openOrderList": "openOrderLists.status",
  "GET /binance/api/v3/allOrderList": "allOrderLists",
  "GET /binance/api/v3/allOrders": "allOrders",
  "GET /binance/api/v3/myTrades": "myTrades",
  "GET /binance/api/v3/account": "account.status",
  "GET /binance/api/v3/account/commission": "account.commission",
  "GET /binance/api/v3/rateLimit/order": "account.rateLimits.orders",
};
const place = `${base.replace(/^http/, "ws")}/binance/ws-api/v3?returnRateLimits=false`;
const giveUpAfter = 60_000;
/** More ends the connection. */
const longest = 64 * 1024;
const shareOfFrames = 0.3;
const shareOfMalformed = 0.5;

export const isFramed = ({ method, path }, random) =>
  `${method} ${path}` in methods && random.chance(shareOfFrames);

/** By name, as they are signed; of two of one name the last one counts. */
const sorted = (fields) =>
  [...new Map(fields.map((field) => [field.name, field]))]
    .sort(([one], [other]) =>
      Buffer.compare(Buffer.from(one), Buffer.from(other)),
    )
    .map(([, field]) => field);

const member = (name, json) => `${JSON.stringify(name)}:${json}`;

/** The request of a call whose fields are those, signed with the person's key. */
export function frameOf({ method, path }, fields, { apiKey }, random) {
  const all = [...fields, { name: "apiKey", value: { text: apiKey.name } }];
  const text = sorted(all)
    .map(({ name, value }) => `${name}=${value.text ?? value.raw}`)
    .join("&");
  const members = all.map(({ name, value }) => member(name, asJson(value)));
  const signature = signatureOf(apiKey, Buffer.from(text), random);
  members.push(member("signature", JSON.stringify(signature)));
  const request = JSON.stringify({
    id: random.below(1e6),
    method: methods[`${method} ${path}`],
  });
  return `${request.slice(0, -1)},"params":{${members.join(",")}}}`;
}

/** What is no request of the WebSocket API. */
export const spoiledFrame = (frame, random) =>
  random.chance(shareOfMalformed)
    ? random.pick(malformedBodies).toString()
    : frame.slice(0, random.below(frame.length));

/** A refusal by REST, whose headers say what the gateway writes beside it. */
const refusal = (status, error) =>
  status === 429 || status === 418
    ? { code: error.code, msg: error.msg }
    : error;

/** What came back as the reply of a call by REST. */
function replyOf(text, milliseconds) {
  const { status, result, error } = JSON.parse(text);
  if (!Number.isInteger(status))
    throw new Error(`a reply without a status: ${text}`);
  return {
    status,
    type: "application/json",
    headers: {},
    body: JSON.stringify(result ?? refusal(status, error)),
    milliseconds,
  };
}

class Connection {
  #socket;

  async #open() {
    if (this.#socket?.readyState === WebSocket.OPEN) return;
    const socket = new WebSocket(place);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = () =>
        reject(new Error("the WebSocket API opens no connection"));
    });
    this.#socket = socket;
  }

  /** The next message; nothing where the connection has ended. */
  #answer(frame) {
    const socket = this.#socket;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error("no answer came")),
        giveUpAfter,
      );
      const settle = (text) => {
        clearTimeout(timer);
        resolve(text);
      };
      socket.onmessage = ({ data }) => settle(data);
      socket.onclose = () => settle(undefined);
      socket.send(frame);
    });
  }

  async ask(frame) {
    await this.#open();
    const started = performance.now();
    const text = await this.#answer(frame);
    const milliseconds = performance.now() - started;
    if (text !== undefined) return replyOf(text, milliseconds);
    if (Buffer.byteLength(frame) <= longest)
      throw new Error("the WebSocket API ends the connection");
    return replyOf(
      '{"status":400,"error":{"code":-1000,"msg":"Too long."}}',
      milliseconds,
    );
  }

  close() {
    this.#socket?.close();
  }
}

export const gateway = new Connection();
