import { matchPath } from "react-router";
import { describe, expect, it } from "vitest";
import { accountRoutes, guestRoutes, walletRoutes } from "../../../tests/browser/support/routes";
import { pages, redirects } from "./pages";

const withFooter = [
  "/",
  "/home",
  "/auth/callback",
  "/about",
  "/install",
  "/account/referral",
  "/account/security",
  "/markets/prices",
  "/markets/pos",
  "/markets/pow",
  "/markets/innovation",
  "/markets/favorites",
  "/markets/trading_data",
  "/legal-center/privacy",
  "/legal-center/terms",
  "/verification/overview",
  "/wallet/simple_earn",
  "/tier-verification",
];

const withSidebar = [
  "/profile",
  "/wallet",
  "/fee-rate",
  "/account/referral",
  "/account/rewards",
  "/account/security",
  "/verification/overview",
  "/verification/kyc",
];

/** Addresses that the specification names without a screen. */
const named = [
  "/convert",
  "/withdraw",
  "/transfer",
  "/history",
  "/earn",
  "/auto-invest",
  "/analysis",
  "/transactions",
  "/tasks",
  "/rewards",
  "/payments",
  "/notifications",
  "/p2p",
  "/pay",
  "/gift",
  "/pool",
];

// Pages of the security centre may show it too.
const mayHaveSidebar = /^\/account\/(security\/|change_)/;

/** What any address can be: not found, and a coin of the wallet. */
const catching = new Set(["*", "/wallet/:coin"]);

const pageAt = (address: string) =>
  pages.find(({ path }) => !catching.has(path) && matchPath(path, address) !== null);

const listed = (path: string, addresses: readonly string[]) =>
  addresses.some((address) => matchPath(path, address) !== null);

describe("the frame", () => {
  it("has a footer on the pages of the list that are built, and on no other", () => {
    const built = withFooter.map(pageAt).filter((page) => page !== undefined);
    expect(built.filter((page) => !page.footer).map(({ path }) => path)).toEqual([]);
    const others = pages.filter(({ path, footer }) => footer && !listed(path, withFooter));
    expect(others.map(({ path }) => path)).toEqual([]);
  });

  it("has the account pages beside the pages of the list that are built, and no other", () => {
    const built = withSidebar.map(pageAt).filter((page) => page !== undefined);
    expect(built.filter((page) => !page.sidebar).map(({ path }) => path)).toEqual([]);
    const others = pages.filter(
      ({ path, sidebar }) => sidebar && !listed(path, withSidebar) && !mayHaveSidebar.test(path),
    );
    expect(others.map(({ path }) => path)).toEqual([]);
  });

  it("says a page's path once", () => {
    const paths = pages.map(({ path }) => path);
    expect(paths).toEqual([...new Set(paths)]);
  });
});

it("is shown at its own address, and no page before it", () => {
  const first = (address: string) => pages.find(({ path }) => matchPath(path, address) !== null);
  for (const page of pages) {
    const address = page.path === "*" ? "/nowhere" : page.path.replace(/:\w+\??/g, "XYZ");
    expect(first(address), page.path).toBe(page);
  }
});

describe("another name", () => {
  it.each(Object.entries(redirects))("%s leads to the page at %s", (name, address) => {
    expect(pageAt(name)).toBeUndefined();
    expect(pageAt(address)).toBeDefined();
  });

  it.each(named)("%s leads somewhere", (address) => {
    expect(redirects[address] ?? pageAt(address)).toBeDefined();
  });
});

describe("the browser tests", () => {
  const paths = (access: "client" | "trading" | undefined) =>
    pages.filter((page) => page.access === access).map(({ path }) => path);

  it("look at each page, on its side of the sign-in", () => {
    expect(Object.keys(guestRoutes).sort()).toEqual(paths(undefined).sort());
    expect(Object.keys({ ...accountRoutes, ...walletRoutes }).sort()).toEqual(
      [...paths("client"), ...paths("trading")].sort(),
    );
  });

  it("look at each at an address that leads to it", () => {
    for (const [path, addresses] of Object.entries({
      ...guestRoutes,
      ...accountRoutes,
      ...walletRoutes,
    })) {
      for (const address of addresses) expect(matchPath(path, address), address).not.toBeNull();
    }
  });
});
