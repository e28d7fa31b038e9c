// @vitest-environment jsdom
// Claiming the reward of a task: what is sent, and what is said of it.
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Task } from "../../../lib/rewards";
import { serve, type Answer } from "../../../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../../../ui/test_screen";
import TasksScreen from "./tasks_screen";

beforeEach(signIn);
afterEach(leaveScreen);

const done: Task = {
  task_status: "DONE",
  amount: "1",
  accumulated_amount: "1",
  reward_status: "UNCLAIMED",
  kind: "once",
  ends_at: null,
  claimed_at: null,
  rests_until: null,
  task_center: {
    id: "3",
    name: "first_trade",
    description: "Make your first trade",
    rules: "",
    measure: "trades",
    coin_id: "2",
    coin: "USDT",
    amount: "1",
    reward_amount: "5",
  },
};

async function claim(answer: Answer) {
  const asked = serve({
    "/api/v3/task/view": () => [200, { tasks: [done], rest_days: 7, verified: true }],
    "/api/v3/claim-task": answer,
  });
  openScreen(<TasksScreen />);
  const button = await screen.findByRole("button", {
    name: /Claim the reward of: Make your first trade/,
  });
  await userEvent.click(button);
  await waitFor(() => {
    const sent = asked.filter(({ path }) => path === "/api/v3/claim-task");
    expect(sent.map(({ body }) => body)).toEqual([{ task_center_id: "3" }]);
  });
}

it("says that a reward cannot be claimed", async () => {
  await claim(() => [503, { message: "rewards_empty", text: "Rewards cannot be paid." }]);
  await screen.findByText("Oops...");
  expect(screen.getByText("Failed to claim rewards. Please try again later.")).toBeTruthy();
});

it("says that a reward was claimed", async () => {
  await claim(() => [200, { message: "success" }]);
  await screen.findByText("Claimed Rewards");
  expect(screen.getByText("You have successfully claimed the rewards!")).toBeTruthy();
});

it("says so, too, where the list without the task arrives first", async () => {
  let claimed = false;
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  serve({
    "/api/v3/task/view": () => [
      200,
      {
        tasks: [claimed ? { ...done, reward_status: "CLAIMED" } : done],
        rest_days: 7,
        verified: true,
      },
    ],
    "/api/v3/claim-task": async () => {
      claimed = true;
      await answered;
      return [200, { message: "success" }];
    },
  });
  const { queries } = openScreen(<TasksScreen />);
  const name = /Claim the reward of: Make your first trade/;
  await userEvent.click(await screen.findByRole("button", { name }));
  await queries.invalidateQueries({ queryKey: ["rewards", "tasks"] });
  await waitFor(() => expect(screen.queryByRole("heading", { level: 3 })).toBeNull());
  answer();
  await screen.findByText("Claimed Rewards");
});

it("sends who is not verified to the verification, and says what holds", async () => {
  serve({ "/api/v3/task/view": () => [200, { tasks: [done], rest_days: 7, verified: false }] });
  openScreen(<TasksScreen />);
  const link = await screen.findByRole("link", { name: "Verify to claim" });
  expect(link.getAttribute("href")).toBe("/verification/overview");
  expect(screen.queryByRole("button", { name: /Claim/ })).toBeNull();
  screen.getByText(/Rewards are paid to verified clients/);
  screen.getByText("A reward can be traded at once and withdrawn after 7 days.");
});
