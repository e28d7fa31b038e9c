// Whether the exchange kept its word to the clients of upgrade_traders.mjs: upgrade_verdict.mjs FOLDER
// ORDERS, where ORDERS has a line of JSON for each order in the database. Ends with 1 where something
// was lost, doubled or changed, or somebody was refused a connection.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [folder, orders_file] = process.argv.slice(2);
/** How long a call may have waited for programs that were being replaced. */
const longest_wait_ms = 15_000;
/** Two clients keep two connections each, and each of the three installations reloads nginx. */
const most_closed = 12;
const states = { PENDING: 1, APPROVED: 2, DISSAPROVED: 3 };

const lines_of = (file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const found = { lost: 0, doubled: 0, changed: 0, unknown: 0, refused: 0, unanswered: 0, odd: 0 };
const seen = { acknowledged: 0, cancelled: 0, rejected: 0, calls: 0, longest: 0, closed: 0 };

function note(kind, text) {
  found[kind] += 1;
  if (found[kind] <= 5) console.log(`${kind}: ${text}`);
}

/** What a call came to, whoever made it. */
function hear({ status, error, refused, closed, ms }, of) {
  seen.calls += 1;
  seen.longest = Math.max(seen.longest, ms);
  // Whoever keeps connections asks again on another one, as browsers do (RFC 9112, 9.3.1).
  if (closed && seen.closed < most_closed) seen.closed += 1;
  else if (refused) note("refused", `${of}: ${error} after ${ms} ms`);
  else if (error) note("unanswered", `${of}: ${error} after ${ms} ms`);
  else if (status >= 500) note("unanswered", `${of}: ${status} after ${ms} ms`);
}

/** By key: what was asked for, and what is known of it. */
function read_journals() {
  const entries = new Map();
  for (const name of readdirSync(folder).filter((name) => name.startsWith("journal-"))) {
    const acts = new Map();
    for (const line of lines_of(join(folder, name))) {
      if (line.sent) {
        acts.set(line.sent, line);
        if (line.act === "order" && !entries.has(line.key))
          entries.set(line.key, { ...line, client: line.key.split("-")[0], heard: [], cancels: new Map() });
        // What is cancelled has an entry, unless the journal is wrong.
        if (line.act === "cancel") entries.get(line.key).cancels.set(line.id, "nothing");
        continue;
      }
      const act = acts.get(line.heard);
      const entry = entries.get(act.key);
      hear(line, `${act.act} ${act.key}`);
      if (line.odd) note("odd", `${act.act} ${act.key} was refused: ${line.code}`);
      if (act.act === "order") {
        entry.heard.push(line);
        continue;
      }
      if (line.what !== "nothing") entry.cancels.set(act.id, line.what);
      for (const order of line.orders)
        if (order.id === act.id) entry.closed = order;
        else note("odd", `cancelling ${act.id} named ${order.id}`);
    }
  }
  return entries;
}

function read_orders() {
  const orders = new Map();
  for (const order of lines_of(orders_file)) {
    if (orders.has(order.key)) note("doubled", `${order.key} is there more than once`);
    orders.set(order.key, order);
  }
  return orders;
}

/** What closed stays as it was, what was filled stays filled, and only its owner cancels what rests. */
function went_on(key, entry, told, order) {
  const name = `${key}, acknowledged as ${told.state} with ${told.filled} filled,`;
  const is = `is in state ${order.state} with ${order.filled}`;
  const over = told.state !== "PENDING";
  if (Number(order.filled) < Number(told.filled)) note("lost", `${name} ${is}`);
  else if (over && (order.state !== states[told.state] || Number(order.filled) !== Number(told.filled)))
    note("lost", `${name} ${is}`);
  else if (!over && order.state === states.DISSAPROVED && entry.cancels.size === 0)
    note("changed", `${name} ${is}, but nobody cancelled it`);
}

function compare(key, entry, order) {
  const done = entry.heard.filter(({ what }) => what === "done");
  const last = entry.heard.at(-1)?.what ?? "nothing";
  if (done.length === 0) {
    if (last !== "refused") return note("unknown", `${key} got no answer`);
    seen.rejected += 1;
    if (order) note("changed", `${key} was refused, but is order ${order.id}`);
    return;
  }
  seen.acknowledged += 1;
  const ids = new Set(done.map(({ orders }) => orders[0].id));
  if (ids.size > 1) note("doubled", `${key} was acknowledged as ${[...ids].join(" and ")}`);
  if (last === "refused") note("changed", `${key} was acknowledged and then refused`);
  if (!order) return note("lost", `${key} was acknowledged as ${[...ids][0]}, but is not there`);
  if (!ids.has(order.id)) note("doubled", `${key} was acknowledged as ${[...ids][0]}, but is ${order.id}`);
  const as_asked =
    order.client === entry.client &&
    order.pair === entry.pair &&
    order.side === entry.side &&
    Number(order.price) === Number(entry.price) &&
    Number(order.quantity) === Number(entry.quantity) &&
    order.immediate === entry.immediate;
  if (!as_asked) note("changed", `${key} is not the order that was asked for`);
  for (const { orders } of done) went_on(key, entry, orders[0], order);
  for (const [id, what] of entry.cancels)
    if (what === "nothing") note("unknown", `the cancellation of ${id} got no answer`);
    else if (what === "done") {
      seen.cancelled += 1;
      if (!entry.closed) note("odd", `the cancellation of ${id} was acknowledged without it`);
      else went_on(key, entry, entry.closed, order);
    }
}

const entries = read_journals();
const orders = read_orders();
for (const [key, entry] of entries) compare(key, entry, orders.get(key));
for (const [key, { id }] of orders) if (!entries.has(key)) note("doubled", `${id} was never asked for: ${key}`);
for (const visit of lines_of(join(folder, "visits.jsonl"))) {
  hear(visit, visit.path);
  if (visit.status && visit.status !== 200 && visit.status < 500) note("odd", `${visit.path}: ${visit.status}`);
}
if (seen.longest > longest_wait_ms) note("odd", `a call took ${seen.longest} ms`);
const said = Object.entries({ ...seen, ...found }).map(([name, count]) => `${count} ${name}`);
console.log(said.join(", "));
process.exitCode = Object.values(found).some((count) => count > 0) || seen.acknowledged === 0 ? 1 : 0;
