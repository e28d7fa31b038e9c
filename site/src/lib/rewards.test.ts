import { expect, it } from "vitest";
import { waitingOf, type Task } from "./rewards";

const task = (progress: string, rewardAmount: string, coin = "USDT"): Task => ({
  task_status: "ONGOING",
  amount: progress,
  accumulated_amount: progress,
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
    coin,
    amount: "500",
    reward_amount: rewardAmount,
  },
});

it("says what waits to be claimed before what is still to be earned", () => {
  const tasks = [task("500", "0.25"), task("500", "1.5"), task("20", "10")];
  expect(waitingOf(tasks)).toEqual({ done: true, count: 2, coin: "USDT", amount: "1.75" });
});

it("says what can be earned where nothing waits, and adds no two coins", () => {
  const claimed: Task = { ...task("500", "7"), reward_status: "CLAIMED" };
  const tasks = [claimed, task("20", "10"), task("0", "3", "BTC")];
  expect(waitingOf(tasks)).toEqual({ done: false, count: 2, coin: "USDT", amount: "10" });
  expect(waitingOf([claimed])).toBeNull();
});
