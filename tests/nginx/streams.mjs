// Whether every new subscriber of a channel hears it while others come and go, much is published,
// nginx is reloaded and its workers die: streams.mjs SECONDS. With two workers some hear nothing.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { request, Agent } from "node:http";
import { connect } from "node:net";

const run = process.env.STREAMS_RUN ?? `${process.env.CAMBIO_TEST_VAR}/run`;
const pid_file = process.env.STREAMS_PID ?? `${process.env.CAMBIO_TEST_VAR}/pids/nginx.pid`;
const seconds = Number(process.argv[2] ?? 60);
const pair = "CANARYUSDT";
const patience_ms = 5_000;
const disturbed_every_ms = 5_000;
const crowd = 40;
const witnesses = 8;

const end = Date.now() + seconds * 1000;
const over = () => Date.now() >= end;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const agent = new Agent({ keepAlive: true, maxSockets: 3 });
const filler = "x".repeat(3000);
let published = 0;

function publish() {
  published += 1;
  const message = JSON.stringify({ channel: "canary", seq: published, at: Date.now(), filler });
  return new Promise((resolve) => {
    const path = `/publish/market.${pair}`;
    const options = { socketPath: `${run}/push.sock`, path, method: "POST", agent };
    const sent = request(options, (answer) => answer.resume().on("end", resolve));
    sent.on("error", resolve).end(message);
  });
}

/** A raw WebSocket, which comes and goes with less than one of the platform's. */
function subscribe({ on_heard, on_end } = {}) {
  const socket = connect(`${run}/local.sock`);
  socket.on("connect", () =>
    socket.write(
      `GET /stream/market/${pair} HTTP/1.1\r\nHost: localhost\r\n` +
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    ),
  );
  socket.on("data", (data) => {
    if (data.includes('"canary"')) on_heard?.();
  });
  socket.on("error", () => undefined);
  socket.on("close", () => on_end?.());
  return socket;
}

/** Comes, stays for a moment and goes, politely or not. */
async function visitor() {
  while (!over()) {
    const socket = subscribe();
    await pause(Math.random() ** 3 * 3_000);
    if (Math.random() < 0.5) socket.destroy();
    else socket.end();
  }
}

async function publisher() {
  while (!over()) {
    await publish();
    await pause(Math.random() < 0.1 ? 0 : 15);
  }
}

async function disturber() {
  for (let turn = 0; !over(); turn += 1) {
    await pause(disturbed_every_ms);
    const master = readFileSync(pid_file, "utf8").trim().split(" ")[0];
    // A reload heals what a worker's death has done: most often there is none.
    if (turn % 5 === 4) {
      process.kill(Number(master), "SIGHUP");
    } else {
      const workers = execFileSync("pgrep", ["-P", master], { encoding: "utf8" }).match(/\d+/g);
      process.kill(Number(workers[Math.floor(Math.random() * workers.length)]), "SIGKILL");
    }
  }
}

const heard = { something: 0, nothing: 0, end: 0 };

function witness() {
  return new Promise((resolve) => {
    const finish = (what) => {
      clearTimeout(timer);
      socket.removeAllListeners("close").destroy();
      heard[what] += 1;
      resolve();
    };
    const socket = subscribe({
      on_heard: () => finish("something"),
      // A worker that leaves takes its subscribers with it: that is no silence.
      on_end: () => finish("end"),
    });
    const timer = setTimeout(() => finish("nothing"), patience_ms);
  });
}

async function examiner() {
  while (!over()) {
    await Promise.all(Array.from({ length: witnesses }, witness));
    await pause(500);
  }
}

await Promise.all([
  ...Array.from({ length: crowd }, visitor),
  ...Array.from({ length: 3 }, publisher),
  disturber(),
  examiner(),
]);
agent.destroy();
console.log(`${published} published; of the new subscribers heard`, heard);
assert.equal(heard.nothing, 0);
assert.ok(heard.something > 0);
