// @vitest-environment jsdom
import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ConfirmDialog } from "./confirm_dialog";

function ask(more?: { cancel?: string; busy?: boolean }) {
  const asked = { onConfirm: vi.fn(), onClose: vi.fn() };
  render(
    <ConfirmDialog
      title="Cancel this order?"
      confirm="Cancel order"
      busy={false}
      {...asked}
      {...more}
    >
      <p>Buy 1 BTC</p>
    </ConfirmDialog>,
  );
  return asked;
}
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

it("names the act and says what it means", () => {
  ask();
  const dialog = screen.getByRole("dialog", { name: "Cancel this order?" });
  expect(within(dialog).getByText("Buy 1 BTC")).toBeTruthy();
});

it("acts when it is confirmed, and leaves it to its user to close", async () => {
  const { onConfirm, onClose } = ask();
  await press("Cancel order");
  expect(onConfirm).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();
});

it.each([
  ["Cancel", undefined],
  ["Keep order", "Keep order"],
])("closes without the act by %j", async (name, cancel) => {
  const { onConfirm, onClose } = ask(cancel === undefined ? {} : { cancel });
  await press(name);
  expect(onClose).toHaveBeenCalledOnce();
  expect(onConfirm).not.toHaveBeenCalled();
});

it("closes on Escape", () => {
  const { onClose } = ask();
  fireEvent(screen.getByRole("dialog"), new Event("cancel", { cancelable: true }));
  expect(onClose).toHaveBeenCalledOnce();
});

it("takes no second press while the act is on its way", async () => {
  const { onConfirm } = ask({ busy: true });
  await press("Cancel order");
  expect(onConfirm).not.toHaveBeenCalled();
});
