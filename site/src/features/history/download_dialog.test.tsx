// @vitest-environment jsdom
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { saveFile } from "../../lib/csv";
import { serve } from "../../lib/test_server";
import { leaveScreen, signIn } from "../../ui/test_screen";
import { TaxDialog } from "./download_dialog";

vi.mock("../../lib/csv", () => ({ saveFile: vi.fn() }));

const year = new Date().getUTCFullYear();

beforeEach(signIn);
afterEach(() => {
  vi.clearAllMocks();
  leaveScreen();
});

function open() {
  const heard = serve({
    "/api/v3/realized-gains": () => [200, "a file"],
    "/api/v3/tax-transactions": () => [200, "a file"],
  });
  const onClose = vi.fn();
  render(<TaxDialog onClose={onClose} />);
  return { heard, onClose };
}

it("saves realized gains by the chosen method", async () => {
  const { heard, onClose } = open();
  await userEvent.selectOptions(screen.getByLabelText("Cost of what is sold"), "AVERAGE");
  await userEvent.click(screen.getByRole("button", { name: "Download CSV" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(heard[0]?.path).toBe("/api/v3/realized-gains");
  expect(heard[0]?.query.get("method")).toBe("AVERAGE");
  expect(heard[0]?.query.get("format")).toBe("csv");
  expect(vi.mocked(saveFile).mock.calls[0]?.[0]).toContain(
    `cambio-realized-gains-${year}-01-01-${year}-`,
  );
});

it.each([
  ["koinly", "Koinly"],
  ["cointracking", "CoinTracking"],
  ["blockpit", "Blockpit"],
])("saves all transactions in the format that %s has published", async (format, tool) => {
  const { heard, onClose } = open();
  await userEvent.selectOptions(screen.getByLabelText("File"), `Transactions for ${tool}`);
  expect(screen.queryByLabelText("Cost of what is sold")).toBeNull();
  screen.getByText(new RegExp(`in the import format that ${tool} has published`));
  await userEvent.click(screen.getByRole("button", { name: "Download CSV" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(heard.map(({ path }) => path)).toEqual(["/api/v3/tax-transactions"]);
  expect(heard[0]?.query.get("format")).toBe(format);
  expect(heard[0]?.query.get("from")).toBe(`${year}-01-01`);
  expect(vi.mocked(saveFile).mock.calls[0]?.[0]).toContain(`cambio-${format}-${year}-01-01-`);
});
