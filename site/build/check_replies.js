// node build/check_replies.js DESCRIPTION FOLDER: whether every reply that the test suites received
// (tests/support/fastcgi_client.cpp keeps them in FOLDER) is what the API description promises, and
// whether there was a success of every call.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv/dist/2020.js";
import formats from "ajv-formats";

const [description, folder] = process.argv.slice(2);
const api = JSON.parse(readFileSync(description, "utf8"));
const statuses = new Map(
  api.components.schemas.ErrorCode["x-codes"].map(({ code, status }) => [code, status]),
);
// Calls that no suite of a handler can have a success of.
const never_called = [];

const ajv = new Ajv({ strict: false, allErrors: true });
formats(ajv);
ajv.addSchema(api, "api");

const escaped = (part) => part.replaceAll("~", "~0").replaceAll("/", "~1");
const validators = new Map();

/** The compiled schema at that place in the description. */
function validator(place) {
  const pointer = encodeURI(`api#/${place.map(escaped).join("/")}`);
  if (!validators.has(pointer)) validators.set(pointer, ajv.compile({ $ref: pointer }));
  return validators.get(pointer);
}

function follow(object) {
  if (!object?.$ref) return object;
  return object.$ref
    .slice(2)
    .split("/")
    .reduce((at, part) => at[part], api);
}

const faults = new Map();
const fault = (call, text) =>
  faults.set(`${call}: ${text}`, (faults.get(`${call}: ${text}`) ?? 0) + 1);

/** The members that are wrong, each with its value's place: "/client/user: must have …". */
const problems_of = (validate) =>
  validate.errors
    .filter(({ keyword }) => keyword !== "oneOf" && keyword !== "anyOf")
    .map(({ instancePath, message, params }) => {
      const what = params.additionalProperty ?? params.unevaluatedProperty;
      const place = instancePath.replace(/\/[0-9]+(?=\/|$)/g, "/*");
      return `${place || "the reply"} ${message}${what ? `: ${what}` : ""}`;
    });

function check_value(call, place, value) {
  const validate = validator(place);
  if (validate(value)) return;
  for (const problem of new Set(problems_of(validate))) fault(call, problem);
}

function check_error(call, status, value) {
  check_value(call, ["components", "schemas", "Error"], value);
  const expected = statuses.get(value?.message);
  if (expected !== undefined && expected !== status) {
    fault(call, `${value.message} should have the status ${expected}`);
  }
}

/** The body as a value, by its content type; undefined where it is neither JSON nor text. */
function value_of(call, { type, body }) {
  if (type.startsWith("text/")) return body;
  if (type !== "application/json") return undefined;
  try {
    return JSON.parse(body);
  } catch {
    fault(call, `is no JSON: ${body.slice(0, 200)}`);
    return undefined;
  }
}

const is_ours = (path) => /^\/(api|udf)\//.test(path);
const succeeded = new Set();

function check_reply(reply) {
  const { method, path, status } = reply;
  const call = `${method} ${path} ${status}`;
  const operation = api.paths[path]?.[method.toLowerCase()];
  if (!operation && status < 400) {
    fault(call, "no table describes this call");
    return;
  }
  const code = operation?.responses[status] ? `${status}` : `${Math.floor(status / 100)}XX`;
  const value = value_of(call, reply);
  if (!operation) {
    check_error(call, status, value);
    return;
  }
  const response = operation.responses[code];
  if (!response) {
    fault(call, "the call has no such status");
    return;
  }
  if (status < 400) succeeded.add(operation);
  const { content } = follow(response);
  if (!content) return;
  const type = reply.type.split(";")[0];
  const range = content[type] ? type : type.replace(/\/.*/, "/*");
  if (!content[range]) {
    fault(call, `the content type is ${type}`);
    return;
  }
  const inherited = response.$ref?.slice(2).split("/");
  const place = inherited ?? ["paths", path, method.toLowerCase(), "responses", code];
  if (value === undefined) return;
  // A refusal in the words of all; another one has its own schema.
  if (status >= 400 && (inherited || value?.request_id)) check_error(call, status, value);
  else check_value(call, [...place, "content", range, "schema"], value);
}

let count = 0;
for (const name of readdirSync(folder)) {
  for (const line of readFileSync(join(folder, name), "utf8").split("\n")) {
    if (!line) continue;
    const reply = JSON.parse(line);
    if (!is_ours(reply.path) || reply.method === "HEAD") continue;
    count += 1;
    check_reply(reply);
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
    if (never_called.includes(path)) continue;
    faults.set(`No suite ever had a success of ${method.toUpperCase()} ${path}`, 1);
  }
}

for (const [text, times] of [...faults].sort()) {
  process.stdout.write(`${text}${times > 1 ? ` (${times} times)` : ""}\n`);
}
process.stdout.write(`${count} replies of ${calls} calls, ${faults.size} faults\n`);
process.exitCode = faults.size === 0 && count > 0 ? 0 : 1;
