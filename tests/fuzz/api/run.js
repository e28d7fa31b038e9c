// node tests/fuzz/api/run.js [--seed N] [--calls N] [--only INDEX]: asks the installation that
// CAMBIO_TEST_URL and CAMBIO_TEST_VAR name for everything that its API description has, mostly
// wrongly, and ends with 1 where an answer or what became of the books is not as it should be. Some
// of what programs sign as at Binance goes over its WebSocket API (gateway.js).
import { parseArgs } from "node:util";
import { operationsOf, makeCall, planCall } from "./calls.js";
import { Cast, coins } from "./cast.js";
import { gateway } from "./gateway.js";
import { closeConnections, send } from "./http.js";
import { base, logSizes, operator } from "./installation.js";
import { Judge } from "./judge.js";
import { leaks } from "./leaks.js";
import { Report, tell } from "./report.js";
import { State, differences, movedByJobs } from "./state.js";

const slow = 2000;
const tries = 3;
const lookEvery = 500;
/** Half of a usual run. */
const narrowAt = 1000;
/** Whoever is refused nearly always has not tried what lies behind the checks of parameters. */
const leastShare = 0.2;
const enoughCalls = 1000;

const { values: options } = parseArgs({
  options: {
    seed: { type: "string" },
    calls: { type: "string", default: "2000" },
    only: { type: "string" },
  },
});
const seed = Number(options.seed ?? Date.now() % 2 ** 31);
process.stdout.write(`seed ${seed}\n`);

const secret = `fuzz-secret-${seed}`;
const fresh = (random) => `${secret}-fresh-${random.below(1e9)}`;
const description = await send(base, {
  method: "GET",
  path: "/docs/openapi.json",
  headers: {},
});
const api = JSON.parse(description.body);
const operations = operationsOf(api);
const judge = new Judge(api);
const report = new Report();
const cast = new Cast(base, secret);
const state = new State();

/** The answer to a call, by whichever way it goes. */
const deliver = (call) =>
  call.frame === undefined ? send(base, call) : gateway.ask(call.frame);

/** A slow answer counts where the call is slow every time: others work on this machine, too. */
async function isSlow(call, reply) {
  let { milliseconds } = reply;
  for (let i = 1; milliseconds > slow && i < tries; i += 1) {
    ({ milliseconds } = await deliver(call));
  }
  return milliseconds > slow;
}

const ownersOf = ({ identity }) => {
  const { client, stranger } = cast.people;
  return identity === "stranger" ? [client, stranger] : [client];
};

/** What of people's is another thing after the call, as "client's balances". */
async function changesBy(call, owners) {
  const before = await Promise.all(owners.map((person) => state.of(person)));
  const reply = await deliver(call);
  const after = await Promise.all(owners.map((person) => state.of(person)));
  const changes = owners.flatMap((person, i) =>
    differences(before[i], after[i]).map((part) => ({ person, part })),
  );
  return { reply, changes };
}

/** Parts that nobody but the caller may change, and the caller only with success. */
function wrongChanges(plan, { reply, changes }) {
  const refused = judge.refused(reply);
  const caller = cast.people[plan.identity];
  return changes.filter(({ person }) => refused || person !== caller);
}

/** Jobs change some parts at any time: there counts what changes with the call every time. */
async function changesAgain(plan, call, owners, wrong) {
  let left = wrong;
  for (let i = 0; i < tries && left.length > 0; i += 1) {
    if (left.some(({ part }) => !movedByJobs.has(part))) return left;
    const again = wrongChanges(plan, await changesBy(call, owners));
    left = left.filter((one) =>
      again.some(
        ({ person, part }) => person === one.person && part === one.part,
      ),
    );
  }
  return left;
}

async function ask(plan, call) {
  if (!plan.operation.changes)
    return { reply: await deliver(call), faults: [] };
  const owners = ownersOf(plan);
  const result = await changesBy(call, owners);
  const wrong = await changesAgain(
    plan,
    call,
    owners,
    wrongChanges(plan, result),
  );
  return {
    reply: result.reply,
    faults: wrong.map(
      ({ person, part }) => `changes the ${person.name}'s ${part}`,
    ),
  };
}

/** The answer and what is wrong with it; no answer at all is a fault, too. */
async function judged(plan, call) {
  try {
    const { reply, faults } = await ask(plan, call);
    faults.push(...judge.faults(plan, call, reply));
    if (await isSlow(call, reply)) {
      faults.push("takes more than two seconds, every time");
    }
    return { reply, faults };
  } catch (error) {
    const reply = { status: 0, type: "", body: "", milliseconds: 0 };
    return { reply, faults: [`has no answer: ${error.message}`] };
  }
}

async function run(index) {
  if (index >= narrowAt) await cast.narrow();
  const plan = planCall(operations, seed, index);
  const call = makeCall(plan, cast.people, fresh, coins);
  const { reply, faults } = await judged(plan, call);
  report.add(plan, call, reply, judge.refused(reply));
  for (const fault of faults) {
    if (!report.fault(`${call.method} ${plan.operation.path}: ${fault}`))
      continue;
    const about = `seed ${seed}, index ${index}, ${plan.identity}, ${call.manner}`;
    process.stdout.write(
      `\n${fault} (${about})\n${tell(call)}\n→ ${reply.status} ${reply.body.slice(0, 1000)}\n`,
    );
  }
  cast.learn(plan.identity, call, reply);
  await cast.recover(plan.identity, call, reply);
  return { call, reply };
}

/** The books, once everybody has left. */
function audit() {
  try {
    operator("audit");
  } catch (error) {
    report.fault(`the books do not balance: ${error.stdout}`);
  }
}

const sizes = logSizes();
await cast.gather();
if (options.only === undefined) {
  const calls = Number(options.calls);
  for (let index = 0; index < calls; index += 1) {
    if (index % lookEvery === lookEvery - 1) await cast.look();
    await run(index);
    if (index % 10_000 === 9_999) process.stdout.write(`${index + 1} calls\n`);
  }
} else {
  const { call, reply } = await run(Number(options.only));
  process.stdout.write(`${tell(call)}\n→ ${reply.status} ${reply.body}\n`);
}
if (report.count >= enoughCalls && report.share < leastShare)
  report.fault("hardly any call succeeds");
const { people, left } = await cast.leave();
if (left > 0) report.fault(`${left} of ${people} people could not tidy up`);
audit();
for (const leak of await leaks(secret, sizes)) report.fault(leak);
state.end();
closeConnections();
gateway.close();
process.stdout.write(
  `\nseed ${seed}, ${people} people\n${report.text(operations)}\n`,
);
process.exitCode = report.failed ? 1 : 0;
