// One address with bodies that crawl and never end, against the limit that the installation of the
// tests has; and a body that stops.
// 127.0.0.9 is a proxy that it trusts.
import assert from "node:assert/strict";
import { connect } from "node:net";

const limit = 500;
const more = 50;
const url = new URL(process.env.CAMBIO_TEST_URL);

const crawling = new Set();
setInterval(() => {
  for (const socket of crawling) socket.write(" ");
}, 1_000).unref();

/** A call that crawls for ever, from another address of this machine: its status once it has one. */
function neverEnding(from, forwarded, onStatus) {
  const socket = connect({ host: url.hostname, port: url.port, localAddress: from });
  const slow =
    `POST /api/v3/login HTTP/1.1\r\nHost: ${url.host}\r\n` +
    (forwarded ? `X-Forwarded-For: ${forwarded}\r\n` : "") +
    "Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{";
  socket.on("connect", () => {
    socket.write(slow);
    crawling.add(socket);
  });
  socket.on("data", (text) => {
    crawling.delete(socket);
    onStatus(Number(String(text).split(" ")[1]));
  });
  socket.on("close", () => crawling.delete(socket));
  socket.on("error", () => {});
  return socket;
}

/** The statuses of `more` calls that are refused beyond the limit, while the others go on. */
async function beyondTheLimit(from, forwarded, most = limit) {
  const statuses = [];
  let heard = () => {};
  const refusals = new Promise((resolve) => (heard = resolve));
  const sockets = Array.from({ length: most + more }, (_, number) =>
    neverEnding(from, forwarded?.(number), (status) => {
      statuses.push(status);
      if (statuses.length === more) heard();
    }),
  );
  const late = setTimeout(() => {
    console.error(`${statuses.length} of ${more} were refused`);
    process.exit(1);
  }, 600_000);
  await refusals;
  clearTimeout(late);
  assert.deepEqual([...new Set(statuses)], [429]);
  return sockets;
}

/** Whether a call from there is answered meanwhile. */
function answered(forwarded) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: url.hostname, port: url.port, localAddress: "127.0.0.9" });
    socket.on("error", reject);
    socket.on("data", (text) => {
      socket.destroy();
      resolve(String(text).startsWith("HTTP/1.1 200"));
    });
    socket.write(
      `GET /api/v3/status HTTP/1.1\r\nHost: ${url.host}\r\nX-Forwarded-For: ${forwarded}\r\n\r\n`,
    );
  });
}

/** How long a call is waited for that begins its body and says no more. */
function patience() {
  return new Promise((resolve) => {
    let began;
    const socket = connect({ host: url.hostname, port: url.port, localAddress: "127.0.0.6" });
    socket.on("connect", () => {
      began = performance.now();
      socket.write(
        `POST /api/v3/login HTTP/1.1\r\nHost: ${url.host}\r\n` +
          "Content-Type: application/json\r\nContent-Length: 60\r\n\r\n{",
      );
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve((performance.now() - began) / 1000));
  });
}

// Five seconds are what nginx is told; it is cut off without an answer.
const stopped = await patience();
assert.ok(stopped > 4 && stopped < 9, `a body that stops is waited for ${stopped} s`);
console.log("A body that stops is waited for five seconds.");

const one = await beyondTheLimit("127.0.0.7");
const other = await fetch(new URL("/api/v3/status", url));
assert.equal(other.status, 200);
for (const socket of one) socket.destroy();
console.log("An address beyond its limit is refused; another one is answered.");

const six = await beyondTheLimit("127.0.0.9", (number) => `2001:db8:1:2::${number.toString(16)}`);
assert.ok(await answered("2001:db8:1:3::1"), "another network is answered");
assert.ok(await answered("::ffff:192.0.2.1"), "an IPv4 address in the form of IPv6 is answered");
for (const socket of six) socket.destroy();
console.log("All addresses of an IPv6 network count as one; another network is answered.");

const site = (number) => `2001:db8:1:${(number % 0x1000).toString(16)}::1`;
const sites = await beyondTheLimit("127.0.0.9", site, 8 * limit);
assert.ok(await answered("2001:db8:2:2::1"), "another site is answered");
assert.ok(await answered("192.0.2.3"), "an IPv4 address is answered");
for (const socket of sites) socket.destroy();
console.log("All networks of an IPv6 site together get eight times as much.");

const four = await beyondTheLimit("127.0.0.9", () => "::ffff:192.0.2.1");
assert.ok(await answered("::ffff:192.0.2.2"), "another IPv4 address is answered");
for (const socket of four) socket.destroy();
console.log("An IPv4 address in the form of IPv6 counts as itself.");
