// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LinePlaces } from "./line_places";
import { OrderTags } from "./order_tags";

const onMove = vi.fn();
const onCancel = vi.fn();

beforeEach(() => {
  // jsdom has no capture of pointers.
  Element.prototype.setPointerCapture = () => undefined;
  vi.clearAllMocks();
});
afterEach(cleanup);

const limit = {
  id: "1",
  side: "BUY",
  kind: "Limit",
  price: "100",
  quantity: "0.3",
  movable: true,
} as const;
const stop = {
  ...limit,
  id: "2",
  side: "SELL",
  kind: "Stop limit",
  price: "50",
  movable: false,
} as const;

/** A pane of 200 pixels whose top is at 150, a pixel for each. */
async function open() {
  const places = new LinePlaces();
  const priceAt = (y: number) => (150 - y).toFixed(1);
  render(
    <OrderTags
      orders={[limit, stop]}
      places={places}
      pricePlaces={1}
      priceAt={priceAt}
      acts={{ onMove, onCancel }}
    />,
  );
  await act(async () => {
    places.set("1", 50, 200);
    places.set("2", 100, 200);
    await Promise.resolve();
  });
  return places;
}

const handle = () => screen.getByRole("button", { name: "Limit, Buy 0.3 at 100.0: change" });
const drag = (from: number, to: number) => {
  fireEvent.pointerDown(handle(), { button: 0, clientY: from });
  fireEvent.pointerMove(handle(), { clientY: to });
};
function release(at: number) {
  const button = handle();
  fireEvent.pointerUp(button, { clientY: at });
  fireEvent.click(button);
}

it("asks for the price where the order is let go, and shows it on the way", async () => {
  await open();
  drag(400, 420);
  expect(handle().textContent).toBe("Buy 0.380.0");
  release(430);
  expect(onMove.mock.calls).toEqual([["1", "70.0"]]);
  expect(handle().textContent).toBe("Buy 0.3Limit");
});

it("goes no further than the pane", async () => {
  await open();
  drag(400, 4000);
  release(4000);
  expect(onMove.mock.calls).toEqual([["1", "-50.0"]]);
});

it("takes a press without a move, or by the keyboard, as a question about the order's own price", async () => {
  await open();
  drag(400, 402);
  release(402);
  expect(onMove.mock.calls).toEqual([["1", "100"]]);
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  expect(onMove.mock.calls).toEqual([
    ["1", "100"],
    ["1", "100"],
  ]);
});

it("lets go of it with Escape, and nothing is asked", async () => {
  await open();
  drag(400, 430);
  fireEvent.keyDown(document, { key: "Escape" });
  expect(handle().textContent).toBe("Buy 0.3Limit");
  release(430);
  expect(onMove).not.toHaveBeenCalled();
});

it("cancels by the cross, and does not move what may not be changed", async () => {
  const places = await open();
  expect(screen.queryByRole("button", { name: /^Stop limit.*: change$/ })).toBeNull();
  await userEvent.click(
    screen.getByRole("button", { name: "Stop limit, Sell 0.3 at 50.0: cancel" }),
  );
  expect(onCancel.mock.calls).toEqual([["2"]]);
  await act(async () => {
    places.set("2", null, 200);
    await Promise.resolve();
  });
  expect(screen.queryByRole("button", { name: /^Stop limit/ })).toBeNull();
});
