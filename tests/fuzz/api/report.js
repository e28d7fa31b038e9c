// The figures of a run.

const shown = 2000;
const shorten = (text) =>
  text.length > shown
    ? `${text.slice(0, shown)}… (${text.length} characters)`
    : text;

/** A call in full, as it went out. */
export function tell(call) {
  const headers = Object.entries(call.headers).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [
    `${call.method} ${call.path}${call.query ? `?${shorten(call.query)}` : ""}`,
    ...headers.map(shorten),
    "",
    shorten((call.frame ?? call.body ?? "").toString()),
  ].join("\n");
}

const rows = (counts) =>
  [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `  ${name}: ${count}`);

export class Report {
  #count = 0;
  #statuses = new Map();
  #identities = new Map();
  #succeeded = new Set();
  #refusals = new Map();
  #slowest = [];
  #faults = new Map();

  add({ operation, identity }, call, reply, refused) {
    this.#count += 1;
    const raise = (counts, name) =>
      counts.set(name, (counts.get(name) ?? 0) + 1);
    raise(this.#statuses, reply.status);
    raise(this.#identities, `${identity} ${Math.floor(reply.status / 100)}xx`);
    const asItIs =
      call.path === operation.path && call.method === operation.method;
    if (identity === "client" && asItIs) {
      if (refused) this.#countRefusal(operation, reply);
      else this.#succeeded.add(operation);
    }
    this.#slowest.push({
      milliseconds: reply.milliseconds,
      call: `${call.method} ${call.path}`,
    });
    if (this.#slowest.length > 1000) this.#trim();
  }

  #countRefusal(operation, { status, body }) {
    const { message, field } = /^\{"/.test(body) ? JSON.parse(body) : {};
    const text = [status, message, field].filter(Boolean).join(" ");
    const known = this.#refusals.get(operation) ?? new Map();
    this.#refusals.set(operation, known.set(text, (known.get(text) ?? 0) + 1));
  }

  /** Why an operation never succeeded, the commonest reasons first. */
  #reasons(operation) {
    const known = [...(this.#refusals.get(operation) ?? [])];
    return known
      .sort(([, a], [, b]) => b - a)
      .slice(0, 3)
      .map(([text, count]) => `${text} (${count})`)
      .join(", ");
  }

  #trim() {
    this.#slowest.sort((a, b) => b.milliseconds - a.milliseconds);
    this.#slowest.length = Math.min(this.#slowest.length, 10);
  }

  /** Whether it is the first of its kind: then it is to be told in full. */
  fault(text) {
    this.#faults.set(text, (this.#faults.get(text) ?? 0) + 1);
    return this.#faults.get(text) === 1;
  }

  get count() {
    return this.#count;
  }

  /** The share of calls that were answered 2xx. */
  get share() {
    let successes = 0;
    for (const [status, count] of this.#statuses) {
      if (status >= 200 && status < 300) successes += count;
    }
    return successes / Math.max(1, this.#count);
  }

  get failed() {
    return this.#faults.size > 0;
  }

  text(operations) {
    this.#trim();
    const never = operations.filter(
      (operation) => !this.#succeeded.has(operation),
    );
    const share = (100 * this.share).toFixed(1);
    return [
      `${this.#count} calls of ${operations.length} operations, ${share} % answered 2xx`,
      "By status:",
      ...rows(this.#statuses),
      "By identity:",
      ...rows(this.#identities),
      "Slowest:",
      ...this.#slowest.map(
        ({ milliseconds, call }) => `  ${Math.round(milliseconds)} ms ${call}`,
      ),
      `Operations that a client never had a success of: ${never.length}`,
      ...never.map(
        (operation) =>
          `  ${operation.method} ${operation.path}: ${this.#reasons(operation)}`,
      ),
      `Faults: ${this.#faults.size}`,
      ...[...this.#faults].map(([text, count]) => `  ${text} (${count})`),
    ].join("\n");
  }
}
