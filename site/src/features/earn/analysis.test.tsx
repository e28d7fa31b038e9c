// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { serve } from "../../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import AnalysisScreen from "./analysis";

afterEach(leaveScreen);

const days = (...values: string[]) =>
  values.map((usdt, at) => ({ day: `2026-03-0${at + 1}`, usdt }));

it("says that there is nothing in the place of bars that nobody sees", async () => {
  signIn();
  const nothing = { "7D": days("0", "0"), "30D": days("0", "0") };
  const assets = { "7D": days("0", "5"), "30D": days("0", "5") };
  serve({
    "/api/v3/analysis": () => [
      200,
      { total: "5", rewards_total: "0", assets, rewards: nothing, asset: [] },
    ],
  });
  openScreen(<AnalysisScreen />);
  const panel = within(screen.getByRole("region", { name: "By day" }));
  await panel.findByRole("table");
  expect(panel.queryByText(/^No interest/)).toBeNull();
  await userEvent.click(panel.getByRole("tab", { name: "Rewards" }));
  await panel.findByText("No interest on these days");
  expect(panel.queryByRole("table")).toBeNull();
});
