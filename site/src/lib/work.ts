// Proof of work: what the server asks of guests after a few tries (work_required). The answer is
// the challenge, a dot and a number, such that SHA-256 of it begins with so many zero bits.
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";

/** Below the length of a frame, so that the page goes on answering its visitor. */
const sliceMs = 12;
const checkedAtOnce = 64;

function zeroBits(hash: Uint8Array): number {
  let zeros = 0;
  for (const byte of hash) {
    zeros += byte === 0 ? 8 : Math.clz32(byte) - 24;
    if (byte !== 0) break;
  }
  return zeros;
}

const pause = () => new Promise((resolve) => setTimeout(resolve));

export async function answerToWork(
  challenge: string,
  bits: number,
  signal?: AbortSignal,
): Promise<string> {
  // The challenge is most of what is hashed, and the same each time.
  const begun = sha256.create().update(utf8ToBytes(`${challenge}.`));
  let until = performance.now() + sliceMs;
  for (let number = 0; ; number += 1) {
    const hash = begun.clone().update(utf8ToBytes(number.toString())).digest();
    if (zeroBits(hash) >= bits) return `${challenge}.${number}`;
    if (number % checkedAtOnce !== 0 || performance.now() < until) continue;
    await pause();
    signal?.throwIfAborted();
    until = performance.now() + sliceMs;
  }
}
