// Whether a text can be an address of a network; plain rules without React. They spare the way to
// the server, which checks every address by the network's real rules.

export type AddressProblem = "empty" | "format" | "network" | "checksum";

const base58 = "[1-9A-HJ-NP-Za-km-z]";

interface Form {
  prefixes: readonly string[];
  shortest: number;
  whole: RegExp;
}

const evm: Form = { prefixes: ["0x"], shortest: 42, whole: /^0x[0-9a-fA-F]{40}$/ };

const forms: Readonly<Record<string, Form>> = {
  TRC20: { prefixes: ["T"], shortest: 34, whole: new RegExp(`^T${base58}{33}$`) },
  ERC20: evm,
  BEP20: evm,
  // Those of Bitcoin's test networks too: an installation may be connected to one.
  BTC: {
    prefixes: ["bc1", "BC1", "1", "3", "tb1", "bcrt1", "m", "n", "2"],
    shortest: 26,
    whole: new RegExp(
      `^(${base58}{26,35}|(bc|tb|bcrt)1[02-9ac-hj-np-z]{11,87}|BC1[02-9AC-HJ-NP-Z]{11,87})$`,
    ),
  },
};

const bech32_letters = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;
const bech32_sum = 1;
const bech32m_sum = 0x2bc830a3;

function polymod(values: readonly number[]): number {
  return values.reduce((sum, value) => {
    const top = sum >>> 25;
    const next = ((sum & 0x1ffffff) << 5) ^ value;
    return generator.reduce((mixed, part, bit) => ((top >>> bit) & 1 ? mixed ^ part : mixed), next);
  }, 1);
}

/** BIP173 and BIP350: witness version 0 has one sum, all later ones the other. */
export function bech32_holds(address: string): boolean {
  const text = address.toLowerCase();
  const at = text.lastIndexOf("1");
  const letters = [...text.slice(at + 1)].map((letter) => bech32_letters.indexOf(letter));
  if (at < 1 || letters.includes(-1)) return false;
  const codes = [...text.slice(0, at)].map((letter) => letter.charCodeAt(0));
  const sum = polymod([
    ...codes.map((code) => code >> 5),
    0,
    ...codes.map((code) => code & 31),
    ...letters,
  ]);
  return sum === (letters[0] === 0 ? bech32_sum : bech32m_sum);
}

const begins = (address: string, prefix: string): boolean =>
  address.startsWith(prefix) || prefix.startsWith(address);

/** What the field says while a person types. */
export function address_problem(network: string, address: string): AddressProblem | null {
  const form = forms[network];
  if (address === "") return "empty";
  if (!form) return null;
  if (!form.prefixes.some((prefix) => begins(address, prefix))) return "network";
  if (address.length < form.shortest || !form.whole.test(address)) return "format";
  if (network === "BTC" && /^(bc|tb|bcrt)1/i.test(address) && !bech32_holds(address)) {
    return "checksum";
  }
  return null;
}

/** The address in what a QR code says: alone, or in a payment address ("bitcoin:bc1…?amount=1"). */
export function address_in(text: string): string {
  const [, rest = text] = /^[a-z]+:(?:\/\/)?(.*)$/is.exec(text.trim()) ?? [];
  return (rest.split(/[?@]/)[0] ?? "").replace(/^pay-/, "").trim();
}
