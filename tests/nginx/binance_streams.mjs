// Binance's streams go on when nginx is reloaded, and are there again when their program has died.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const url = process.env.CAMBIO_TEST_URL;
const pids = `${process.env.CAMBIO_TEST_VAR}/pids`;
const patience = 60_000;

async function until(find, what) {
  for (const end = Date.now() + patience; ; ) {
    const found = await find();
    if (found) return found;
    assert.ok(Date.now() < end, `waited in vain for ${what}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const pid = (name) => readFileSync(`${pids}/${name}`, "utf8").split(" ")[0].trim();
const children = (parent) => {
  try {
    return execFileSync("pgrep", ["-P", parent], { encoding: "utf8" }).trim().split("\n");
  } catch {
    return [];
  }
};
const number = async () =>
  (await (await fetch(`${url}/binance/api/v3/depth?symbol=BTCUSDT`)).json()).lastUpdateId;

/** A listener to a book; nothing where nobody answers. */
function listen() {
  const socket = new WebSocket(`${url.replace("http", "ws")}/binance/ws/btcusdt@depth@100ms`);
  const listener = { socket, last: 0, gaps: 0, closed: false };
  socket.addEventListener("message", ({ data }) => {
    const { U, u } = JSON.parse(data);
    if (listener.last > 0 && U !== listener.last + 1) listener.gaps += 1;
    listener.last = u;
  });
  return new Promise((resolve) => {
    socket.addEventListener("open", () => resolve(listener));
    socket.addEventListener("error", () => resolve(undefined));
    socket.addEventListener("close", () => (listener.closed = true));
  });
}

const before = await listen();
await until(() => before.last > 0, "a change");

const master = pid("nginx.pid");
const workers = children(master);
process.kill(Number(master), "SIGHUP");
await until(() => children(master).some((worker) => !workers.includes(worker)), "a new worker");
// The old worker may have taken it at the last moment, and sends it away: it comes back as clients do.
let reloaded = await until(listen, "nginx that is reloaded");
const later = (await number()) + 2;
await until(async () => {
  if (reloaded.closed) reloaded = (await listen()) ?? reloaded;
  return reloaded.last > later;
}, "changes after nginx was reloaded");
// The old worker keeps the connections that it has, or ends them: nobody is left deaf.
await until(() => before.closed || before.last > later, "changes for who listened before");
assert.equal(before.gaps + reloaded.gaps, 0);
console.log("nginx is reloaded, and nobody is deaf");

const [program] = children(pid("handler-streams"));
process.kill(Number(program), "SIGKILL");
await until(() => reloaded.closed, "the end of the connection");
const again = await until(listen, "another program");
const since = await number();
await until(() => again.last > since, "changes from another program");
again.socket.close();
before.socket.close();
console.log("the program is killed, and another one serves");
