// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { IndicatorMenu } from "./indicator_menu";
import { keptParameters, type Indicator } from "./kept";

afterEach(cleanup);

function open(chosen: readonly Indicator[]) {
  const [choose, setNumbers] = [vi.fn(), vi.fn()];
  const numbers = keptParameters();
  render(
    <IndicatorMenu chosen={chosen} choose={choose} numbers={numbers} setNumbers={setNumbers} />,
  );
  return { choose, setNumbers, numbers };
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const openSettings = async () => {
  await press("Indicators");
  await press("Indicator settings");
};
const group = (name: string) => within(screen.getByRole("group", { name }));
const field = (indicator: string, name: string) => group(indicator).getByLabelText(name);

it("turns an indicator on and off, in the menu's own order", async () => {
  const { choose } = open(["MA", "RSI"]);
  await press("Indicators");
  await press(/^VWAP/);
  await press(/^RSI/);
  expect(choose.mock.calls).toEqual([[["MA", "VWAP", "RSI"]], [["MA"]]]);
});

it("changes the numbers of those that are shown, and leaves the others", async () => {
  const { setNumbers, numbers } = open(["MA", "VOL", "BOLL"]);
  await openSettings();
  expect(screen.queryByRole("group", { name: "Volume" })).toBeNull();
  const long = field("Moving average", "Long length");
  expect(long).toHaveProperty("value", "25");
  await userEvent.clear(long);
  await userEvent.type(long, "200");
  const deviations = field("Bollinger Bands", "Standard deviations");
  await userEvent.clear(deviations);
  await userEvent.type(deviations, "2.55");
  await press("Apply");
  // A factor has one place: more cannot be typed.
  expect(setNumbers.mock.calls).toEqual([[{ ...numbers, MA: [7, 200], BOLL: [20, 2.5] }]]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("says what a number may be, and changes nothing before it is one", async () => {
  const { setNumbers } = open(["RSI"]);
  await openSettings();
  const length = field("RSI", "Length");
  for (const text of ["0", "501"]) {
    await userEvent.clear(length);
    await userEvent.type(length, text);
    await press("Apply");
    expect(group("RSI").getByText("Enter a number above 0 and up to 500")).toBeTruthy();
  }
  await userEvent.clear(length);
  await press("Apply");
  expect(setNumbers).not.toHaveBeenCalled();
  await press("Use defaults");
  await press("Apply");
  expect(setNumbers.mock.calls[0]?.[0]).toMatchObject({ RSI: [14] });
});

it("has no settings where nothing can be set", async () => {
  open(["VOL", "VWAP"]);
  await press("Indicators");
  expect(screen.queryByRole("button", { name: "Indicator settings" })).toBeNull();
});
