// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { FavoriteStar } from "./star";

afterEach(cleanup);

it.each([
  [true, "var(--warning)", "var(--warning)"],
  [false, "none", "var(--text-3)"],
])("is yellow and full for a favorite, a grey outline otherwise: %s", (favorite, fill, stroke) => {
  render(<FavoriteStar name="BTC" favorite={favorite} onPress={() => undefined} />);
  const button = screen.getByRole("button", { pressed: favorite });
  const star = button.querySelector("svg");
  expect([star?.getAttribute("fill"), star?.getAttribute("stroke")]).toEqual([fill, stroke]);
});
