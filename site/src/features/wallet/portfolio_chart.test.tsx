// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { serve } from "../../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import type { PortfolioDay } from "./api";
import { PortfolioChart } from "./portfolio_chart";

const point = (at: string, total: string): PortfolioDay => ({
  at,
  day: at.slice(0, 10),
  total,
  spot: total,
  future: "0",
  funding: "0",
  earn: "0",
});

function open(points: Readonly<Record<string, readonly PortfolioDay[]>>) {
  const heard = serve({
    "/api/v3/wallet/portfolio": ({ query }) => [
      200,
      { points: points[query.get("range") ?? ""] ?? [], allocation: [] },
    ],
  });
  openScreen(<PortfolioChart />);
  return heard;
}

beforeEach(signIn);
afterEach(leaveScreen);

const now = point("2026-11-21T10:40:00Z", "9950");

it("draws the first hour of a client who has come an hour ago", async () => {
  open({ "7D": [point("2026-11-21T10:00:02Z", "10000"), now] });
  const line = await screen.findByRole("slider", { name: "Point on the chart" });
  expect(line.getAttribute("aria-valuetext")).toBe("21 Nov, 10:40 UTC: 9,950.00 USDT");
  const rows = within(screen.getByRole("table", { name: "Portfolio value" })).getAllByRole("row");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "Time (UTC)Value (USDT)",
    "21 Nov, 10:00 UTC10,000.00",
    "21 Nov, 10:40 UTC9,950.00",
  ]);
});

it("asks for each range, and names the points of long ones by their days", async () => {
  const heard = open({
    "7D": [point("2026-11-21T10:00:02Z", "10000"), now],
    "30D": [point("2026-11-20T00:00:01Z", "9000"), now],
  });
  await screen.findByRole("slider");
  const ranges = screen.getByRole("radiogroup", { name: "Chart period" });
  await userEvent.click(within(ranges).getByText("30D"));
  await waitFor(() =>
    expect(screen.getByRole("slider").getAttribute("aria-valuetext")).toBe("21 Nov: 9,950.00 USDT"),
  );
  await screen.findByText("20 Nov");
  for (const name of ["24H", "90D"]) await userEvent.click(within(ranges).getByText(name));
  await waitFor(() =>
    expect(heard.map(({ query }) => query.get("range"))).toEqual(["7D", "30D", "24H", "90D"]),
  );
});

it("says when a line begins where there is none yet", async () => {
  open({ "7D": [now], "30D": [now] });
  await screen.findByText("The chart starts with the next full hour.");
  await userEvent.click(screen.getByText("30D"));
  await screen.findByText(/starts with your first full day/);
  expect(screen.queryByRole("slider")).toBeNull();
});
