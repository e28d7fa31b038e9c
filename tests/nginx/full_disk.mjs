// While PostgreSQL's disk is full, orders are refused in the catalogue's words; what was acknowledged
// before stays, and once there is room everything comes back by itself.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { base, databaseHost, operator } from "../fuzz/api/installation.js";
import { Person } from "../fuzz/api/people.js";

const place = process.env.CAMBIO_TEST_VAR;
const filler = join(place, "postgres/filler");
const total = 20;

const psql = (statement) =>
  spawnSync("psql", ["-Xqth", databaseHost, "-U", "postgres", "-d", "cambio", "-c", statement], {
    encoding: "utf8",
  });
const count = (statement) => Number(psql(statement).stdout);

async function until(seconds, what, find) {
  for (const end = Date.now() + seconds * 1000; ; ) {
    const found = await find();
    if (found) return found;
    assert.ok(Date.now() < end, `waited in vain: ${what}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Writes until not a byte more finds room: also what PostgreSQL has freed while it ended. */
function fill() {
  const file = openSync(filler, "a");
  for (let size = 1 << 20; size >= 1; )
    try {
      if (writeSync(file, Buffer.alloc(size)) < size) size >>= 1;
    } catch (problem) {
      assert.equal(problem.code, "ENOSPC");
      size >>= 1;
    }
  closeSync(file);
}

/** What PostgreSQL has said of the disk so far, at each of its lives. */
const complaints = () =>
  readFileSync(join(place, "log/postgres/postgres.out"), "utf8").split("No space left on device").length - 1;

const person = await new Person(base, "disk", [], "Horse-staple-7").signUp();
const acknowledged = new Map();
const refused = new Set();

/** An order far below the market, under a key of its own: whether it was taken. */
async function order(key) {
  const reply = await person.ask("POST", "/api/v2/my-order", {
    name: "BTCUSDT",
    delegate_type: "BUY",
    market_type: "LIMIT",
    trade_type: "market",
    order_per_unit: "20000",
    number_of_order: String(total / 20000),
    transaction_password: person.transactionPassword,
    client_id: key,
  });
  if (reply.status === 200) {
    const { id } = reply.json.order;
    assert.equal(acknowledged.get(key) ?? id, id, `${key} has one order`);
    acknowledged.set(key, id);
    refused.delete(key);
    return true;
  }
  assert.equal(reply.status, 503, reply.body);
  assert.equal(reply.json.message, "unavailable", reply.body);
  assert.ok(reply.json.text, "the refusal has words");
  assert.ok(!acknowledged.has(key), `${key} was taken and is refused`);
  refused.add(key);
  return false;
}

/** As whoever watches asks: signed in as nobody. */
const guest = async (path) => (await fetch(new URL(path, base))).json();
const status = () => guest("/api/v3/status");

for (let i = 0; i < 20; i += 1) assert.ok(await order(`before-${i}`));

/** Takes the disk's room and the write-ahead log's: whether that was still to be had. */
function useUp() {
  fill();
  const next = "select pg_logical_emit_message(true, 'disk', 'full'); select pg_switch_wal()";
  return psql(next).status === 0;
}

// The write-ahead log has a file or two to go on in, and so has trade. Each of them is used up now.
for (let i = 0; useUp(); i += 1) {
  if (i < 100) await order(`full-${i}`);
  assert.ok(i < 200, "the write-ahead log finds room on a full disk");
}
// As it ends, PostgreSQL frees what the next one may go on with for a while, unless that is taken, too,
// before it has recovered.
const filling = setInterval(fill, 10);
const said = await until(60, "the status call tells it", async () => {
  useUp();
  const now = await status();
  return now?.postgres === "down" && now;
});
assert.equal(said.status, "degraded");
assert.equal(said.redis, "ok");
for (let i = 0; i < 3; i += 1) assert.ok(!(await order(`down-${i}`)), "nothing is taken any more");
const page = await fetch(new URL("/", base));
assert.equal(page.status, 200, "the pages are there");
const pairs = await guest("/api/v2/market-all-pairs");
assert.equal(pairs.message, "unavailable", "what nginx keeps copies of is refused in words, too");
const before = complaints();
await until(60, "PostgreSQL is tried again and again", () => complaints() >= before + 20);
assert.ok(!(await order("down-0")), "nor later");
console.log(`On a full disk ${acknowledged.size} orders were taken and ${refused.size} refused`);

clearInterval(filling);
rmSync(filler);
await until(60, "an order is taken again", () => order("down-0"));
console.log("With room again it comes back by itself");

// Every acknowledged order is there under its key, and a refused one can be sent again.
for (const key of [...acknowledged.keys(), ...refused]) assert.ok(await order(key), key);
assert.equal(refused.size, 0);
const ids = [...acknowledged.values()];
assert.equal(new Set(ids).size, ids.length);
assert.equal(count(`select count(*) from orders where client_id = ${person.id}`), ids.length);
const { balance, held } = JSON.parse(
  psql(`select json_build_object('balance', sum(balance), 'held', sum(balance) filter (where held))
    from ledger_accounts l join assets a on a.id = l.asset_id
    where a.code = 'USDT' and client_id = ${person.id}`).stdout,
);
assert.deepEqual([balance, held], [10_000, ids.length * total]);
assert.equal(operator("audit").passed, true, "the books balance");
await until(120, "status is ok", async () => (await status())?.status === "ok");
execFileSync(new URL("../../nginx/status", import.meta.url).pathname, { stdio: "ignore" });
console.log("Nothing was lost, and the books balance");
