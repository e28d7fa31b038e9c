// Proof of work: what the server asks of guests after a few tries (work_required). The answer is
// the challenge, a dot and a number, such that SHA-256 of it begins with so many zero bits.
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";

/** Below the length of a frame, so that the page goes on answering its visitor. */
const slice_ms = 12;
const checked_at_once = 64;

function zero_bits(hash: Uint8Array): number {
  let zeros = 0;
  for (const byte of hash) {
    zeros += byte === 0 ? 8 : Math.clz32(byte) - 24;
    if (byte !== 0) break;
  }
  return zeros;
}

const pause = () => new Promise((resolve) => setTimeout(resolve));

export async function answer_to_work(
  challenge: string,
  bits: number,
  signal?: AbortSignal,
): Promise<string> {
  // The challenge is most of what is hashed, and the same each time.
  const begun = sha256.create().update(utf8ToBytes(`${challenge}.`));
  let until = performance.now() + slice_ms;
  for (let number = 0; ; number += 1) {
    const hash = begun.clone().update(utf8ToBytes(number.toString())).digest();
    if (zero_bits(hash) >= bits) return `${challenge}.${number}`;
    if (number % checked_at_once !== 0 || performance.now() < until) continue;
    await pause();
    signal?.throwIfAborted();
    until = performance.now() + slice_ms;
  }
}
