import { describe, expect, it } from "vitest";
import type { Deposit } from "../../lib/funds";
import type { NetworkCoin } from "../../lib/networks";
import { coinOf, incoming, networkOf, progressOf, reasonKey, shownState } from "./rules";

const deposit = (changes: Partial<Deposit> = {}): Deposit => ({
  id: "1",
  coin: "USDT",
  full_name: "Tether",
  image: "/icons/usdt.svg",
  network: "ERC20",
  recharge_amount: "25",
  recharge_status: "PENDING",
  state: "CONFIRMING",
  reason: null,
  confirmations: 2,
  confirmations_needed: 6,
  unlock_confirmations: 64,
  unlocked: false,
  address: "0x",
  txid: "0xab",
  date: "2026-11-21T04:00:00Z",
  response_time: null,
  wallet: "SPOT",
  ...changes,
});
const credited = { state: "CREDITED", recharge_status: "APPROVED" } as const;

describe("the chip", () => {
  it.each([
    [{ state: "SEEN" }, "PENDING"],
    [{ state: "CONFIRMING" }, "PENDING"],
    [credited, "COMPLETED"],
    [{ ...credited, unlocked: true }, "COMPLETED"],
    [{ state: "ORPHANED" }, "DROPPED"],
    [{ state: "REVERSED", recharge_status: "APPROVED" }, "REVERSED"],
    [{ state: "IGNORED" }, "IGNORED"],
  ] as const)("of %j says %s", (changes, shown) => {
    expect(shownState(deposit(changes))).toBe(shown);
  });
});

describe("confirmations", () => {
  it("count up to the credit, then to the withdrawal", () => {
    expect(progressOf(deposit())).toEqual({ done: 2, needed: 6, credited: false });
    expect(progressOf(deposit({ ...credited, confirmations: 20 }))).toEqual({
      done: 20,
      needed: 64,
      credited: true,
    });
  });
  it("never stand above what is needed", () => {
    expect(progressOf(deposit({ confirmations: 9 }))).toMatchObject({ done: 6, needed: 6 });
    expect(progressOf(deposit({ confirmations_needed: 0 }))).toMatchObject({ needed: 1 });
  });
});

it("shows the newest deposit that is not finished", () => {
  const done = deposit({ ...credited, unlocked: true });
  const locked = deposit({ ...credited, id: "2" });
  expect(incoming([done, locked])).toBe(locked);
  expect(incoming([done, deposit({ state: "ORPHANED" })])).toBeUndefined();
  expect(incoming(undefined)).toBeUndefined();
});

it("says why a deposit brought nothing", () => {
  expect(reasonKey(deposit())).toBeNull();
  expect(reasonKey(deposit({ state: "IGNORED", reason: "below_minimum" }))).toBe(
    "deposit.reason_below_minimum",
  );
  expect(reasonKey(deposit({ state: "IGNORED", reason: "too_large" }))).toBe(
    "deposit.reason_other",
  );
  expect(reasonKey(deposit({ state: "REVERSED" }))).toBe("deposit.reason_reversed");
});

describe("coin and network", () => {
  const network = (value: string, depositOpen: boolean) => ({
    name: value,
    title: value,
    subname: value,
    value,
    kind: "tron",
    arrival_minutes: 2,
    confirmations: 1,
    unlock_confirmations: 1,
    minimum_deposit: "0.01",
    deposit_open: depositOpen,
    test_coins: false,
    withdrawal: null,
    contract: null,
    explorer_tx: null,
  });
  const coin = (name: string, networks: NetworkCoin["networks"]): NetworkCoin => ({
    coin: name,
    name,
    image: "",
    minimum_listed: "1",
    networks,
  });
  const usdt = coin("USDT", [network("TRC20", false), network("ERC20", true)]);
  const btc = coin("BTC", [network("BTC", false)]);

  it("are those of the address where there are such", () => {
    expect(coinOf([usdt, btc], "BTC")).toBe(btc);
    expect(coinOf([btc, usdt], "XYZ")).toBe(usdt);
    expect(networkOf(usdt, "TRC20")?.value).toBe("TRC20");
  });
  it("begin with what is open", () => {
    expect(networkOf(usdt, null)?.value).toBe("ERC20");
    expect(networkOf(usdt, "BTC")?.value).toBe("ERC20");
    expect(networkOf(btc, null)?.value).toBe("BTC");
  });
});
