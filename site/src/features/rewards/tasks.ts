// What the lists of tasks show, without React.
import { compare, divide, for_drawing, smaller, type Decimal } from "../../lib/decimal";
import type { Task, TaskCenter } from "./api";

export type RewardsTab = "daily" | "weekly" | "completed";

const claimed = (task: Task): boolean => task.reward_status === "CLAIMED";

/** Completed: what was claimed. The others: what is open in that window. */
export const tasks_of = (tasks: readonly Task[], tab: RewardsTab): Task[] =>
  tasks.filter((task) =>
    tab === "completed" ? claimed(task) : !claimed(task) && task.kind === tab,
  );

export const open_tasks = (tasks: readonly Task[], kind: Task["kind"]): Task[] =>
  tasks.filter((task) => !claimed(task) && task.kind === kind);

/** The reward can be claimed: what counts has reached the target. */
export const can_claim = (task: Task): boolean =>
  !claimed(task) && compare(task.accumulated_amount, task.task_center.amount) === 0;

/** 0 to 100, for a bar's width. */
export function percent_done(task: Task): number {
  const target = task.task_center.amount;
  const reached: Decimal = smaller(task.accumulated_amount, target);
  return for_drawing(divide(reached, target, 4, "down")) * 100;
}

const money = new Set<TaskCenter["measure"]>(["deposits", "trading_volume"]);

/** Whether amounts are USDT; the others are counts. */
export const in_usdt = ({ measure }: TaskCenter): boolean => money.has(measure);

const places = {
  verification: "/verification/overview",
  deposits: "/wallet/deposit",
  trading_volume: "/trades/spot/BTC",
  trades: "/trades/spot/BTC",
  referrals: "/account/referral",
} as const;

/** Where the task is done. */
export const place_of = ({ measure }: TaskCenter): string => places[measure];
