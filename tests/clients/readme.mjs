// What handlers/binance/README.md tells people to copy does what it says: each block runs as it stands
// there, with the installation's address in place of the example's and a key in place of the dots. The
// network is closed to it, so that an address that leads elsewhere fails here.
import { outside } from "./closed_network.mjs";
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { Spot } from "@binance/spot";
import ccxt from "ccxt";
import { startFront } from "./front.mjs";
import { Trader } from "./people.mjs";

const installation = process.env.CAMBIO_TEST_URL;
const port = await startFront(installation);
const host = `exchange.localhost:${port}`;
const text = readFileSync(new URL("../../handlers/binance/README.md", import.meta.url), "utf8");
const scratch = mkdtempSync(join(tmpdir(), "readme-"));
after(() => rmSync(scratch, { recursive: true }));

/** The blocks of a language beneath a heading, in their order. */
function blocks(heading, language) {
  const [, section] = text.split(`\n## ${heading}\n`);
  return [...section.split("\n## ")[0].matchAll(/^```(\w+)\n([^]*?)^```$/gm)]
    .filter(([, its]) => its === language)
    .map(([, , block]) => block.replaceAll("exchange.example", host));
}

/** Runs a block as a module's body; what it declares under `names`. */
function run(block, names) {
  const body = block.replace(/^import (\w+|\{ \w+ \}) from .*$/gm, "");
  const AsyncFunction = (async () => {}).constructor;
  return new AsyncFunction("ccxt", "Spot", `${body}\nreturn { ${names} };`)(ccxt, Spot);
}

const withKey = (block, { apiKey, secret }) =>
  block.replace('apiKey: "…"', `apiKey: "${apiKey}"`).replace('secret: "…"', `secret: "${secret}"`);

function leadsNowhereElse(urls, place = `${host}/binance`) {
  for (const url of Object.values(urls)) {
    if (typeof url !== "string") leadsNowhereElse(url, place);
    else assert.match(url, new RegExp(`^(https|wss)://${place}/`));
  }
}

const trader = new Trader(installation, "readme", [], "Horse-staple-11");
const pair = generateKeyPairSync("ed25519", {
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
let key;
let loop;

test("a client makes a key", async () => {
  await trader.signUp();
  key = await trader.key("trade");
});

test("ccxt", async () => {
  const [first] = blocks("ccxt", "js");
  loop = first.match(/^for \([^]*?^}$/m)[0];
  const { exchange } = await run(withKey(first, key), "exchange");
  leadsNowhereElse(exchange.urls.api);
  const [order] = await exchange.fetchOpenOrders("BTC/USDT");
  assert.deepEqual([order.side, order.amount, order.price], ["buy", 0.001, 50000]);
  await exchange.cancelOrder(order.id, "BTC/USDT");
});

test("ccxt at a host name of its own", async () => {
  const block = blocks("ccxt", "js").find((one) => one.includes("hostname"));
  const named = `localhost:${port}`;
  const sameLoop = loop.replace(`https://${host}/binance`, `https://api.${named}`);
  const whole = withKey(block, key)
    .replaceAll("example.com", named)
    .replace(/^\/\/ … the same loop.*$/m, sameLoop);
  const { exchange } = await run(whole, "exchange");
  leadsNowhereElse(exchange.urls.api, `api.${named}`);
  const order = await exchange.createOrder("BTC/USDT", "limit", "buy", 0.001, 50000);
  assert.equal((await exchange.cancelOrder(order.id, "BTC/USDT")).status, "canceled");
});

test("ccxt.pro", async () => {
  const block = blocks("ccxt", "js").find((one) => one.includes("ccxt.pro"));
  const whole = withKey(block, key).replace(/^\/\/ … the same loop .*$/m, loop);
  const { exchange, book, order, told } = await run(whole, "exchange, book, order, told");
  leadsNowhereElse(exchange.urls.api);
  assert.ok(book.bids[0][0] < book.asks[0][0]);
  assert.equal(told.id, order.id);
  await exchange.cancelOrderWs(order.id, "BTC/USDT");
  await exchange.close();
});

test("ccxt in Python sets the same addresses", () => {
  const [block] = blocks("ccxt", "python");
  // In place of the package, which Debian does not have, what the block reads of it: its addresses.
  const urls = JSON.stringify(new ccxt.binance().urls.api);
  writeFileSync(
    join(scratch, "ccxt.py"),
    `class binance:\n    def __init__(self, config):\n        self.urls = {"api": ${urls}}\n`,
  );
  const shown = `${block}import json\nprint(json.dumps(exchange.urls["api"]))`;
  const printed = execFileSync("python3", ["-c", shown], {
    encoding: "utf8",
    env: { ...process.env, PYTHONPATH: scratch },
  });
  leadsNowhereElse(JSON.parse(printed));
});

test("Binance's own connector", async () => {
  writeFileSync(join(scratch, "key.pem"), pair.privateKey, { mode: 0o600 });
  const { apiKey } = await trader.key("trade", { publicKey: pair.publicKey, secretKey: pair.privateKey });
  const [block] = blocks("Binance's own connector", "js");
  // Its own patience is a second, which is too little beside other tests.
  const patient = block
    .replaceAll('"…"', `"${apiKey}"`)
    .replaceAll('"key.pem"', JSON.stringify(join(scratch, "key.pem")))
    .replaceAll("basePath", "timeout: 60_000, basePath");
  const { client, order } = await run(patient, "client, order");
  const placed = await order.data();
  assert.deepEqual([placed.status, placed.side, Number(placed.price)], ["NEW", "BUY", 50000]);
  await client.restAPI.deleteOrder({ symbol: "BTCUSDT", orderId: placed.orderId });
});

test("freqtrade's settings keep ccxt here", async () => {
  const [block] = blocks("freqtrade", "json");
  const { ccxt_config: config } = JSON.parse(block).exchange;
  const exchange = new ccxt.binance({ ...config, ...key });
  leadsNowhereElse(exchange.urls.api);
  await exchange.loadMarkets();
  assert.ok((await exchange.fetchBalance()).USDT.free > 0);
});

test("hummingbot's addresses lead here", async () => {
  const [block] = blocks("hummingbot", "sh");
  const folder = join(scratch, "hummingbot/connector/exchange/binance");
  const file = join(folder, "binance_constants.py");
  mkdirSync(folder, { recursive: true });
  const lines = (rest, streams, calls) =>
    `REST_URL = "${rest}"\nWSS_URL = "${streams}"\nWSS_API_URL = "${calls}"\n`;
  writeFileSync(file, lines("https://api.binance.{}/api/", "wss://stream.binance.{}:9443/ws",
    "wss://ws-api.binance.{}:443/ws-api/v3"));
  // Its last line finds nothing, and so fails.
  const last = await promisify(execFile)("bash", ["-uc", block], { cwd: scratch }).catch((error) => error);
  assert.deepEqual([last.code, last.stdout, last.stderr], [1, "", ""]);
  assert.equal(readFileSync(file, "utf8"),
    lines(`https://${host}/binance/api/`, `wss://${host}/binance/ws`, `wss://${host}/binance/ws-api/v3`));
});

test("an order by hand", async () => {
  const [block] = blocks("By hand", "sh");
  const script = block.replace("key=… secret=…", `key=${key.apiKey} secret=${key.secret}`);
  // Not synchronously: what stands in front of the installation runs in this process.
  const { stdout } = await promisify(execFile)("bash", ["-euc", script]);
  const order = JSON.parse(stdout);
  assert.equal(order.status, "FILLED", JSON.stringify(order));
  assert.ok(Number(order.cummulativeQuoteQty) <= 10);
});

test("nobody else was asked", () => assert.deepEqual(outside, []));
