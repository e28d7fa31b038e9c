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

interface Shown {
  orders?: (typeof limit | typeof stop)[];
  covered?: boolean;
}

/** A pane of 200 pixels whose top is at 150, a pixel for each. */
async function open() {
  const places = new LinePlaces();
  const tags = ({ orders = [limit, stop], covered = false }: Shown = {}) => (
    <OrderTags
      orders={orders}
      places={places}
      pricePlaces={1}
      priceAt={(y) => (150 - y).toFixed(1)}
      acts={{ onMove, onCancel }}
      passive={false}
      covered={covered}
    />
  );
  const { rerender } = render(tags());
  const place = (id: string, y: number | null, height = 200) =>
    act(async () => {
      places.set(id, y, height);
      await Promise.resolve();
    });
  await place("1", 50);
  await place("2", 100);
  return { place, show: (shown: Shown) => rerender(tags(shown)) };
}

const handle = () => screen.getByRole("button", { name: "Buy 0.3 Limit at 100.0: change" });
const cross = () => screen.getByRole("button", { name: "Sell 0.3 Stop limit at 50.0: cancel" });
const finger = (pointerId: number, clientY: number) => ({ button: 0, pointerId, clientY });
const drag = (from: number, to: number) => {
  fireEvent.pointerDown(handle(), finger(1, from));
  fireEvent.pointerMove(handle(), finger(1, to));
};
function release(at: number) {
  const button = handle();
  fireEvent.pointerUp(button, finger(1, at));
  fireEvent.click(button, { detail: 1 });
}

it("asks for the price where the order is let go, and shows it on the way", async () => {
  await open();
  drag(400, 420);
  expect(handle().textContent).toBe("Buy 0.380.0");
  release(430);
  expect(onMove.mock.calls).toEqual([["1", "70.0"]]);
  expect(handle().textContent).toBe("Buy 0.3Limit100.0");
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
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  expect(onMove.mock.calls).toEqual([
    ["1", "100"],
    ["1", "100"],
  ]);
});

it("takes an order that is brought back to its place as left alone", async () => {
  await open();
  drag(400, 430);
  release(401);
  expect(onMove).not.toHaveBeenCalled();
});

it("lets go of it with Escape, and nothing is asked", async () => {
  await open();
  drag(400, 430);
  fireEvent.keyDown(document, { key: "Escape" });
  expect(handle().textContent).toBe("Buy 0.3Limit100.0");
  release(430);
  expect(onMove).not.toHaveBeenCalled();
  // What is pressed by the keyboard afterwards is a press.
  handle().focus();
  await userEvent.keyboard("{Enter}");
  expect(onMove.mock.calls).toEqual([["1", "100"]]);
});

it("follows the finger that began, and no other", async () => {
  await open();
  drag(400, 420);
  fireEvent.pointerDown(handle(), finger(2, 500));
  fireEvent.pointerMove(handle(), finger(2, 600));
  fireEvent.pointerUp(handle(), finger(2, 600));
  expect(onMove).not.toHaveBeenCalled();
  expect(handle().textContent).toBe("Buy 0.380.0");
  release(420);
  expect(onMove.mock.calls).toEqual([["1", "80.0"]]);
});

it.each([
  ["its line leaves the pane", () => ({ y: null, height: 200 })],
  ["the pane becomes another one", () => ({ y: 50, height: 300 })],
])("lets go of it when %s", async (_, to) => {
  const { place } = await open();
  drag(400, 430);
  const { y, height } = to();
  await place("1", y, height);
  await place("1", 50, height);
  expect(handle().textContent).toBe("Buy 0.3Limit100.0");
  release(430);
  expect(onMove).not.toHaveBeenCalled();
});

it("lets go of it when the order has ended", async () => {
  const { show } = await open();
  drag(400, 430);
  show({ orders: [stop] });
  show({});
  expect(handle().textContent).toBe("Buy 0.3Limit100.0");
});

it("cancels by the cross, and does not move what may not be changed", async () => {
  await open();
  expect(screen.queryByRole("button", { name: /^Sell.*: change$/ })).toBeNull();
  await userEvent.click(cross());
  expect(onCancel.mock.calls).toEqual([["2"]]);
});

it("passes the focus on when the tag that had it is gone", async () => {
  const { place } = await open();
  cross().focus();
  await place("2", null);
  expect(document.activeElement).toBe(handle());
  await place("1", null);
  expect(screen.queryByRole("group")).toBeNull();
  expect(document.activeElement).not.toBe(document.body);
});

it("leaves the focus alone where it has gone elsewhere", async () => {
  const { place } = await open();
  cross().focus();
  cross().blur();
  await place("2", null);
  expect(document.activeElement).toBe(document.body);
});

it("cannot be reached beneath what covers the chart", async () => {
  const { show } = await open();
  show({ covered: true });
  expect(handle().closest("[inert]")).not.toBeNull();
});
