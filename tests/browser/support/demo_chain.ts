// The demonstration's own chain, which runs beside the installation under test (nginx/demo_chain).
import { randomBytes } from "node:crypto";

const base = new URL(process.env["CAMBIO_TEST_URL"] ?? "");
const node = `http://${base.hostname}:${Number(base.port) + 3}`;

export async function ask<Answer = string>(
  method: string,
  ...params: unknown[]
): Promise<Answer> {
  const reply = await fetch(node, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = (await reply.json()) as {
    result?: Answer;
    error?: { message: string };
  };
  if (result === undefined) throw new Error(`${method}: ${error?.message}`);
  return result;
}

/** From now on no time makes a block, until release(). */
export const hold = (): Promise<unknown> => intervals(0);
export const release = (): Promise<unknown> => intervals(3);
const intervals = (seconds: number) =>
  ask<unknown>("evm_setIntervalMining", seconds);

/** So many blocks at once, as if their time had passed. */
export const mine = (blocks: number): Promise<unknown> =>
  ask<unknown>("anvil_mine", `0x${blocks.toString(16)}`);

/** An address that nobody has used. */
export const freshAddress = (): string =>
  `0x${randomBytes(20).toString("hex")}`;

/** What an address holds, in the coin's smallest unit. */
export const etherOf = async (address: string): Promise<bigint> =>
  BigInt(await ask("eth_getBalance", address, "latest"));

export async function tokensOf(
  contract: string,
  address: string,
): Promise<bigint> {
  const owner = address.slice(2).toLowerCase().padStart(64, "0");
  const call = { to: contract, data: `0x70a08231${owner}` };
  return BigInt(await ask("eth_call", call, "latest"));
}

export async function succeeded(txid: string): Promise<boolean> {
  const receipt = await ask<{ status: string }>(
    "eth_getTransactionReceipt",
    txid,
  );
  return receipt.status === "0x1";
}
