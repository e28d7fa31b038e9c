import { expect, it } from "vitest";
import { can_claim, type Task } from "../../lib/rewards";
import { open_tasks, percent_done, tasks_of } from "./tasks";

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
    coin: "USDT",
    amount: over.target ?? "500",
    reward_amount: "0.25",
  },
  ...over,
});

it("a reward can be claimed when what counts has reached the target, and not twice", () => {
  expect(can_claim(task({ accumulated_amount: "499.999999999999999999" }))).toBe(false);
  expect(can_claim(task({ accumulated_amount: "500.00" }))).toBe(true);
  expect(can_claim(task({ accumulated_amount: "500", reward_status: "CLAIMED" }))).toBe(false);
});

it("the tabs hold what is open in their window, and Completed what was claimed", () => {
  const tasks = [
    task(),
    task({ kind: "weekly" }),
    task({ kind: "once" }),
    task({ reward_status: "CLAIMED" }),
  ];
  expect(tasks_of(tasks, "daily")).toEqual([tasks[0]]);
  expect(tasks_of(tasks, "weekly")).toEqual([tasks[1]]);
  expect(tasks_of(tasks, "completed")).toEqual([tasks[3]]);
  expect(open_tasks(tasks, "once")).toEqual([tasks[2]]);
});

it("the bar is never longer than its track", () => {
  expect(percent_done(task({ accumulated_amount: "125" }))).toBe(25);
  expect(percent_done(task({ accumulated_amount: "9000" }))).toBe(100);
  expect(percent_done(task())).toBe(0);
});
