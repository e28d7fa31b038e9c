// Who takes part in a run, and what they have learnt.
import { Person } from "./people.js";
import { listsOfIds, ownedKinds } from "./values.js";

/** Nobody else has orders there (tests/browser/support/instruments.ts), nor do these two trade with each other. */
export const coins = { client: ["RVN", "MANA"], stranger: ["BAT", "IMX"] };

const mostIds = 20;
const bad = new Set(["trading_locked", "too_many_attempts"]);

/** Where an answer tells other ids, too: the member that has the right ones. */
const memberOf = { stake: "earnStaking", plan: "plans", order: "orders" };

/** Every "id" and "quote_id" somewhere in a value. */
function idsIn(value, found = []) {
  if (Array.isArray(value)) for (const item of value) idsIn(item, found);
  else if (value && typeof value === "object") {
    for (const [name, member] of Object.entries(value)) {
      if (
        (name === "id" || name === "quote_id") &&
        /^[1-9][0-9]*$/.test(member)
      ) {
        found.push(`${member}`);
      } else idsIn(member, found);
    }
  }
  return found;
}

/** Both kinds of keys take part. */
const kindsOfKeys = { client: "ed25519", stranger: "hmac" };

export class Cast {
  #base;
  #narrowed = false;
  #secret;
  #gone = [];
  people = {};

  constructor(base, secret) {
    this.#base = base;
    this.#secret = secret;
  }

  async gather() {
    for (const role of ["client", "stranger", "frozen"]) await this.#cast(role);
  }

  async #cast(role) {
    const person = new Person(
      this.#base,
      role,
      coins[role] ?? [],
      this.#secret,
    );
    await person.signUp();
    if (role === "frozen") person.freeze();
    else {
      await person.settleIn();
      await person.makeApiKey(kindsOfKeys[role]);
      if (role === "stranger" && this.#narrowed) await person.narrowApiKey();
    }
    this.people[role] = person;
    if (role !== "frozen") await this.#look(person);
  }

  /** From now on the stranger's program only reads. */
  async narrow() {
    if (this.#narrowed) return;
    this.#narrowed = true;
    await this.people.stranger.narrowApiKey();
  }

  async #look(person) {
    for (const path of Object.keys(listsOfIds)) {
      if (/quote$|buy-more$|my-order$/.test(path)) continue;
      const reply = await person.ask("GET", path);
      this.learn(person.name, { path }, reply);
    }
  }

  /** Keeps the ids that a reply tells, the newest ones of each kind. */
  learn(identity, call, reply) {
    const kind = listsOfIds[call.path];
    if (
      !kind ||
      reply.status !== 200 ||
      !reply.body.startsWith("{") ||
      call.method === "HEAD"
    ) {
      return;
    }
    const owned = ownedKinds.has(kind);
    if (owned && identity !== "client" && identity !== "stranger") return;
    const person = owned ? this.people[identity] : this.people.client;
    const known = person.ids[kind] ?? [];
    const value = JSON.parse(reply.body);
    const fresh = idsIn(value[memberOf[kind]] ?? value).filter(
      (id) => !known.includes(id),
    );
    person.ids[kind] = [...known, ...fresh].slice(-mostIds);
  }

  /** Asks again what there is. */
  async look() {
    for (const role of ["client", "stranger"])
      await this.#look(this.people[role]);
  }

  /** After an answer that leaves somebody unable to go on: signs in again, or finds a successor. */
  async recover(identity, call, reply) {
    if (identity !== "client" && identity !== "stranger") return;
    const person = this.people[identity];
    const { message } = reply.type.startsWith("application/json")
      ? parsed(reply.body)
      : {};
    // A session does not end with what is refused to a program, but a key ends with all sessions.
    if (call.scope !== undefined && reply.status === 401) {
      if (message === "api_key_unknown") await this.#replace(identity);
      return;
    }
    if (message === "saved") this.#rememberPasswords(person, call);
    if (bad.has(message)) await this.#replace(identity);
    // A session that has ended lives on in some programs for seconds, so nobody is asked about it.
    else if (reply.status === 401 || endsSession(call, reply)) {
      if (!(await person.signIn())) await this.#replace(identity);
    }
  }

  #rememberPasswords(person, call) {
    if (call.path.endsWith("/update-password"))
      person.password = call.values.password;
    if (call.path.endsWith("/update-transaction-password")) {
      person.transactionPassword = call.values.transactionPassword;
    }
  }

  async #replace(role) {
    this.#gone.push(this.people[role]);
    await this.#cast(role);
  }

  /** How many left something behind that could not be taken back. */
  async leave() {
    const all = [...this.#gone, this.people.client, this.people.stranger];
    let left = 0;
    for (const person of all) if (!(await person.tidyUp())) left += 1;
    return { people: all.length + 1, left };
  }
}

function parsed(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

const endsSession = (call, { status }) =>
  status === 200 &&
  /logout|revoke|password/.test(call.path) &&
  call.method !== "HEAD";
