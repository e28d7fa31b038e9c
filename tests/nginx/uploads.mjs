// Who may upload is decided by the head of a request: nginx asks the auth handler before it reads
// the body, and refuses in the catalogue's words.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync, renameSync } from "node:fs";
import { connect } from "node:net";
import { crc32, deflateSync } from "node:zlib";

const url = new URL(process.env.CAMBIO_TEST_URL);
const inside = `http://${url.hostname}:${Number(url.port) + 4}`;
const place = process.env.CAMBIO_TEST_VAR;
const uploads = ["/api/v2/upload/kyc", "/api/v3/avatar"];
const photos = uploads[0];
const password = "Correct-horse-battery-9";

// -- Calls as people make them

async function call(path, body, headers = {}) {
  const answer = await fetch(new URL(path, url), {
    method: body ? "POST" : "GET",
    headers: { ...(body && { "content-type": "application/json" }), ...headers },
    body: body && JSON.stringify(body),
  });
  return { status: answer.status, cookie: answer.headers.get("set-cookie"), json: await answer.json() };
}

async function done(path, body, headers) {
  const answer = await call(path, body, headers);
  assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.json)}`);
  return answer;
}

let people = 0;
async function sign_up() {
  people += 1;
  const email = `uploads-${Date.now()}-${people}@example.com`;
  await done("/api/v2/send-code", { email });
  const messages = await (await fetch(`${inside}/dev/outbox.json`)).json();
  const { text } = messages.find((message) => message.to === email);
  await done("/api/v2/register", {
    code: text.match(/\b\d{6}\b/)[0],
    username: email,
    mobile_number: `+4915${String(Date.now() + people).slice(-9)}`,
    password,
    password_confirmation: password,
    transaction_password: "Staple-tray-lamp-7",
  });
  return email;
}

/** The headers of a program, and those of a page of the site. */
async function sign_in(username) {
  const program = await done("/api/v3/login", { username, password });
  const page = await done("/api/v3/login", { username, password }, { "x-cambio-session": "cookie" });
  return {
    program: { authorization: `Bearer ${program.json.token}` },
    page: {
      cookie: page.cookie.match(/cambio-\d+=[^;]+/)[0],
      "x-cambio-client": page.json.client.id,
    },
  };
}

function operator(...words) {
  const env = { ...process.env, CAMBIO_VAR: place };
  execFileSync(new URL("../../nginx/cambioctl", import.meta.url).pathname, words, { env });
}

// -- Uploads

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG of noise, which nothing makes smaller: as a data URL of some four bytes a pixel. */
function picture(width, height) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Array.from({ length: height }, () => [Buffer.alloc(1), randomBytes(width * 3)]);
  const file = Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.concat(rows.flat()))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${file.toString("base64")}`;
}

/** What a photo of a document comes with. */
const photo = (img_type, image) => ({ id_type: "Passport", id_number: "C01X00T47", img_type, image });

const open = new Set();
let addresses = 1;

const byte_by_byte = { part: 1, every: 100 };

/**
 * Announces a large body from an address of its own and sends a byte of it now and then; or a body of
 * your own, at that rate.
 */
function announce(path, headers = {}, whole = undefined, { part, every } = byte_by_byte) {
  const length = whole?.length ?? (path === photos ? 5_000_000 : 60_000);
  addresses += 1;
  const socket = connect({ host: url.hostname, port: url.port, localAddress: `127.0.0.${addresses}` });
  const more = { host: url.host, "content-type": "application/json", "content-length": length, ...headers };
  const lines = Object.entries(more).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${whole ? "" : "{"}`);
  const upload = { sent: whole ? 0 : 1, length, answered: false };
  const slowly = setInterval(() => {
    const next = whole ? whole.slice(upload.sent, upload.sent + part) : " ";
    if (next) socket.write(next, () => (upload.sent += next.length));
  }, every);
  open.add(socket);
  upload.closed = new Promise((resolve) => socket.on("close", resolve));
  socket.on("close", () => clearInterval(slowly)).on("error", () => {});
  upload.answer = new Promise((resolve) => {
    socket.on("data", (text) => {
      upload.answered = true;
      const [head, body] = String(text).split("\r\n\r\n");
      resolve({ status: Number(head.match(/ (\d+)/)[1]), head, body });
    });
  });
  return upload;
}

function within(seconds, what, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: no answer`)), seconds * 1000);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Refused before its body was there, as the handler would have said it. */
async function refused(status, message, path, headers) {
  const upload = announce(path, headers);
  const { head, body, ...answer } = await within(5, path, upload.answer);
  assert.equal(answer.status, status, `${path}: ${body}`);
  assert.ok(upload.sent < upload.length / 1000, `${path}: answered after ${upload.sent} bytes`);
  const said = JSON.parse(body);
  assert.equal(said.message, message, path);
  assert.match(head, /content-type: application\/json/i);
  assert.match(head, /cache-control: no-store/i);
  assert.equal(said.request_id, head.match(/x-request-id: (\S+)/i)[1]);
  assert.doesNotMatch(head, /x-cambio-(refusal|upload-client)/i);
  // A call without an upload, which reaches its handler, refuses in the same words.
  if (status !== 503) {
    const whole = await call("/api/v2/upload/check-kyc", undefined, headers);
    const { request_id, ...words } = said;
    assert.deepEqual(
      { status, ...words, request_id: "" },
      { status: whole.status, ...whole.json, request_id: "" },
    );
  }
}

// -- The auth handler, which a test may take away

const auth = `${place}/run/auth.sock`;
const multiwatch = () => readFileSync(`${place}/pids/handler-auth`, "utf8").split(" ")[0];
const programs = () => execFileSync("pgrep", ["-P", multiwatch()], { encoding: "utf8" }).trim().split("\n");

/** Nobody finds it any more, and connections that were kept are gone. */
function take_auth_away() {
  renameSync(auth, `${auth}.away`);
  for (const pid of programs()) process.kill(Number(pid), "SIGKILL");
}

async function auth_is_back(headers) {
  renameSync(`${auth}.away`, auth);
  const deadline = Date.now() + 20_000;
  while ((await call("/api/v3/account-client", undefined, headers)).status !== 200)
    assert.ok(Date.now() < deadline, "the auth handler does not come back");
}

// -- What is expected

const ann = await sign_up();
const hers = await sign_in(ann);
const large = picture(1200, 1000);
assert.ok(large.length > 4_000_000);

await done(photos, photo("FRONTID", large), hers.program);
await done(photos, photo("BACKID", large), hers.page);
await done("/api/v3/avatar", { image: picture(90, 90) }, hers.program);
await done("/api/v3/avatar", { image: picture(90, 90) }, hers.page);
console.log("Who is signed in uploads, by a token and by a cookie");

const waiting = uploads.map((path) => announce(path, hers.program));
const ben = await sign_in(await sign_up());
const eve = await sign_up();
const frozen = await sign_in(eve);
await done("/api/v3/logout", {}, ben.program);
operator("clients", "freeze", eve, "--reason", "Test of uploads");
for (const path of uploads) {
  await refused(401, "unauthorized", path);
  await refused(401, "unauthorized", path, { authorization: "Bearer v4.public.forged" });
  await refused(401, "unauthorized", path, ben.program);
  await refused(403, "cross_site", path, { cookie: hers.page.cookie });
  await refused(403, "cross_site", path, { ...hers.page, "sec-fetch-site": "cross-site" });
  await refused(409, "another_client", path, { ...hers.page, "x-cambio-client": "987654321" });
  await refused(403, "frozen_account", path, frozen.program);
  await refused(403, "frozen_account", path, frozen.page);
}
assert.deepEqual(
  waiting.map(({ answered }) => answered),
  [false, false],
  "a client's body is waited for",
);
console.log("Everybody else is refused by the head of the request");

// Two of a client's wait at a time, by whatever session and from whatever address they come.
const dan = await sign_up();
const his = [await sign_in(dan), await sign_in(dan)];
const five = [his[0].program, his[1].page, his[1].program, his[0].page, his[0].program].map((headers) =>
  announce(photos, headers),
);
const full = [];
await within(5, photos, new Promise((resolve) => {
  for (const { answer } of five)
    void answer.then(({ status }) => full.push(status) === 3 && resolve());
}));
assert.deepEqual(full, [429, 429, 429]);
assert.equal(five.filter(({ answered }) => !answered).length, 2);
const fay = await sign_in(await sign_up());
await done(photos, photo("FRONTID", large), fay.program);
console.log("A client takes no more than two places, and another one finds hers");

// Two of hers crawl, from places that nobody else finds while they do; a phone with little reception is
// as slow as it is, and its photo arrives. Each lasts longer than the ten seconds that all have.
const gus = await sign_in(await sign_up());
const three = [fay.program, fay.page, fay.program].map((headers) => announce(photos, headers));
const small = JSON.stringify(photo("SELFIE", picture(400, 300)));
assert.ok(small.length > 420_000);
const phone = announce(photos, gus.program, small, { part: 3_000, every: 100 });
const third = await within(5, photos, Promise.race(three.map(({ answer }) => answer)));
assert.equal(third.status, 429);
for (const { answer, closed } of three.filter(({ answered }) => !answered)) {
  const { status, body } = await within(30, "a crawling upload is ended", answer);
  assert.equal(status, 408, body);
  assert.equal(JSON.parse(body).message, "bad_request");
  await within(30, "its connection is closed", closed);
}
await done(photos, photo("BACKID", large), fay.program);
assert.equal((await within(60, "a slow phone's photo arrives", phone.answer)).status, 200);
console.log("An upload that crawls is ended, and its place is free; that of a slow phone arrives");

const parts = new Blob([JSON.stringify(photo("BACKID", large))]).stream();
const chunked = await fetch(new URL(photos, url), {
  method: "POST",
  headers: { "content-type": "application/json", ...gus.program },
  body: parts,
  duplex: "half",
});
assert.equal(chunked.status, 200, await chunked.text());
console.log("An upload that does not say how long it is arrives");

for (const path of [
  "/internal/upload-auth",
  "/internal/upload-auth?x",
  "/internal//upload-auth",
  "/%69nternal/upload-auth",
])
  for (const headers of [{}, hers.program, { ...hers.program, "x-original-uri": photos }])
    assert.equal((await call(path, undefined, headers)).status, 404, path);
const description = await (await fetch(new URL("/docs/openapi.json", url))).json();
assert.ok(!("/internal/upload-auth" in description.paths));
console.log("Nobody but nginx asks the door");

take_auth_away();
try {
  for (const path of uploads) {
    await refused(503, "unavailable", path, hers.program);
    await refused(503, "unavailable", path);
  }
} finally {
  await auth_is_back(hers.program);
}
await done(photos, photo("SELFIE", large), hers.program);
console.log("Without the auth handler nothing is taken, and with it again everything is as before");

for (const socket of open) socket.destroy();
process.exit(0);
