// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serve } from "../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../ui/test_screen";
import MobileMenu from "./mobile_menu";

let narrow = false;
vi.mock("../lib/narrow", () => ({ useNarrow: () => narrow }));

beforeEach(() => {
  signIn();
  serve({});
});
afterEach(leaveScreen);

const leadsTo = (name: string) => screen.queryByRole("link", { name })?.getAttribute("href");
const inTabs = () => ["Markets", "Trade", "Futures", "Wallet"].map(leadsTo);

it("has on a phone what the tab bar does not have", () => {
  narrow = true;
  openScreen(<MobileMenu onClose={() => undefined} />);
  expect(inTabs()).toEqual([undefined, undefined, undefined, undefined]);
  expect(["Convert", "Deposit", "Security"].map(leadsTo)).toEqual([
    "/wallet/convert",
    "/wallet/deposit",
    "/account/security",
  ]);
});

it("has all main pages where there is no tab bar", () => {
  narrow = false;
  openScreen(<MobileMenu onClose={() => undefined} />);
  expect(inTabs()).toEqual([
    "/markets/prices",
    "/trades/spot/BTC",
    "/trades/futures/BTC",
    "/wallet",
  ]);
});
