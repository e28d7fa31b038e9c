// The provider of prices on a bad day: spot, futures and Convert say what holds, and come back without a reload.
import { clear, fault, type Kind } from "./support/faults";
import { test } from "./support/notices";
import {
  expectNeverLoadedAgain,
  expectRefused,
  expectWell,
  openAll,
} from "./support/price_screens";

test.afterEach(clear);

const faults: { kind: Kind; value?: number }[] = [
  { kind: "late", value: 20_000 },
  { kind: "stale" },
  { kind: "malformed" },
  { kind: "429" },
  { kind: "5xx" },
  { kind: "close" },
  { kind: "down" },
];

test("whatever fails, all three screens refuse with their sentence and come back by themselves", async ({
  page,
  request,
}) => {
  // Seven faults on three pages.
  test.setTimeout(400_000);
  const opened = await openAll(page, request, "BTC");
  for (const { kind, value } of faults) {
    await test.step(kind, async () => {
      await fault(kind, value);
      await Promise.all(opened.map(expectRefused));
      await clear();
      await Promise.all(opened.map(expectWell));
    });
  }
  await expectNeverLoadedAgain(opened);
});
