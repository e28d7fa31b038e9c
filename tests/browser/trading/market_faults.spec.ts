// The provider of prices on a bad day: spot, futures and Convert say what holds, and come back without a reload.
import { clear, fault, untraded, type Kind } from "../support/faults";
import {
  expectNeverLoadedAgain,
  expectRefused,
  expectWell,
  openAll,
} from "../support/price_screens";
import { test } from "../support/test";

test.afterEach(clear);

// A screen sees answers that come late, that stand still, or none; handler.market_faults tries every
// kind below the screens.
const faults: { kind: Kind; value?: number }[] = [
  { kind: "late", value: 40_000 },
  { kind: "stale" },
  { kind: "down" },
];

test("whatever fails, all three screens refuse with their sentence and come back by themselves", async ({
  page,
  request,
}) => {
  const opened = await openAll(page, request, untraded);
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
