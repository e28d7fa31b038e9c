// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ChartOf, type ChartProps } from "./center";
import type { Shown } from "./market";

it("draws of an order what is left of it, at the price that it waits for", () => {
  const order = { delegate_type: "BUY", number_of_order: "0.5", filled: "0.2", price: "100" };
  const shown = {
    name: "BTCUSDT",
    pair: {},
    places: { price: 1, quantity: 5 },
    orders: [
      { ...order, id: "1" },
      { ...order, id: "2", filled: "0", stop_price: "90", triggered: false },
    ],
    fills: { data: undefined },
  } as unknown as Shown;
  const Chart = vi.fn<(props: ChartProps) => null>(() => null);
  render(<ChartOf shown={shown} Chart={Chart} />);
  expect(Chart.mock.lastCall?.[0].orders).toEqual([
    { id: "1", side: "BUY", price: "100", quantity: "0.3" },
    { id: "2", side: "BUY", price: "90", quantity: "0.5" },
  ]);
});
