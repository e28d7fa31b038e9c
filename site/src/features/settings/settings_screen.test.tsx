// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { afterClosing } from "../../lib/after_closing";
import { serve } from "../../lib/test_server";
import { leaveScreen, openScreen } from "../../ui/test_screen";
import SettingsScreen from "./settings_screen";

afterEach(() => {
  leaveScreen();
  localStorage.clear();
});

it("leads home after a position is closed until its client wants to stay", async () => {
  serve({});
  openScreen(<SettingsScreen />);
  const choice = screen.getByRole<HTMLSelectElement>("combobox", {
    name: "After closing a position",
  });
  expect([choice.value, afterClosing()]).toEqual(["home", "home"]);
  await userEvent.selectOptions(choice, "Stay here");
  expect([choice.value, afterClosing()]).toEqual(["stay", "stay"]);
});
