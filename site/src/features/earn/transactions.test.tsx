// @vitest-environment jsdom
// A list that the filters have emptied says how to see everything again.
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { serve, serveStreams } from "../../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import TransactionsScreen from "./transactions";

beforeEach(() => {
  signIn();
  serveStreams();
});
afterEach(leaveScreen);

it("shows all again by a press where the filters leave nothing", async () => {
  const user = userEvent.setup();
  const asked = serve({
    "/api/v3/earn/view": () => [200, { products: [] }],
    "/api/v3/earn/transaction": () => [
      200,
      { transaction: [], total: 0, earn_to_spot: { usdt: "0" } },
    ],
  });
  openScreen(<TransactionsScreen />);
  await screen.findByText("No Records Found");
  expect(screen.queryByRole("button", { name: "Clear filters" })).toBeNull();
  await user.selectOptions(screen.getByLabelText("Type"), "REDEMPTION");
  const clear = await screen.findByRole("button", { name: "Clear filters" });
  expect(screen.getByRole("link", { name: "Subscribe Now" })).toBeTruthy();
  await waitFor(() => expect(asked.map(({ query }) => query.get("type"))).toContain("REDEMPTION"));
  await user.click(clear);
  expect(screen.getByLabelText<HTMLSelectElement>("Type").value).toBe("all");
  expect(screen.queryByRole("button", { name: "Clear filters" })).toBeNull();
});
