// @vitest-environment jsdom
import { afterEach, expect, it } from "vitest";
import {
  balancesHidden,
  chooseColours,
  chooseStartPage,
  chooseTheme,
  currentColours,
  currentTheme,
  hideBalances,
  holdLight,
  startLook,
  startPage,
} from "./preferences";

const classes = () => [...document.documentElement.classList].sort();

afterEach(() => {
  localStorage.clear();
  startLook();
});

it("is dark, green and red until something else is chosen", () => {
  startLook();
  expect([currentTheme(), currentColours(), startPage()]).toEqual(["dark", "green-red", "/wallet"]);
  expect(balancesHidden()).toBe(false);
  expect(classes()).toEqual([]);
});

it("keeps and shows what was chosen", () => {
  chooseTheme("light");
  chooseColours("blue-orange");
  chooseStartPage("/markets/prices");
  hideBalances(true);
  expect(classes()).toEqual(["cb", "light"]);
  document.documentElement.className = "";
  startLook();
  expect(classes()).toEqual(["cb", "light"]);
  expect(startPage()).toBe("/markets/prices");
  expect(balancesHidden()).toBe(true);
  chooseTheme("system");
  expect(classes()).toEqual(["cb"]);
});

it("takes no choice that is none", () => {
  localStorage.setItem("cambio.theme", "pink");
  localStorage.setItem("cambio.start_page", "https://elsewhere.example.com");
  expect([currentTheme(), startPage()]).toEqual(["dark", "/wallet"]);
});

it("is light on the access pages and as before afterwards", () => {
  startLook();
  const leave = holdLight();
  const leaveNext = holdLight();
  expect(classes()).toEqual(["light"]);
  leave();
  expect(classes()).toEqual(["light"]);
  leaveNext();
  expect(classes()).toEqual([]);
});
