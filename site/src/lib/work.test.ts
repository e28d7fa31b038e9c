import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { expect, it } from "vitest";
import { answerToWork } from "./work";

it.each([4, 9, 12])("finds a hash with %i zero bits", async (bits) => {
  const answer = await answerToWork("1.2.challenge", bits);
  expect(answer).toMatch(/^1\.2\.challenge\.\d+$/);
  const hash = bytesToHex(sha256(utf8ToBytes(answer)));
  const binary = BigInt(`0x${hash}`).toString(2).padStart(256, "0");
  expect(binary.slice(0, bits)).toBe("0".repeat(bits));
});

it("stops when nobody waits for it any more", async () => {
  const leaves = new AbortController();
  const answer = answerToWork("1.2.challenge", 60, leaves.signal);
  leaves.abort();
  await expect(answer).rejects.toThrow();
});
