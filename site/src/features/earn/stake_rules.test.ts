import { expect, it } from "vitest";
import type { Product } from "./offers_api";
import { matching } from "./stake_rules";

const product = (name: string, fullName: string) => ({ name, full_name: fullName }) as Product;
const products = [product("BTC", "Bitcoin"), product("ETH", "Ethereum"), product("USDT", "Tether")];
const names = (search: string, owned: ReadonlySet<string> | null = null) =>
  matching(products, search, owned).map(({ name }) => name);

it("finds coins by code and name", () => {
  expect(names("")).toEqual(["BTC", "ETH", "USDT"]);
  expect(names(" ethereum ")).toEqual(["ETH"]);
  expect(names("bitc")).toEqual(["BTC"]);
});

it("matches the client's assets", () => {
  expect(names("", new Set(["USDT"]))).toEqual(["USDT"]);
  expect(names("btc", new Set(["USDT"]))).toEqual([]);
});
