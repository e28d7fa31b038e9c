import { describe, expect, it } from "vitest";
import { addressIn, addressProblem } from "./addresses";

const tron = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";
const ether = "0x52908400098527886E0F7030069857D2E4169EE7";
// EIP-55's own example.
const mixed = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
// BIP173 and BIP350's own examples.
const segwit = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const taproot = "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0";

describe("an address", () => {
  it.each([
    ["tron", "", "empty"],
    ["tron", "T", "format"],
    ["tron", tron.slice(0, 33), "format"],
    ["tron", tron, null],
    ["tron", `${tron}x`, "format"],
    ["tron", tron.replace("45", "54"), "checksum"],
    ["tron", `${tron.slice(0, 33)}0`, "format"],
    ["tron", ether, "network"],
    ["tron", "x", "network"],
    ["evm", "0", "format"],
    ["evm", "0x12", "format"],
    ["evm", ether, null],
    ["evm", ether.toLowerCase(), null],
    ["evm", `${ether.slice(0, 41)}g`, "format"],
    ["evm", mixed, null],
    ["evm", mixed.replace("aA", "Aa"), "checksum"],
    ["evm", mixed.replace("e", "E"), "checksum"],
    ["evm", tron, "network"],
    ["bitcoin", ether, "network"],
    ["bitcoin", segwit, null],
    ["bitcoin", segwit.toUpperCase(), null],
    ["bitcoin", taproot, null],
    ["bitcoin", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", null],
    ["bitcoin", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", null],
    ["bitcoin", `${segwit.slice(0, -1)}5`, "checksum"],
    ["bitcoin", `${taproot.slice(0, -1)}q`, "checksum"],
    ["bitcoin", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb", "checksum"],
    ["bitcoin", "bc1qw508d6", "format"],
    ["bitcoin", `Bc1${segwit.slice(3)}`, "network"],
  ])("of %s, %j: %s", (kind, address, problem) => {
    expect(addressProblem(kind, address)).toBe(problem);
  });

  it("of a kind that the page does not know is left to the server", () => {
    expect(addressProblem("solana", "anything")).toBeNull();
    expect(addressProblem("solana", "")).toBe("empty");
  });
});

it.each([
  [tron, tron],
  [` ${ether}\n`, ether],
  [`bitcoin:${segwit}?amount=0.1&label=x`, segwit],
  [`ethereum:${ether}@1?value=1`, ether],
  [`ethereum:pay-${ether}@1`, ether],
  [`tron://${tron}`, tron],
  ["", ""],
])("of %j is %j", (text, address) => {
  expect(addressIn(text)).toBe(address);
});
