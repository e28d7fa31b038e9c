// The tasks that bring rewards: the Rewards Center lists them, and the wallet says how many wait.
import { useQuery } from "@tanstack/react-query";
import { get } from "./api";
import type { Schemas } from "./calls";
import { compare, sum, type Decimal } from "./decimal";

export type Task = Schemas["Tasks"]["tasks"][number];
export type TaskCenter = Task["task_center"];

const progressMs = 15_000;

const tasksQuery = {
  queryKey: ["rewards", "tasks"],
  queryFn: ({ signal }: { signal: AbortSignal }) => get("/api/v3/task/view", undefined, signal),
  refetchInterval: progressMs,
};

export const useTasks = () => useQuery({ ...tasksQuery, select: (answer) => answer.tasks });

/** Under what conditions rewards are paid. */
export const useRewardTerms = () =>
  useQuery({
    ...tasksQuery,
    select: ({ rest_days: restDays, verified }) => ({ rest_days: restDays, verified }),
  });

export const isClaimed = (task: Task): boolean => task.reward_status === "CLAIMED";

/** The reward can be claimed: what counts has reached the target. */
export const canClaim = (task: Task): boolean =>
  !isClaimed(task) && compare(task.accumulated_amount, task.task_center.amount) === 0;

export interface Waiting {
  /** Whether they only have to be claimed; their tasks are still to do otherwise. */
  done: boolean;
  count: number;
  coin: string;
  amount: Decimal;
}

/** What waits to be claimed; where nothing does, what can still be earned; null where nothing can. */
export function waitingOf(tasks: readonly Task[]): Waiting | null {
  const ready = tasks.filter(canClaim);
  const left = ready.length > 0 ? ready : tasks.filter((task) => !isClaimed(task));
  const coin = left[0]?.task_center.coin;
  if (coin === undefined) return null;
  const same = left.filter(({ task_center: taskCenter }) => taskCenter.coin === coin);
  return {
    done: ready.length > 0,
    count: left.length,
    coin,
    amount: sum(same.map(({ task_center: taskCenter }) => taskCenter.reward_amount)),
  };
}
