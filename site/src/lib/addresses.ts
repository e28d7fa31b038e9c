// Whether a text can be an address of a kind of network; plain rules without React. They spare the way to
// the server, which checks every address by the network's real rules.
import { keccak_256 } from "@noble/hashes/sha3.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { bech32, bech32m, createBase58check } from "@scure/base";
import type { Schemas } from "./calls";

/** One that the client keeps under a name. */
export type SavedAddress = Schemas["WithdrawalAddresses"]["addresses"][number];

export type AddressProblem = "empty" | "format" | "network" | "checksum";

const base58 = "[1-9A-HJ-NP-Za-km-z]";

interface Form {
  prefixes: readonly string[];
  shortest: number;
  whole: RegExp;
}

/** By kind, so that a network which the operator adds to the server's table needs nothing here. */
const forms: Readonly<Record<string, Form>> = {
  tron: { prefixes: ["T"], shortest: 34, whole: new RegExp(`^T${base58}{33}$`) },
  evm: { prefixes: ["0x"], shortest: 42, whole: /^0x[0-9a-fA-F]{40}$/ },
  // Those of Bitcoin's test networks too: an installation may be connected to one.
  bitcoin: {
    prefixes: ["bc1", "BC1", "1", "3", "tb1", "bcrt1", "m", "n", "2"],
    shortest: 26,
    whole: new RegExp(
      `^(${base58}{26,35}|(bc|tb|bcrt)1[02-9ac-hj-np-z]{11,87}|BC1[02-9AC-HJ-NP-Z]{11,87})$`,
    ),
  },
};

const base58check = createBase58check(sha256);

/** EIP-55: the case of the letters is the sum. All of one case says nothing, and is taken. */
function eip55Holds(address: string): boolean {
  const digits = address.slice(2);
  const lower = digits.toLowerCase();
  if (digits === lower || digits === digits.toUpperCase()) return true;
  const sum = bytesToHex(keccak_256(utf8ToBytes(lower)));
  return [...digits].every(
    (digit, at) => digit === (sum.charAt(at) < "8" ? digit.toLowerCase() : digit.toUpperCase()),
  );
}

/** BIP173 and BIP350: witness version 0 has one sum, all later ones the other. */
function bech32Holds(address: string): boolean {
  const { words } = bech32.decodeUnsafe(address) ?? {};
  return words ? words[0] === 0 : (bech32m.decodeUnsafe(address)?.words[0] ?? 0) > 0;
}

function base58Holds(address: string): boolean {
  try {
    return base58check.decode(address).length === 21;
  } catch {
    return false;
  }
}

/** Whether the address's own sum says that nothing in it was mistyped. */
function sumHolds(address: string): boolean {
  if (address.startsWith("0x")) return eip55Holds(address);
  return /^(bc|tb|bcrt)1/i.test(address) ? bech32Holds(address) : base58Holds(address);
}

const begins = (address: string, prefix: string): boolean =>
  address.startsWith(prefix) || prefix.startsWith(address);

/** What the field says while a person types; `kind` is the network's. */
export function addressProblem(kind: string, address: string): AddressProblem | null {
  const form = forms[kind];
  if (address === "") return "empty";
  if (!form) return null;
  if (!form.prefixes.some((prefix) => begins(address, prefix))) return "network";
  if (address.length < form.shortest || !form.whole.test(address)) return "format";
  return sumHolds(address) ? null : "checksum";
}

/** The address in what a QR code says: alone, or in a payment address ("bitcoin:bc1…?amount=1"). */
export function addressIn(text: string): string {
  const [, rest = text] = /^[a-z]+:(?:\/\/)?(.*)$/is.exec(text.trim()) ?? [];
  return (rest.split(/[?@]/)[0] ?? "").replace(/^pay-/, "").trim();
}
