// What is wrong with one answer.
import { ReplyChecks } from "../../../site/build/reply_checks.js";

/** Words of programs, of their databases and of their machines, none of which is for clients. */
const insides = new RegExp(
  [
    String.raw`SQLSTATE|\bpg_[a-z]+\b|\bPQ[a-z]+\b|syntax error at|relation "|column "`,
    String.raw`duplicate key|violates [a-z-]+ constraint|invalid input syntax|out of range for type`,
    String.raw`deadlock detected|\bnumeric field overflow|prepared statement`,
    String.raw`\bselect\s[^"]{1,80}\sfrom\s|\binsert into\b|\bupdate\s\w+\sset\b`,
    String.raw`std::|\bwhat\(\)|terminate called|bad_alloc|Traceback|\bsegmentation\b|stack trace`,
    String.raw`\b(exception|logic_error|runtime_error)\b|0x[0-9a-f]{9,16}\b`,
    String.raw`(?<![\w:/.])/(home|work|tmp|var|usr|etc|root|proc|srv)/[\w.-]+|\.(cpp|hpp):\d+`,
  ].join("|"),
  "i",
);

/** Answers with 200 that refuse nevertheless. */
const refusalsOfOk = new Set(["wrong_transaction_password"]);

/** What nginx answers by itself has another status than the catalogue, for want of a code. */
const nginxStatuses = { 414: "too_long", 408: "bad_request" };

/** Calls that ask Google's server, which does not run here. */
const asksGoogle = new Set([
  "/api/v3/google/bind/start",
  "/api/v3/auth/google",
]);

/** Whether one of the two acts of a replacement was done, and the other was not. */
const isHalfReplaced = ({ status, body }) =>
  status === 409 && body.startsWith('{"code":-2021');

/** Whether it was the new order alone: whoever replaces what is another's may place one of its own. */
const leavesOld = (reply) =>
  isHalfReplaced(reply) &&
  JSON.parse(reply.body).data.cancelResult === "FAILURE";

const takesKeys = ({ access, byKey }) => access === "api_key" || byKey;

/** Calls by POST that change nothing: a key that only reads may ask them. */
const tellsByPost = new Set(["/api/v3/stream-ticket"]);

const openToFrozen = new Set(["/api/v3/account-client", "/api/v3/logout"]);

export class Judge {
  #checks;

  constructor(api) {
    this.#checks = new ReplyChecks(api);
  }

  #message({ type, body }) {
    if (!type.startsWith("application/json")) return undefined;
    try {
      return JSON.parse(body)?.message;
    } catch {
      return undefined;
    }
  }

  refused(reply) {
    if (isHalfReplaced(reply)) return false;
    return reply.status >= 400 || refusalsOfOk.has(this.#message(reply));
  }

  /** The faults of an answer by itself; what became of the books is another matter. */
  faults({ operation, identity }, call, reply) {
    const faults = [];
    const nobodyThere = reply.status === 503 && asksGoogle.has(call.path);
    if (reply.status >= 500 && !nobodyThere)
      faults.push(`answers ${reply.status}`);
    faults.push(...this.#undescribed(call, reply));
    const inside = insides.exec(reply.body)?.[0];
    const sent = `${call.path}${call.query}${call.frame ?? call.body ?? ""}`;
    if (inside && !sent.includes(inside))
      faults.push(`tells of the inside: ${inside}`);
    const sameCall =
      call.path === operation.path && call.method === operation.method;
    if (sameCall && !this.refused(reply)) {
      const forClients = operation.access !== "guest";
      if (identity === "guest" && forClients) faults.push("a guest succeeds");
      if (identity === "frozen" && forClients && !openToFrozen.has(call.path)) {
        faults.push("a frozen client succeeds");
      }
      // What anybody may ask takes every key.
      const onlyTells = tellsByPost.has(call.path);
      if (
        call.scope === "read" &&
        forClients &&
        operation.changes &&
        !onlyTells
      )
        faults.push("a key that only reads succeeds");
      if (call.scope && forClients && !takesKeys(operation))
        faults.push("a key succeeds where none is taken");
      if (identity === "stranger" && call.foreign && !leavesOld(reply))
        faults.push("a stranger succeeds");
    }
    return faults;
  }

  #undescribed(call, reply) {
    if (call.method === "HEAD" || (reply.status === 413 && reply.type === ""))
      return [];
    // Where a path was spoiled, the site's own pages may lie behind it.
    if (!/^\/(api|udf|binance)\//.test(call.path)) return [];
    if (nginxStatuses[reply.status] === this.#message(reply)) return [];
    const { status, type, body } = reply;
    const { method, path } = call;
    // The forms that their clients ask for, under an address that no table has.
    const forms = { "/udf/": '{"s":"error"', "/binance/": '{"code":-1000' };
    for (const [prefix, form] of Object.entries(forms)) {
      if (status === 404 && path.startsWith(prefix) && body.startsWith(form))
        return [];
    }
    return this.#checks.faults_of({ method, path, status, type, body });
  }
}
