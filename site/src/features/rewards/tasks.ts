// What the lists of tasks show, without React.
import { divide, forDrawing, smaller, type Decimal } from "../../lib/decimal";
import { isClaimed, type Task, type TaskCenter } from "../../lib/rewards";

export type RewardsTab = "daily" | "weekly" | "completed";

/** Completed: what was claimed. The others: what is open in that window. */
export const tasksOf = (tasks: readonly Task[], tab: RewardsTab): Task[] =>
  tasks.filter((task) =>
    tab === "completed" ? isClaimed(task) : !isClaimed(task) && task.kind === tab,
  );

export const openTasks = (tasks: readonly Task[], kind: Task["kind"]): Task[] =>
  tasks.filter((task) => !isClaimed(task) && task.kind === kind);

/** 0 to 100, for a bar's width. */
export function percentDone(task: Task): number {
  const target = task.task_center.amount;
  const reached: Decimal = smaller(task.accumulated_amount, target);
  return forDrawing(divide(reached, target, 4, "down")) * 100;
}

const money = new Set<TaskCenter["measure"]>(["deposits", "trading_volume"]);

/** Whether amounts are USDT; the others are counts. */
export const inUsdt = ({ measure }: TaskCenter): boolean => money.has(measure);

/** Where a client gets verified. */
export const verification = "/verification/overview";

const places = {
  verification,
  deposits: "/wallet/deposit",
  trading_volume: "/trades/spot/BTC",
  trades: "/trades/spot/BTC",
  referrals: "/account/referral",
} as const;

/** Where the task is done. */
export const placeOf = ({ measure }: TaskCenter): string => places[measure];
