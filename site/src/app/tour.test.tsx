// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { load_text } from "../lib/i18n";
import Tour from "./tour";

beforeAll(async () => {
  Element.prototype.scrollIntoView = () => undefined;
  await load_text(["tour"]);
});
afterEach(cleanup);

function open(parts: readonly string[]) {
  const on_close = vi.fn();
  render(
    <>
      {parts.map((part) => (
        <div key={part} data-tour={part} />
      ))}
      <Tour on_close={on_close} />
    </>,
  );
  return on_close;
}

const framed = () =>
  [...document.querySelectorAll("[data-touring]")].map((part) => part.getAttribute("data-tour"));
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

it("goes from part to part, there and back, and ends", async () => {
  const on_close = open(["market", "chart", "book", "form", "orders"]);
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
  expect(on_close).toHaveBeenCalledOnce();
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
  const on_close = open(["market"]);
  await userEvent.keyboard("{Escape}");
  expect(on_close).toHaveBeenCalledOnce();
});
