// node build/check_replies.js DESCRIPTION FOLDER: whether every reply that the test suites received
// (tests/support/fastcgi_client.cpp keeps them in FOLDER) is what the API description promises, and
// whether there was a success of every call.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ReplyChecks } from "./reply_checks.js";

const [description, folder] = process.argv.slice(2);
const api = JSON.parse(readFileSync(description, "utf8"));
const checks = new ReplyChecks(api);
// Calls that no suite of a handler can have a success of.
const neverCalled = [];

const isOurs = (path) => /^\/((api|udf|binance|\.well-known)\/|readyz$)/.test(path);
const faults = new Map();
const succeeded = new Set();

function checkReply(reply) {
  const { method, path, status } = reply;
  for (const fault of checks.faults_of(reply)) {
    const text = `${method} ${path} ${status}: ${fault}`;
    faults.set(text, (faults.get(text) ?? 0) + 1);
  }
  const operation = checks.operation(reply);
  if (status < 400 && operation) succeeded.add(operation);
}

let count = 0;
for (const name of readdirSync(folder)) {
  for (const line of readFileSync(join(folder, name), "utf8").split("\n")) {
    if (!line) continue;
    const reply = JSON.parse(line);
    if (!isOurs(reply.path) || reply.method === "HEAD") continue;
    count += 1;
    checkReply(reply);
  }
}

// Where GET does the same as POST (x-also), one of them is enough.
let calls = 0;
for (const [path, methods] of Object.entries(api.paths)) {
  for (const [method, operation] of Object.entries(methods)) {
    if (operation["x-also"]) continue;
    calls += 1;
    const same = Object.values(methods).filter((other) => other["x-also"] === method);
    if ([operation, ...same].some((one) => succeeded.has(one))) continue;
    if (neverCalled.includes(path)) continue;
    faults.set(`No suite ever had a success of ${method.toUpperCase()} ${path}`, 1);
  }
}

for (const [text, times] of [...faults].sort()) {
  process.stdout.write(`${text}${times > 1 ? ` (${times} times)` : ""}\n`);
}
process.stdout.write(`${count} replies of ${calls} calls, ${faults.size} faults\n`);
process.exitCode = faults.size === 0 && count > 0 ? 0 : 1;
