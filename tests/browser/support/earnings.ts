// What people of the tests have in Earn, and days that pass for it.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { expect, type APIRequestContext } from "@playwright/test";
import { change, read, transactionPassword, type Person } from "./people";

interface Product {
  id: string;
  name: string;
  durations: { days: number; apr: string }[];
}

export interface Stake {
  id: string;
  name: string;
  duration: number;
  auto_renew: boolean;
}

async function post(
  request: APIRequestContext,
  person: Person,
  path: string,
  data: Record<string, unknown>,
) {
  const headers = { Authorization: `Bearer ${person.token}` };
  const reply = await request.post(path, { data, headers });
  expect(reply.status(), await reply.text()).toBe(200);
}

export async function product(
  request: APIRequestContext,
  person: Person,
  coin: string,
): Promise<Product> {
  const { earn } = (await read(
    request,
    person,
    "/api/v3/earn/view",
  )) as unknown as { earn: Product[] };
  const found = earn.find(({ name }) => name === coin);
  if (!found) throw new Error(`Earn has no ${coin}`);
  return found;
}

/** Subscribes USDT; 0 days are flexible. */
export async function subscribe(
  request: APIRequestContext,
  person: Person,
  amount: string,
  days: number,
): Promise<void> {
  const { id } = await product(request, person, "USDT");
  await post(request, person, "/api/v2/earn/store", {
    earn_id: id,
    amount,
    status: days === 0 ? "FLEXI_LOCK" : "STAKE_LOCK",
    days,
    ...(days > 0 && { transaction_password: transactionPassword }),
  });
}

export async function stakes(
  request: APIRequestContext,
  person: Person,
): Promise<Stake[]> {
  const { earnStaking } = (await read(
    request,
    person,
    "/api/v3/stake",
  )) as unknown as { earnStaking: Stake[] };
  return earnStaking;
}

/** Takes out of the flexible subscription. */
export async function redeem(
  request: APIRequestContext,
  person: Person,
  amount: string,
): Promise<void> {
  const all = await stakes(request, person);
  const id = all.find(({ duration }) => duration === 0)?.id;
  await post(request, person, "/api/v3/earn/redeem", { id, amount });
}

/** As if days had passed since the person came to Earn. */
export const daysLater = ({ email }: Person, days: number): void =>
  // What a subscription began with is history, which a trigger guards.
  change(`set session_replication_role = replica;
    update earn_subscriptions set started_at = started_at - interval '${days} days',
           first_day = first_day - ${days}, next_day = next_day - ${days},
           matures_on = matures_on - ${days}
     where client_id = (select id from clients where email = '${email}');
    update earn_transactions set at = at - interval '${days} days'
     where client_id = (select id from clients where email = '${email}')`);

/** As if Earn had been worth so much when the day began that was so many days ago. */
export const wasWorth = (
  { email }: Person,
  daysAgo: number,
  usdt: string,
): void =>
  change(`insert into balance_snapshots (client_id, day, spot, future, funding, earn)
    select id, (now() at time zone 'UTC')::date - ${daysAgo}, 0, 0, 0, ${usdt}
      from clients where email = '${email}'`);

/** Runs the hourly job that counts interest. */
export function countInterest(): void {
  const release = `${process.env["CAMBIO_TEST_VAR"]}/release`;
  const config = `${process.env["CAMBIO_TEST_VAR"]}/accrue_now.conf`;
  const text = readFileSync(`${release}/conf/cambio.conf`, "utf8");
  // The log is of the user whom cron runs jobs as.
  writeFileSync(config, text.replace(/^LOG_DIR=.*$/m, "LOG_DIR="), {
    mode: 0o600,
  });
  execFileSync(`${release}/bin/accrue_earn`, {
    env: { ...process.env, CAMBIO_CONFIG: config },
    stdio: "ignore",
  });
}
