// One address with bodies that never end, against the limit that the installation of the tests has.
import assert from "node:assert/strict";
import { connect } from "node:net";

const limit = 500;
const url = new URL(process.env.CAMBIO_TEST_URL);
const slow = `POST /api/v3/login HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: application/json\r\nContent-Length: 60\r\n\r\n{`;

/** A call that never ends, from another address of this machine: its status once there is one. */
function neverEnding(onStatus) {
  const socket = connect({ host: url.hostname, port: url.port, localAddress: "127.0.0.7" });
  socket.on("connect", () => socket.write(slow));
  socket.on("data", (text) => onStatus(Number(String(text).split(" ")[1])));
  socket.on("error", () => {});
  return socket;
}

const statuses = [];
let heard = () => {};
const refusals = new Promise((resolve) => (heard = resolve));
const more = 50;
const sockets = Array.from({ length: limit + more }, () =>
  neverEnding((status) => {
    statuses.push(status);
    if (statuses.length === more) heard();
  }),
);
const late = setTimeout(() => {
  console.error(`${statuses.length} of ${more} were refused`);
  process.exit(1);
}, 9_000);
await refusals;
clearTimeout(late);
assert.deepEqual([...new Set(statuses)], [429]);
const other = await fetch(new URL("/api/v3/status", url));
assert.equal(other.status, 200);
for (const socket of sockets) socket.destroy();
console.log("An address beyond its limit is refused; another one is answered.");
