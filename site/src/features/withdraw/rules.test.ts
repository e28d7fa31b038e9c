import { describe, expect, it } from "vitest";
import type { SavedAddress } from "../../lib/addresses";
import type { Network, NetworkCoin } from "../../lib/networks";
import type { Limits } from "./api";
import {
  amountProblem,
  emptyDraft,
  keepsButton,
  most,
  needsCode,
  obstacle,
  problemsOf,
  receivable,
  sameAddress,
  savedFor,
  wayOf,
  waysOut,
} from "./rules";

const network = (
  value: string,
  withdrawal: Network["withdrawal"],
  kind = value === "TRC20" ? "tron" : "evm",
): Network => ({
  name: value,
  title: value,
  subname: value,
  value,
  kind,
  arrival_minutes: 2,
  confirmations: 1,
  unlock_confirmations: 1,
  minimum_deposit: "0.01",
  deposit_open: true,
  test_coins: false,
  withdrawal,
  contract: null,
  explorer_tx: null,
});
const out = (open = true) => ({
  open,
  minimum: "10",
  fee: "1",
  arrival_minutes: 2,
  confirmations: 1,
});
const coin = (...networks: Network[]): NetworkCoin => ({
  coin: "USDT",
  name: "Tether",
  image: "",
  minimum_listed: "1",
  networks,
});
const usdt = coin(network("TRC20", out()), network("ERC20", out()), network("BEP20", null));
const trc20 = wayOf(usdt, "TRC20");
const limits = (changes: Partial<Limits> = {}): Limits => ({
  limit: "10000",
  used: "0",
  left: "10000",
  one_step: { on: false, limit: "10000", left: "10000" },
  rests_until: null,
  restricted: null,
  two_factor: false,
  whitelist: false,
  frozen_by_audit: false,
  available: { USDT: "50.5" },
  ...changes,
});

describe("the network", () => {
  it("is one that the coin leaves over", () => {
    expect(waysOut(usdt).map(({ value }) => value)).toEqual(["TRC20", "ERC20"]);
    expect(wayOf(usdt, "ERC20")?.value).toBe("ERC20");
    expect(wayOf(usdt, "BEP20")?.value).toBe("TRC20");
    expect(wayOf(undefined, "TRC20")).toBeUndefined();
  });
  it("begins with an open one", () => {
    const closed = coin(network("TRC20", out(false)), network("ERC20", out()));
    expect(wayOf(closed, "")?.value).toBe("ERC20");
    expect(wayOf(coin(network("TRC20", out(false))), "")?.value).toBe("TRC20");
  });
});

describe("the amount", () => {
  it.each([
    ["", "50", "required"],
    ["0", "50", "required"],
    ["9.99", "50", "minimum"],
    ["10", "50", undefined],
    ["50.01", "50", "balance"],
    ["50", "50", undefined],
    ["900", undefined, undefined],
  ])("%j with %j available: %s", (typed, available, code) => {
    expect(amountProblem(typed, trc20, available)?.code).toBe(code);
  });
  it("less the fee arrives", () => {
    expect(receivable("25.50", trc20)).toBe("24.5");
    expect(receivable("0.5", trc20)).toBe("0");
    expect(receivable("", trc20)).toBe("0");
  });
  it("is at most what is available, cut to the coin's places", () => {
    expect(most("USDT", "10.12345678")).toBe("10.123456");
    expect(most("BTC", "0.123456789")).toBe("0.12345678");
    expect(most("BTC", undefined)).toBe("0");
  });
});

it("keeps the button for an address that is missing or of another network alone", () => {
  expect(
    ["empty", "network", "format", "checksum", null].map((one) => keepsButton(one as never)),
  ).toEqual([true, true, false, false, false]);
});

it("finds what is wrong with a form", () => {
  const draft = { ...emptyDraft(), network: "TRC20", amount: "51" };
  expect(problemsOf(draft, trc20, limits(), "51")).toMatchObject({
    address: "empty",
    amount: { code: "balance", limit: "50.5" },
  });
  const within = { ...draft, amount: "50" };
  const left = limits({ left: "49.99" });
  expect(problemsOf(within, trc20, left, "50").amount).toEqual({ code: "limit", limit: "49.99" });
  expect(problemsOf(within, trc20, left, "49.99").amount).toBeNull();
  expect(problemsOf(within, trc20, left, undefined).amount).toBeNull();
});

it("knows the addresses of a network by its kind, whatever it is called", () => {
  const tron = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";
  const ether = "0x52908400098527886E0F7030069857D2E4169EE7";
  const of = (name: string, kind: string, address: string) => {
    const way = wayOf(coin(network(name, out(), kind)), name);
    return problemsOf({ ...emptyDraft(), network: name, address }, way, undefined, "1").address;
  };
  expect(of("ARBITRUM", "evm", ether)).toBeNull();
  expect(of("ARBITRUM", "evm", tron)).toBe("network");
  expect(of("ARBITRUM", "evm", ether.slice(0, 20))).toBe("format");
  expect(of("NILE", "tron", tron)).toBeNull();
  expect(of("NILE", "tron", ether)).toBe("network");
  expect(of("SOLANA", "solana", tron)).toBeNull();
});

describe("what keeps all withdrawals back", () => {
  const now = Date.parse("2026-11-22T00:00:00Z");
  it.each([
    [{}, null],
    [{ rests_until: "2026-11-22T00:00:01Z" }, "resting"],
    [{ rests_until: "2026-11-21T23:59:59Z" }, null],
    [{ frozen_by_audit: true, rests_until: "2026-11-23T00:00:00Z" }, "audit"],
    [{ restricted: { text: "48 hours" }, frozen_by_audit: true }, "restricted"],
  ] as const)("with %j: %s", (changes, found) => {
    expect(obstacle(limits(changes), trc20, false, now)).toBe(found);
  });
  it("is the operator's pause, which comes after what the audit says", () => {
    const changes = { rests_until: "2026-11-23T00:00:00Z" };
    expect(obstacle(limits(changes), trc20, true, now)).toBe("paused");
    expect(obstacle(limits({ frozen_by_audit: true }), trc20, true, now)).toBe("audit");
  });
  it("is a closed network too", () => {
    const closed = wayOf(coin(network("TRC20", out(false))), "");
    expect(obstacle(limits(), closed, false, now)).toBe("closed");
    expect(obstacle(undefined, undefined, false, now)).toBeNull();
  });
});

it("needs no code by mail for what is left of one-step withdrawal", () => {
  const oneStep = { on: true, limit: "10000", left: "100" };
  expect(needsCode(limits(), "1")).toBe(true);
  expect(needsCode(limits({ one_step: oneStep }), "100")).toBe(false);
  expect(needsCode(limits({ one_step: oneStep }), "100.01")).toBe(true);
  expect(needsCode(limits({ one_step: oneStep }), undefined)).toBe(true);
  expect(needsCode(undefined, "1")).toBe(true);
});

it("offers the saved addresses of the coin and network", () => {
  const saved = (id: string, coinName: string, name: string): SavedAddress => ({
    id,
    label: id,
    coin: coinName,
    network: name,
    address: "T",
    created_at: "2026-11-01T00:00:00Z",
  });
  const all = [saved("1", "USDT", "TRC20"), saved("2", "USDT", "ERC20"), saved("3", "BTC", "BTC")];
  expect(savedFor(all, { coin: "USDT", network: "TRC20" }).map(({ id }) => id)).toEqual(["1"]);
  expect(savedFor(undefined, { coin: "USDT", network: "TRC20" })).toEqual([]);
});

it("compares addresses as their networks do", () => {
  expect(sameAddress("0xAb", "0xaB")).toBe(true);
  expect(sameAddress("Ta", "TA")).toBe(false);
});
