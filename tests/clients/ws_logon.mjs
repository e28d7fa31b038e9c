// Connections to Binance's WebSocket API that log on, against a running installation: what they need
// not sign any more, and what ends that.
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { before, test } from "node:test";
import { Listener } from "./listener.mjs";
import { Trader } from "./people.mjs";
import { Program, findPrice, limit, market, place, signedBy } from "./ws_program.mjs";

const trader = new Trader(process.env.CAMBIO_TEST_URL, "ws-logon", [], "Horse-staple-8");
let key;
let own;

before(async () => {
  const anybody = await Listener.open(place);
  await findPrice(anybody);
  await anybody.close();
  await trader.signUp();
  key = await trader.key("trade");
});

/** A key of the client's own pair, whose connections may log on. */
async function ownPair(scope, more = {}) {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519", {
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return trader.key(scope, { publicKey, secretKey: privateKey, ...more });
}

test("a connection that has logged on signs no more", async () => {
  own = await ownPair("trade");
  const by = own;
  const program = await Program.open(by);
  const plain = async (method, params = {}) => {
    const reply = await program.ask(method, { timestamp: Date.now(), ...params });
    return [reply.status, reply.error?.code, reply.result];
  };
  const { result: nobody } = await program.ask("session.status");
  assert.deepEqual([nobody.apiKey, nobody.authorizedSince, nobody.userDataStream], [null, null, false]);
  assert.deepEqual((await plain("order.place", limit(0.8, 20))).slice(0, 2), [401, -2014]);
  assert.deepEqual((await plain("userDataStream.subscribe")).slice(0, 2), [401, -1002]);
  const shared = await program.ask("session.logon", signedBy(key));
  assert.deepEqual([shared.status, shared.error.code], [400, -4056]);
  assert.equal(shared.error.msg, "HMAC_SHA256 API key is not supported.");
  const forged = await program.ask("session.logon", { ...signedBy(by), recvWindow: 9000 });
  assert.deepEqual([forged.status, forged.error.code], [400, -1022]);

  // What comes right behind it counts on it.
  const logon = program.call("session.logon");
  const placing = plain("order.place", limit(0.8, 20, { newClientOrderId: "by-logon" }));
  const { result: session, rateLimits } = await logon;
  assert.equal(session.apiKey, by.apiKey);
  assert.ok(session.connectedSince <= session.authorizedSince);
  assert.ok(session.authorizedSince <= session.serverTime && session.returnRateLimits);
  assert.equal(rateLimits[0].rateLimitType, "REQUEST_WEIGHT");
  const [status, , order] = await placing;
  assert.deepEqual([status, order.clientOrderId], [200, "by-logon"]);
  assert.equal((await program.ask("session.status")).result.authorizedSince, session.authorizedSince);

  assert.deepEqual((await plain("userDataStream.subscribe"))[2], { subscriptionId: 0 });
  assert.equal((await program.ask("session.status")).result.userDataStream, true);
  const [, , cancelled] = await plain("order.cancel", { symbol: market, orderId: order.orderId });
  assert.equal(cancelled.status, "CANCELED");
  await program.report(order.orderId, "CANCELED");
  assert.deepEqual((await plain("openOrders.status"))[2], []);
  // A request may name another key, and then it has to be signed by that one.
  const other = await program.ask("openOrders.status", signedBy(key));
  assert.equal(other.status, 200);
  for (const params of [{ apiKey: key.apiKey }, { apiKey: by.apiKey }])
    assert.deepEqual((await plain("openOrders.status", params)).slice(0, 2), [400, -1102]);
  assert.deepEqual((await plain("openOrders.status", { apiKey: null })).slice(0, 2), [401, -2014]);
  assert.deepEqual((await plain("openOrders.status", { signature: "x" })).slice(0, 2), [401, -2014]);
  assert.deepEqual((await plain("order.place", limit(0.8, 20, { timestamp: 5 }))).slice(0, 2), [400, -1021]);

  const { result: out } = await program.ask("session.logout");
  assert.deepEqual([out.apiKey, out.authorizedSince, out.userDataStream], [null, null, false]);
  await program.first(({ event }) => event?.e === "eventStreamTerminated", "the end of what it heard");
  assert.deepEqual((await plain("order.place", limit(0.8, 20))).slice(0, 2), [401, -2014]);
  assert.deepEqual(await program.good("openOrders.status"), []);
  await program.close();
});

test("a logon is no more than its key, and ends with it", async () => {
  const opened = async (by) => {
    const program = await Program.open(by);
    assert.equal((await program.call("session.logon")).status, 200);
    return program;
  };
  const plain = (program, method, params = {}) =>
    program.ask(method, { timestamp: Date.now(), ...params });
  const refusal = async (program, method, params) => {
    const { status, error } = await plain(program, method, params);
    assert.deepEqual([status, error?.code], [401, -2015], method);
    assert.equal((await program.ask("session.status")).result.apiKey, null, "and that ends it");
    await program.close();
  };
  const reader = await ownPair("read");
  const reading = await opened(reader);
  assert.deepEqual((await plain(reading, "openOrders.status")).result, []);
  await refusal(reading, "order.place", limit(0.8, 20));
  await refusal(await opened(reader), "orderList.cancel", { symbol: market, orderListId: 1 });

  const act = async (by, path, more = {}) => {
    const { keys } = await trader.expect("GET", "/api/v3/api-keys");
    const { id } = keys.find(({ key: name }) => name === by.apiKey);
    const { password } = trader;
    await trader.expect("POST", `/api/v3/api-keys/${path}`, { id, password, ...more });
  };
  const moved = await opened(own);
  assert.equal((await plain(moved, "order.place", limit(0.8, 20))).status, 200);
  await act(own, "restrict", { scope: "trade", networks: "203.0.113.0/24" });
  await refusal(moved, "openOrders.cancelAll", { symbol: market });
  const by = await ownPair("trade");
  const ended = await opened(by);
  assert.equal((await plain(ended, "openOrders.cancelAll", { symbol: market })).status, 200);
  // Nobody need ask: who looks is told so, and who hears hears no more.
  const listener = await opened(by);
  assert.equal((await plain(listener, "userDataStream.subscribe")).status, 200);
  await act(by, "end");
  await refusal(ended, "order.place", limit(0.8, 20));
  await listener.first(({ event }) => event?.e === "eventStreamTerminated", "the end");
  assert.equal((await listener.ask("session.status")).result.apiKey, null);
  await listener.close();
  const program = await Program.open(key);
  assert.deepEqual(await program.good("openOrders.status"), []);
  await program.close();
});
