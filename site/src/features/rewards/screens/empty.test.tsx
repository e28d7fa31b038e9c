// @vitest-environment jsdom
// What the lists of tasks say where there is nothing to do, and nothing was done yet.
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, it, vi } from "vitest";
import { queries } from "../../../lib/api";
import RewardsScreen from "./rewards_screen";
import TasksScreen from "./tasks_screen";

const open = (page: React.ReactNode) =>
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>{page}</MemoryRouter>
    </QueryClientProvider>,
  );

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ tasks: [] }))));
});
afterEach(() => {
  vi.unstubAllGlobals();
  queries.clear();
});

it("says that there are no tasks", async () => {
  open(<TasksScreen />);
  await screen.findByText("No Tasks available");
});

it("says it on each tab of the Rewards Center in that tab's words", async () => {
  const user = userEvent.setup();
  open(<RewardsScreen />);
  await screen.findByText("No tasks are currently available. Please try again later.");
  await user.click(screen.getByRole("tab", { name: "Weekly" }));
  await screen.findByText("No tasks available");
  await user.click(screen.getByRole("tab", { name: "Completed" }));
  await screen.findByText("You have not completed any task yet.");
});
