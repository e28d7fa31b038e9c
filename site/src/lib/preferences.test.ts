// @vitest-environment jsdom
import { afterEach, expect, it } from "vitest";
import {
  balances_hidden,
  choose_colours,
  choose_start_page,
  choose_theme,
  current_colours,
  current_theme,
  hide_balances,
  hold_light,
  start_look,
  start_page,
} from "./preferences";

const classes = () => [...document.documentElement.classList].sort();

afterEach(() => {
  localStorage.clear();
  start_look();
});

it("is dark, green and red until something else is chosen", () => {
  start_look();
  expect([current_theme(), current_colours(), start_page()]).toEqual([
    "dark",
    "green-red",
    "/wallet",
  ]);
  expect(balances_hidden()).toBe(false);
  expect(classes()).toEqual([]);
});

it("keeps and shows what was chosen", () => {
  choose_theme("light");
  choose_colours("blue-orange");
  choose_start_page("/markets/prices");
  hide_balances(true);
  expect(classes()).toEqual(["cb", "light"]);
  document.documentElement.className = "";
  start_look();
  expect(classes()).toEqual(["cb", "light"]);
  expect(start_page()).toBe("/markets/prices");
  expect(balances_hidden()).toBe(true);
  choose_theme("system");
  expect(classes()).toEqual(["cb"]);
});

it("takes no choice that is none", () => {
  localStorage.setItem("cambio.theme", "pink");
  localStorage.setItem("cambio.start_page", "https://elsewhere.example.com");
  expect([current_theme(), start_page()]).toEqual(["dark", "/wallet"]);
});

it("is light on the access pages and as before afterwards", () => {
  start_look();
  const leave = hold_light();
  const leave_next = hold_light();
  expect(classes()).toEqual(["light"]);
  leave();
  expect(classes()).toEqual(["light"]);
  leave_next();
  expect(classes()).toEqual([]);
});
