// The browser's wallet (EIP-1193): its owner signs a message (EIP-4361) that the server has a nonce in.
import { get } from "./api";
import type { Schemas } from "./calls";
import { trimZeros, type Decimal } from "./decimal";

interface Provider {
  request: (call: { method: string; params?: unknown[] }) => Promise<unknown>;
}

/** With the address in its checksum's case (EIP-55). */
type Nonce = Schemas["WalletNonce"] & { address: string };

export interface SignedMessage {
  message: string;
  signature: string;
}

export interface ConnectedWallet extends SignedMessage {
  /** With the checksum's case (EIP-55). */
  address: string;
}

/** What the wallet shows before its owner signs. English in every language: EIP-4361 takes ASCII alone. */
const statements = {
  sign_in: "Sign in to Cambio. This costs nothing and moves no money.",
  connect: "Connect this wallet to your Cambio account.",
} as const;

/** No wallet is installed in this browser. */
export class WalletMissing extends Error {}
/** The owner said no, or the wallet has no account. */
export class WalletRefused extends Error {}

const provider = (): Provider | undefined =>
  (globalThis as { ethereum?: Provider }).ethereum ?? undefined;

export function signInMessage(nonce: Nonce, statement: string, chainId: number): string {
  return [
    `${nonce.domain} wants you to sign in with your Ethereum account:`,
    nonce.address,
    "",
    statement,
    "",
    `URI: ${nonce.uri}`,
    "Version: 1",
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce.nonce}`,
    `Issued At: ${nonce.issued_at}`,
    `Expiration Time: ${nonce.expiration_time}`,
  ].join("\n");
}

const hex = (text: string): string =>
  "0x" +
  Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, "0")).join("");

async function ask(wallet: Provider, method: string, params?: unknown[]): Promise<string> {
  let answer: unknown;
  try {
    answer = await wallet.request(params ? { method, params } : { method });
  } catch {
    throw new WalletRefused(method);
  }
  const first: unknown = Array.isArray(answer) ? answer[0] : answer;
  if (typeof first !== "string" || first === "") throw new WalletRefused(method);
  return first;
}

/** Lets the owner sign what the signature is for. */
export async function signWithWallet(purpose: keyof typeof statements): Promise<SignedMessage> {
  const { message, signature } = await connectWallet(purpose);
  return { message, signature };
}

/** The same with the address that signed. */
export async function connectWallet(purpose: keyof typeof statements): Promise<ConnectedWallet> {
  const wallet = provider();
  if (!wallet) throw new WalletMissing();
  const address = await ask(wallet, "eth_requestAccounts");
  const chain = Number.parseInt(await ask(wallet, "eth_chainId"), 16);
  const nonce = { address, ...(await get("/api/v3/web3-nonce", { address })) };
  const message = signInMessage(nonce, statements[purpose], chain);
  const signature = await ask(wallet, "personal_sign", [hex(message), address]);
  return { address: nonce.address, message, signature };
}

const weiPlaces = 18;

/** "0xde0b6b3a7640000" is "1". */
export function etherOf(wei: string): Decimal {
  const digits = BigInt(wei)
    .toString()
    .padStart(weiPlaces + 1, "0");
  return trimZeros(`${digits.slice(0, -weiPlaces)}.${digits.slice(-weiPlaces)}`);
}

/** The one whose coin is ETH; a wallet may as well be set to another. */
const ethereum = 1n;

/** no_balance: there is no wallet, or it says nothing. */
type Ether = { amount: Decimal } | { amount: null; why: "no_balance" | "other_network" };

const noBalance: Ether = { amount: null, why: "no_balance" };

/** What an address holds, asked of the browser's wallet. */
export async function ethBalance(address: string): Promise<Ether> {
  const wallet = provider();
  if (!wallet) return noBalance;
  try {
    if (BigInt(await ask(wallet, "eth_chainId")) !== ethereum) {
      return { amount: null, why: "other_network" };
    }
    return { amount: etherOf(await ask(wallet, "eth_getBalance", [address, "latest"])) };
  } catch {
    return noBalance;
  }
}
