import { expect, it } from "vitest";
import { canClaim, type Task } from "../../lib/rewards";
import { openTasks, percentDone, tasksOf } from "./tasks";

const task = (over: Partial<Task> & { target?: string } = {}): Task => ({
  task_status: "ONGOING",
  amount: over.accumulated_amount ?? "0",
  accumulated_amount: "0",
  reward_status: "UNCLAIMED",
  kind: "daily",
  ends_at: null,
  claimed_at: null,
  rests_until: null,
  task_center: {
    id: "1",
    name: "daily_volume",
    description: "",
    rules: "",
    measure: "trading_volume",
    coin_id: "2",
    coin: "USDT",
    amount: over.target ?? "500",
    reward_amount: "0.25",
  },
  ...over,
});

it("a reward can be claimed when what counts has reached the target, and not twice", () => {
  expect(canClaim(task({ accumulated_amount: "499.999999999999999999" }))).toBe(false);
  expect(canClaim(task({ accumulated_amount: "500.00" }))).toBe(true);
  expect(canClaim(task({ accumulated_amount: "500", reward_status: "CLAIMED" }))).toBe(false);
});

it("the tabs hold what is open in their window, and Completed what was claimed", () => {
  const tasks = [
    task(),
    task({ kind: "weekly" }),
    task({ kind: "once" }),
    task({ reward_status: "CLAIMED" }),
  ];
  expect(tasksOf(tasks, "daily")).toEqual([tasks[0]]);
  expect(tasksOf(tasks, "weekly")).toEqual([tasks[1]]);
  expect(tasksOf(tasks, "completed")).toEqual([tasks[3]]);
  expect(openTasks(tasks, "once")).toEqual([tasks[2]]);
});

it("the bar is never longer than its track", () => {
  expect(percentDone(task({ accumulated_amount: "125" }))).toBe(25);
  expect(percentDone(task({ accumulated_amount: "9000" }))).toBe(100);
  expect(percentDone(task())).toBe(0);
});
