// Who hears what: public channels for everybody, a client's channel with a ticket, once, and until
// its session ends. And how much of it a viewer has to carry.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { constants, inflateRawSync } from "node:zlib";

const url = process.env.CAMBIO_TEST_URL;
const inside = url.replace(/\d+$/, (port) => Number(port) + 4);
const publisher = `${process.env.CAMBIO_TEST_VAR}/run/push.sock`;

function within(seconds, what, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: nothing within ${seconds} s`)), seconds * 1000);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

async function call(path, body, token, base = url) {
  const headers = { "content-type": "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  const options = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
  const answer = await fetch(base + path, options);
  const json = await answer.json();
  assert.equal(answer.status, 200, `${path}: ${JSON.stringify(json)}`);
  return json;
}

function publish(channel, message) {
  return new Promise((resolve, reject) => {
    const options = { socketPath: publisher, path: `/publish/${channel}`, method: "POST" };
    const sent = request(options, (answer) => answer.resume().on("end", () => resolve(answer.statusCode)));
    sent.on("error", reject).end(message);
  });
}

/** The open socket and what it hears; rejects where the server refuses. */
function subscribe(path, protocols = []) {
  const heard = [];
  const waiting = [];
  const socket = new WebSocket(url.replace("http", "ws") + path, protocols);
  socket.addEventListener("message", ({ data }) => {
    heard.push(data);
    waiting.forEach((look) => look());
  });
  const until = (wanted) =>
    new Promise((resolve) => {
      const look = () => heard.some(wanted) && resolve(heard.find(wanted));
      waiting.push(look);
      look();
    });
  return new Promise((resolve, reject) => {
    socket.addEventListener("open", () => resolve({ socket, heard, until }));
    socket.addEventListener("error", () => reject(new Error(`refused: ${path}`)));
  });
}

/** The first whole frame of these bytes: its kind, what it carries, and its size; or nothing. */
function frame(bytes) {
  if (bytes.length < 2) return undefined;
  const short = bytes[1] & 0x7f;
  const head = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < head) return undefined;
  const length =
    short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const size = head + length;
  if (bytes.length < size) return undefined;
  const packed = (bytes[0] & 0x40) !== 0;
  return { kind: bytes[0] & 0x0f, packed, carried: bytes.subarray(head, size), size };
}

const unpacked = (carried) =>
  inflateRawSync(Buffer.concat([carried, Buffer.from([0, 0, 0xff, 0xff])]), {
    finishFlush: constants.Z_SYNC_FLUSH,
  });

/** So many books as browsers hear them: what they say and what that takes on the way, in bytes. */
function weigh_books(count) {
  return new Promise((resolve, reject) => {
    const { hostname, port, host } = new URL(url);
    const socket = connect({ host: hostname, port });
    const books = { said: 0, carried: 0, count: 0 };
    let bytes = Buffer.alloc(0);
    let upgraded = false;
    const take = () => {
      if (!upgraded) {
        const end = bytes.indexOf("\r\n\r\n");
        if (end < 0) return;
        assert.match(bytes.subarray(0, end).toString(), /^HTTP\/1\.1 101 /);
        bytes = bytes.subarray(end + 4);
        upgraded = true;
      }
      while (books.count < count) {
        const next = frame(bytes);
        if (!next) return;
        bytes = bytes.subarray(next.size);
        const text = next.packed ? unpacked(next.carried) : next.carried;
        if (next.kind !== 1 || !text.includes('"channel":"book"')) continue;
        books.said += text.length;
        books.carried += next.size;
        books.count += 1;
      }
      socket.destroy();
      resolve(books);
    };
    socket.on("error", reject);
    socket.on("data", (part) => {
      bytes = Buffer.concat([bytes, part]);
      try {
        take();
      } catch (problem) {
        reject(problem);
      }
    });
    socket.write(
      `GET /stream/market/BTCUSDT HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\n` +
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
        `Sec-WebSocket-Key: ${Buffer.alloc(16, 7).toString("base64")}\r\n` +
        "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n",
    );
  });
}

const code_words = /\b\d{6}\b/;
/** The code of the newest mail with these words. */
async function code_for(email, words) {
  const find = async () => {
    const messages = await call("/dev/outbox.json", undefined, undefined, inside);
    const message = messages.find(({ to, subject, text }) =>
      to === email && `${subject} ${text}`.includes(words) && code_words.test(text));
    return message?.text.match(code_words)[0];
  };
  let code;
  while (!(code = await find())) await new Promise((resolve) => setTimeout(resolve, 100));
  return code;
}

async function sign_up() {
  const email = `pushes-${Date.now()}@example.com`;
  await call("/api/v2/send-code", { email });
  const password = "Correct-horse-battery-9";
  const registered = await call("/api/v2/register", {
    code: await within(10, "the code", code_for(email, "")),
    username: email,
    mobile_number: `+4915${String(Date.now()).slice(-9)}`,
    password,
    password_confirmation: password,
    transaction_password: "Staple-tray-lamp-7",
  });
  assert.equal(registered.message, "SUCCESS");
  const sign_in = async (now = password) =>
    (await call("/api/v3/login", { username: email, password: now })).token;
  return { email, password, token: await sign_in(), sign_in };
}

/** The client's own channel, open. */
async function own_stream(token) {
  const { ticket, channel } = await call("/api/v3/stream-ticket", {}, token);
  const stream = await within(5, "own stream", subscribe(`/stream/client/${channel}`, [`cambio.${ticket}`]));
  const ended = new Promise((resolve) =>
    stream.socket.addEventListener("close", () => resolve(performance.now())),
  );
  return { ...stream, ended };
}

const market = await within(5, "public channel", subscribe("/stream/market/BTCUSDT"));
await publish("market.BTCUSDT", '{"channel":"book","pair":"BTCUSDT","seq":1,"test":true}');
const message = await within(5, "market", market.until((data) => data.includes('"test":true')));
assert.equal(JSON.parse(message).pair, "BTCUSDT");
assert.match(market.socket.extensions, /permessage-deflate/);

// A book is told ten times a second at most, so these 800 bytes are the 8 kB/s of a viewer. How far
// it shrinks depends on how deep it is; one that is not packed does not shrink at all.
const { said, carried, count } = await within(60, "books", weigh_books(30));
assert.ok(carried / count < 800, `a book takes ${carried / count} bytes`);
assert.ok(carried < said * 0.75, `of ${said} bytes of books ${carried} are carried`);
console.log(`A book of ${Math.round(said / count)} bytes takes ${Math.round(carried / count)}`);

const tickers = await within(5, "tickers", subscribe("/stream/tickers"));
await within(20, "the job's own tickers", tickers.until((data) => JSON.parse(data).channel === "tickers"));

const { email, password, token, sign_in } = await sign_up();
const { ticket, channel } = await call("/api/v3/stream-ticket", {}, token);
await assert.rejects(within(5, "no ticket", subscribe(`/stream/client/${channel}`)), /refused/);
await assert.rejects(
  within(5, "forged ticket", subscribe(`/stream/client/${channel}`, ["cambio.forged"])),
  /refused/,
);
const mine = await within(5, "own channel", subscribe(`/stream/client/${channel}`, [`cambio.${ticket}`]));
assert.equal(mine.socket.protocol, `cambio.${ticket}`);
await publish(`client.${channel}`, '{"channel":"client","type":"notification","seq":1}');
await within(5, "own event", mine.until((data) => data.includes('"notification"')));
await assert.rejects(
  within(5, "used ticket", subscribe(`/stream/client/${channel}`, [`cambio.${ticket}`])),
  /refused/,
);
assert.ok(!market.heard.some((data) => data.includes('"client"')), "a public channel hears no client");

// A logout ends the stream of its session, and what it left behind opens none; who is signed in
// elsewhere comes back.
const elsewhere = await sign_in();
const leaving = await own_stream(token);
const staying = await own_stream(elsewhere);
const unused = await call("/api/v3/stream-ticket", {}, token);
const ends = [];
/** A second is promised: that is held to the middle one of all ends, and each to five. */
async function time_end(what, stream, since) {
  const at = await within(5, `the end of the stream: ${what}`, stream.ended);
  ends.push({ what, seconds: Math.max(0, at - since) / 1000 });
}
await call("/api/v3/logout", {}, token);
await time_end("it signs out", leaving, performance.now());
await assert.rejects(
  within(5, "a dead session's ticket", subscribe(`/stream/client/${channel}`, [`cambio.${unused.ticket}`])),
  /refused/,
);
await within(5, "the end of the others, too", staying.ended);
const back = await own_stream(elsewhere);
await publish(`client.${channel}`, '{"channel":"client","type":"notification","seq":2}');
await within(5, "own event after coming back", back.until((data) => data.includes('"seq":2')));
back.socket.close();

// So does every other end of a session.
async function expect_end(of, what, act) {
  const stream = await own_stream(of);
  const { ticket } = await call("/api/v3/stream-ticket", {}, of);
  await act();
  await time_end(what, stream, performance.now());
  await assert.rejects(
    within(5, `a ticket: ${what}`, subscribe(`/stream/client/${channel}`, [`cambio.${ticket}`])),
    /refused/,
  );
}
const new_password = `${password}-new`;
const another = await sign_in();
const { sessions } = await call("/api/v3/sessions", undefined, another);
const { id } = sessions.find(({ current }) => current);
await expect_end(another, "another device signs it out", () =>
  call("/api/v3/sessions/revoke", { session_id: id, password }, elsewhere),
);
await expect_end(await sign_in(), "another device signs all others out", () =>
  call("/api/v3/sessions/revoke-all", { which: "others", password }, elsewhere),
);
await expect_end(await sign_in(), "the password changes", async () => {
  await call("/api/v3/step-up/send-code", { act: "change_password" }, elsewhere);
  const code = await within(10, "the code", code_for(email, "Confirm with"));
  await call(
    "/api/v3/update-password",
    { oldLoginPassword: password, password: new_password, verification_code: code },
    elsewhere,
  );
});
const afterwards = await sign_in(new_password);

// The worker that a reload leaves behind hears nothing more: it sends its listeners away.
const deaf = await own_stream(afterwards);
const master = readFileSync(`${process.env.CAMBIO_TEST_VAR}/pids/nginx.pid`, "utf8").split(" ")[0].trim();
process.kill(Number(master), "SIGHUP");
await within(60, "the end of a stream that a reload made deaf", deaf.ended);
const new_one = await own_stream(afterwards);
await publish(`client.${channel}`, '{"channel":"client","type":"notification","seq":3}');
await within(5, "own event after a reload", new_one.until((data) => data.includes('"seq":3')));
new_one.socket.close();

// Nobody acts where a session has been idle for too long: it is looked for every five seconds.
const idle = await sign_in(new_password);
const forgotten = await own_stream(idle);
const found = await call("/api/v3/sessions", undefined, idle);
execFileSync("psql", [
  "-Xqh",
  `${process.env.CAMBIO_TEST_VAR}/run`,
  ...["-U", "postgres", "-d", "cambio", "-c"],
  `update sessions set last_seen_at = now() - interval '13 hours' where id = ${
    found.sessions.find(({ current }) => current).id
  }`,
]);
await within(15, "the end of an idle session's stream", forgotten.ended);

const reset_to = `${password}-reset`;
await expect_end(await sign_in(new_password), "the password is reset by mail", async () => {
  await call("/api/v3/forgot-password/send-code", { email });
  const code = await within(10, "the code", code_for(email, "Your code to reset"));
  const { token: reset } = await call("/api/v3/forget-password-code/verify", { email, code });
  await call("/api/v3/reset-password", { email, password: reset_to, token: reset });
});

await expect_end(await sign_in(reset_to), "an operator freezes the client", () =>
  execFileSync(
    new URL("../../nginx/cambioctl", import.meta.url).pathname,
    ["clients", "freeze", email, "--reason", "The test of streams"],
    { env: { ...process.env, CAMBIO_VAR: process.env.CAMBIO_TEST_VAR } },
  ),
);

for (const { what, seconds } of ends) console.log(`${seconds.toFixed(2)} s: ${what}`);
ends.sort((one, other) => one.seconds - other.seconds);
const middle = ends[Math.floor(ends.length / 2)].seconds;
assert.ok(middle <= 1, `streams end after ${middle} s`);

for (const { socket } of [market, tickers, mine]) socket.close();
console.log("Pushes reach whom they are for, and nobody else");
