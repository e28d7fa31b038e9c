// @vitest-environment jsdom
import { expect, it } from "vitest";
import { sidebarEntries } from "./account_entries";
import { earnEntries } from "./navigation";

const addresses = (entries: readonly { to: string }[]) => entries.map(({ to }) => to);

it("leads to every page of Earn, and to mining", () => {
  expect(addresses(earnEntries())).toEqual([
    "/wallet/earn",
    "/wallet/simple_earn",
    "/wallet/stake",
    "/wallet/auto_invest",
    "/wallet/analysis",
    "/wallet/transactions",
    "/wallet/live",
  ]);
});

it("has Earn beside the wallet", () => {
  expect(addresses(sidebarEntries())).toContain("/wallet/earn");
});
