// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { loadText } from "../lib/i18n";
import Tour from "./tour";

beforeAll(async () => {
  Element.prototype.scrollIntoView = () => undefined;
  await loadText(["tour"]);
});
afterEach(cleanup);

function open(parts: readonly string[]) {
  const onClose = vi.fn();
  render(
    <>
      {parts.map((part) => (
        <div key={part} data-tour={part} />
      ))}
      <Tour onClose={onClose} />
    </>,
  );
  return onClose;
}

const framed = () =>
  [...document.querySelectorAll("[data-touring]")].map((part) => part.getAttribute("data-tour"));
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

it("goes from part to part, there and back, and ends", async () => {
  const onClose = open(["market", "chart", "book", "form", "orders"]);
  screen.getByText("1 of 5");
  expect(framed()).toEqual(["market"]);
  await press("Next");
  screen.getByRole("heading", { name: "The chart" });
  expect(framed()).toEqual(["chart"]);
  await press("Back");
  expect(framed()).toEqual(["market"]);
  for (let i = 0; i < 4; i += 1) await press("Next");
  expect(framed()).toEqual(["orders"]);
  await press("Start trading");
  expect(onClose).toHaveBeenCalledOnce();
});

it("leaves out what the screen does not have, and frames nothing once it has ended", async () => {
  open(["market", "chart", "form"]);
  screen.getByText("1 of 3");
  await press("Next");
  await press("Next");
  screen.getByRole("heading", { name: "Buy and sell" });
  cleanup();
  expect(framed()).toEqual([]);
});

it("ends by Escape", async () => {
  const onClose = open(["market"]);
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});
