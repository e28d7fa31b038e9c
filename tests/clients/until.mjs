// Waiting for what comes by itself.
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";

/** A new installation fetches the candles of the past, one market after the other. */
export const historyMs = 600_000;
/** The demonstration's chain makes its blocks at leisure, and another test may hold them. */
export const chainMs = 600_000;

/** What `find` finds at last; it is asked again and again, and leaves the processors to the server meanwhile. */
export async function until(find, what, patience = 120_000) {
  for (const end = Date.now() + patience; ; ) {
    const found = await find();
    if (found) return found;
    assert.ok(Date.now() < end, `waited in vain for ${what}`);
    await pause(50);
  }
}
