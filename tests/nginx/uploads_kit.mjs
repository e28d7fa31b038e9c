// People who upload, and their uploads byte by byte: for the suites of uploads.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { crc32, deflateSync } from "node:zlib";

export const url = new URL(process.env.CAMBIO_TEST_URL);
const inside = `http://${url.hostname}:${Number(url.port) + 4}`;
export const place = process.env.CAMBIO_TEST_VAR;
export const uploads = ["/api/v2/upload/kyc", "/api/v3/avatar"];
export const photos = uploads[0];
const password = "Correct-horse-battery-9";

// -- Calls as people make them

export async function call(path, body, headers = {}) {
  const answer = await fetch(new URL(path, url), {
    method: body ? "POST" : "GET",
    headers: { ...(body && { "content-type": "application/json" }), ...headers },
    body: body && JSON.stringify(body),
  });
  return { status: answer.status, cookie: answer.headers.get("set-cookie"), json: await answer.json() };
}

export async function done(path, body, headers) {
  const answer = await call(path, body, headers);
  assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.json)}`);
  return answer;
}

let people = 0;
export async function sign_up() {
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
export async function sign_in(username) {
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

export function operator(...words) {
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
export function picture(width, height) {
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
export const photo = (img_type, image) => ({ id_type: "Passport", id_number: "C01X00T47", img_type, image });

const open = new Set();
let addresses = 1;

const byte_by_byte = { part: 1, every: 100 };

/**
 * Announces a large body from an address of its own and sends a byte of it now and then; or a body of
 * your own, at that rate.
 */
export function announce(path, headers = {}, whole = undefined, { part, every } = byte_by_byte) {
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

export function within(seconds, what, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: no answer`)), seconds * 1000);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Refused before its body was there, as the handler would have said it. */
export async function refused(status, message, path, headers) {
  const upload = announce(path, headers);
  const { head, body, ...answer } = await within(20, path, upload.answer);
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
    assert.deepEqual(
      { status, ...said, request_id: "" },
      { status: whole.status, ...whole.json, request_id: "" },
    );
  }
}

/** Of the size of a phone's photo. */
export const large = picture(1200, 1000);
assert.ok(large.length > 4_000_000);

/** The end of a suite, whose uploads may still be open. */
export function end() {
  for (const socket of open) socket.destroy();
  process.exit(0);
}
