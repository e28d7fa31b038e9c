// What a client has, read from the database beside the calls: a refused call may change none of it,
// and nobody else's call may. Each part is a digest; what time itself changes is left out.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { databaseHost } from "./installation.js";

/** The parts that jobs change, too: they fill orders, pay fees back, and follow the marks. */
export const movedByJobs = new Set([
  "balances",
  "orders",
  "conversions",
  "positions",
  "stakes",
]);

const parts = {
  balances: `select wallet, held, asset_id, balance from ledger_accounts
    where client_id = $1 and balance <> 0 order by 1, 2, 3`,
  orders: `select id, state, filled, quantity from orders where client_id = $1 order by id`,
  conversions: `select id, state from conversions where client_id = $1 order by id`,
  positions: `select id, state, initial_margin, added_margin, take_profit, stop_loss, requested_at
    from positions where client_id = $1 order by id`,
  stakes: `select id, state, balance, auto_renew from earn_subscriptions
    where client_id = $1 order by id`,
  plans: `select id, state, amount from earn_plans where client_id = $1 order by id`,
  withdrawals: `select id, stage from withdrawals where client_id = $1 order by id`,
  transfers: `select count(*) from wallet_transfers where client_id = $1`,
  addresses: `select id, label, address from withdrawal_addresses where client_id = $1 order by id`,
  favorites: `select asset_id from favorites where client_id = $1 order by 1`,
  profile: `select to_jsonb(c) - 'trading_locked_until' - 'membership_level' - 'epoch'
    from clients c where id = $1`,
  avatar: `select updated_at from client_avatars where client_id = $1`,
  documents: `select photo, uploaded_at from kyc_photos where client_id = $1 order by 1`,
  second_factor: `select confirmed_at from two_factor where client_id = $1`,
  ended_sessions: `select id from sessions where client_id = $1 and revoked_at is not null
    order by id`,
  read_notifications: `select count(read_at) from notifications where client_id = $1`,
  claims: `select task_id, window_start from task_claims where client_id = $1 order by 1, 2`,
};

const statement = `prepare state(bigint) as select json_build_object(${Object.entries(
  parts,
)
  .map(
    ([name, query]) =>
      `'${name}', (select md5(coalesce(string_agg(r::text, ','), '')) from (${query}) r)`,
  )
  .join(",\n")})`;

/** A psql that stays open: one query at a time. */
export class State {
  #psql;
  #waiting = [];

  constructor() {
    const words = [
      "-X",
      "-q",
      "-A",
      "-t",
      "-h",
      databaseHost,
      "-U",
      "postgres",
      "-d",
      "cambio",
    ];
    this.#psql = spawn("psql", words, { stdio: ["pipe", "pipe", "inherit"] });
    createInterface({ input: this.#psql.stdout }).on("line", (line) =>
      this.#waiting.shift().resolve(JSON.parse(line)),
    );
    this.#psql.on("exit", (code) => {
      for (const { reject } of this.#waiting)
        reject(new Error(`psql ended with ${code}`));
    });
    this.#psql.stdin.write(`${statement.replaceAll("\n", " ")};\n`);
  }

  /** The parts of what a client has, by name. */
  of(person) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#psql.stdin.write(`execute state(${person.id});\n`);
    });
  }

  end() {
    this.#psql.stdin.end();
  }
}

/** The names of the parts in which two states differ. */
export const differences = (before, after) =>
  Object.keys(before).filter((name) => before[name] !== after[name]);
