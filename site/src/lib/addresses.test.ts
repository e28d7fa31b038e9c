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
    ["TRC20", "", "empty"],
    ["TRC20", "T", "format"],
    ["TRC20", tron.slice(0, 33), "format"],
    ["TRC20", tron, null],
    ["TRC20", `${tron}x`, "format"],
    ["TRC20", tron.replace("45", "54"), "checksum"],
    ["TRC20", `${tron.slice(0, 33)}0`, "format"],
    ["TRC20", ether, "network"],
    ["TRC20", "x", "network"],
    ["ERC20", "0", "format"],
    ["ERC20", "0x12", "format"],
    ["ERC20", ether, null],
    ["ERC20", ether.toLowerCase(), null],
    ["ERC20", `${ether.slice(0, 41)}g`, "format"],
    ["ERC20", mixed, null],
    ["BEP20", mixed.replace("aA", "Aa"), "checksum"],
    ["ERC20", mixed.replace("e", "E"), "checksum"],
    ["ERC20", tron, "network"],
    ["BTC", ether, "network"],
    ["BTC", segwit, null],
    ["BTC", segwit.toUpperCase(), null],
    ["BTC", taproot, null],
    ["BTC", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", null],
    ["BTC", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", null],
    ["BTC", `${segwit.slice(0, -1)}5`, "checksum"],
    ["BTC", `${taproot.slice(0, -1)}q`, "checksum"],
    ["BTC", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb", "checksum"],
    ["BTC", "bc1qw508d6", "format"],
    ["BTC", `Bc1${segwit.slice(3)}`, "network"],
  ])("of %s, %j: %s", (network, address, problem) => {
    expect(addressProblem(network, address)).toBe(problem);
  });

  it("of a network that the page does not know is left to the server", () => {
    expect(addressProblem("SOL", "anything")).toBeNull();
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
