// Clients who trade over https while packages are installed, and visitors of the site:
// upgrade_traders.mjs sign-up|trade MACHINE FOLDER. Each client writes into a journal in FOLDER what
// it asks for before it asks, and what it was told after; what got no answer it asks again under the
// same key. They end when FOLDER/stop is there. upgrade_verdict.mjs compares.
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { createServer } from "node:net";
import { join } from "node:path";

const [what, machine, folder] = process.argv.slice(2);
const domain = "exchange.test";
const ca = readFileSync(join(machine, "etc/cambio/tls/fullchain.pem"));
const password = "Correct-horse-battery-9";
const trading = "Staple-tray-lamp-7";
const traders = 4;
const most_resting = 40;
/** What a client waits between two calls, and before it asks again. */
const breath_ms = 20;
const patience_ms = 60_000;
/** Refusals that honest clients meet on a sound exchange. */
const usual = new Set(["insufficient_balance", "no_liquidity", "self_trade", "order_not_open"]);
/** Of the site's own files, of a handler that is asked often, and of one that nobody else asks. */
const visited = ["/", "/api/v3/status", "/api/v3/earn/view"];
const markets = [
  { name: "BTCUSDT", coin: "BTC", middle: 50_000, step: 1, quantity: 0.001 },
  { name: "ETHUSDT", coin: "ETH", middle: 3_000, step: 0.1, quantity: 0.01 },
];

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const chance = (percent) => randomInt(100) < percent;
const stopped = () => existsSync(join(folder, "stop"));
const people_file = join(folder, "people.json");

/**
 * One call: {status, json, ms}, or {error, refused, ms} where there was no answer; `closed` where nginx,
 * reloaded, closed a kept connection just when the call was written to it.
 */
function call(person, path, body) {
  const began = performance.now();
  const ms = () => Math.round(performance.now() - began);
  return new Promise((resolve) => {
    let connected = false;
    const sent = request({
      host: "127.0.0.1",
      servername: domain,
      ca,
      localAddress: person.address,
      agent: person.agent ?? false,
      path,
      method: body ? "POST" : "GET",
      timeout: patience_ms,
      headers: {
        host: domain,
        "content-type": "application/json",
        ...(person.token && { authorization: `Bearer ${person.token}` }),
      },
    });
    sent.on("socket", (socket) => {
      connected = !socket.connecting;
      if (!connected) socket.once("connect", () => (connected = true));
    });
    sent.on("timeout", () => sent.destroy(new Error("no answer in time")));
    sent.on("error", ({ code, message }) => {
      const closed = sent.reusedSocket && code === "ECONNRESET";
      resolve({ error: code ?? message, refused: !connected, ...(closed && { closed }), ms: ms() });
    });
    sent.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => (text += part));
      response.on("error", ({ code }) => resolve({ error: code, refused: false, ms: ms() }));
      response.on("end", () => {
        const plain = response.headers["content-type"]?.startsWith("application/json");
        resolve({ status: response.statusCode, json: plain ? JSON.parse(text) : {}, ms: ms() });
      });
    });
    sent.end(body && JSON.stringify(body));
  });
}

// -- People

async function done(person, path, body) {
  const { status, json, error } = await call(person, path, body);
  assert.equal(status, 200, `${path}: ${error ?? JSON.stringify(json)}`);
  return json;
}

/** The mail server of the machine: the codes, by whom they are for. */
function receive_mails() {
  const codes = new Map();
  const server = createServer((socket) => {
    let text = "";
    let mail = false;
    const say = (line) => socket.write(`${line}\r\n`);
    say("220 exchange.test");
    socket.setEncoding("utf8").on("error", () => {});
    socket.on("data", (part) => {
      text += part;
      if (!text.endsWith(mail ? "\r\n.\r\n" : "\r\n")) return;
      if (mail) {
        const [head, body] = text.split("\r\n\r\n");
        const code = Buffer.from(body, "base64").toString().match(/\b\d{6}\b/);
        if (code) codes.set(head.match(/^To: <(.+)>/m)[1], code[0]);
      }
      mail = text === "DATA\r\n";
      say(mail ? "354 Go on" : "250 Yes");
      text = "";
    });
  });
  server.listen(25, "127.0.0.1");
  return { codes, server };
}

async function sign_up(number, codes) {
  const email = `trader-${number}@example.com`;
  // Each from a network of its own: the second from one has to compute something first.
  const person = { address: `127.${number + 1}.0.1` };
  await done(person, "/api/v2/send-code", { email });
  await done(person, "/api/v2/register", {
    code: codes.get(email),
    username: email,
    mobile_number: `+49151${String(1_000_000 + number)}`,
    password,
    password_confirmation: password,
    transaction_password: trading,
  });
  const { token } = await done(person, "/api/v3/login", { username: email, password });
  const { client } = await done({ ...person, token }, "/api/v3/account-client");
  return { ...person, id: client.id, token };
}

// -- Trading

class Trader {
  resting = [];
  orders = 0;
  calls = 0;

  constructor(person, number) {
    this.person = person;
    // Half of them as pages do, which keep their connections; the others connect for each call.
    this.agent = number % 2 ? new Agent({ keepAlive: true, maxSockets: 2 }) : undefined;
    this.file = join(folder, `journal-${person.id}.jsonl`);
  }

  write(line) {
    appendFileSync(this.file, `${JSON.stringify(line)}\n`);
  }

  /** Asks once: {what: done|refused|nothing, json}. */
  async ask(asked, path, body) {
    this.calls += 1;
    const number = this.calls;
    this.write({ sent: number, ...asked });
    const { status, json, ...rest } = await call({ ...this.person, agent: this.agent }, path, body);
    const definite = status === 200 || (status >= 400 && status < 500 && status !== 429);
    const told = definite ? (status === 200 ? "done" : "refused") : "nothing";
    const code = status === 200 ? undefined : json?.message;
    const odd = told === "refused" && !usual.has(code);
    const orders = [json?.order ?? [], json?.orders ?? []].flat();
    this.write({
      heard: number,
      key: asked.key,
      what: told,
      status,
      ...(code && { code }),
      ...(odd && { odd }),
      ...rest,
      orders: orders.map(({ id, client_id, state, filled }) => ({ id, client_id, state, filled })),
    });
    return { what: told, orders };
  }

  /** Asks until the answer is definite. */
  async insist(asked, path, body) {
    for (const end = Date.now() + patience_ms; ; await pause(breath_ms)) {
      const told = await this.ask(asked, path, body);
      if (told.what !== "nothing" || Date.now() > end) return told;
    }
  }

  async place() {
    const market = markets[randomInt(markets.length)];
    const buy = chance(50);
    const away = (buy ? -1 : 1) * randomInt(-5, 15) * market.step;
    this.orders += 1;
    const asked = {
      act: "order",
      key: `${this.person.id}-${this.orders}`,
      pair: market.name,
      side: buy ? "BUY" : "SELL",
      price: (market.middle + away).toFixed(1),
      quantity: (market.quantity * randomInt(1, 20)).toFixed(3),
      immediate: chance(15),
    };
    const body = {
      name: asked.pair,
      delegate_type: asked.side,
      market_type: "LIMIT",
      trade_type: "market",
      order_per_unit: asked.price,
      number_of_order: asked.quantity,
      ...(asked.immediate && { time_in_force: "IOC" }),
      transaction_password: trading,
      client_id: asked.key,
    };
    const path = "/api/v2/my-order";
    // Now and then a page sends it twice at once, or again after its answer.
    const twice = chance(10) && this.ask(asked, path, body);
    let told = await this.insist(asked, path, body);
    await twice;
    if (chance(5)) told = await this.insist(asked, path, body);
    if (told.what === "done" && told.orders[0].state === "PENDING")
      this.resting.push({ id: told.orders[0].id, key: asked.key });
  }

  async cancel() {
    const [order] = this.resting.splice(randomInt(this.resting.length), 1);
    this.orders += 1;
    await this.insist({ act: "cancel", key: order.key, id: order.id }, "/api/v3/trades/cancel-order", {
      order_id: order.id,
      client_id: `c${this.orders}`,
    });
  }

  async run() {
    while (!stopped()) {
      if (this.resting.length > most_resting || (this.resting.length > 0 && chance(20))) await this.cancel();
      else await this.place();
      await pause(breath_ms);
    }
    this.agent?.destroy();
  }
}

async function visit(path) {
  const file = join(folder, "visits.jsonl");
  while (!stopped()) {
    const { status, error, refused, ms } = await call({ address: "127.9.0.1" }, path);
    appendFileSync(file, `${JSON.stringify({ path, status, error, refused, ms })}\n`);
    await pause(10 * breath_ms);
  }
}

if (what === "sign-up") {
  const { codes, server } = receive_mails();
  const people = [];
  for (let number = 0; number < traders; number += 1) people.push(await sign_up(number, codes));
  server.close();
  writeFileSync(people_file, JSON.stringify(people));
} else {
  const people = JSON.parse(readFileSync(people_file, "utf8"));
  const trade = people.map((person, number) => new Trader(person, number).run());
  await Promise.all([...trade, ...visited.map(visit)]);
}
