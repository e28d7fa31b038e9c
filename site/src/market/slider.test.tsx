// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { Slider } from "./slider";

it("moves a slider in five stops", () => {
  const chosen = vi.fn();
  render(<Slider label="Share" value={30} onValue={chosen} />);
  const slider = screen.getByRole("slider", { name: "Share" });
  fireEvent.keyDown(slider, { key: "ArrowRight" });
  fireEvent.keyDown(slider, { key: "ArrowLeft" });
  fireEvent.change(slider, { target: { value: "81" } });
  expect(chosen.mock.calls.flat()).toEqual([50, 25, 75]);
});

it.each([
  ["lots that make a little less of each stop", (stop: number) => Math.max(0, stop - 0.04)],
  ["lots as large as two stops", (stop: number) => Math.floor(stop / 40) * 40],
])("moves a slider through all stops with %s", (_, shareOf) => {
  const chosen = vi.fn();
  function Amount() {
    const [share, setShare] = useState(0);
    const take = (stop: number) => {
      chosen(stop);
      setShare(shareOf(stop));
    };
    return <Slider label="Share" value={share} onValue={take} />;
  }
  render(<Amount />);
  const slider = screen.getByRole("slider", { name: "Share" });
  for (let press = 0; press < 5; press += 1) fireEvent.keyDown(slider, { key: "ArrowRight" });
  for (let press = 0; press < 5; press += 1) fireEvent.keyDown(slider, { key: "ArrowLeft" });
  expect(chosen.mock.calls.flat()).toEqual([25, 50, 75, 100, 100, 75, 50, 25, 0, 0]);
});
