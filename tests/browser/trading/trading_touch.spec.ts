// The trading screens under a finger.
import { expect } from "@playwright/test";
import { haveCandles } from "../support/market";
import { newPerson, signInAs } from "../support/people";
import { test } from "../support/test";

test.use({
  viewport: { width: 390, height: 700 },
  hasTouch: true,
  isMobile: true,
});

test.beforeAll(haveCandles);

test("the page scrolls over the candles", async ({
  page,
  context,
  request,
}) => {
  await signInAs(page, await newPerson(request, "touch"));
  await page.goto("/trades/spot/BTC");
  const canvas = page.getByRole("group", {
    name: /^Candlestick chart of BTCUSDT/,
  });
  await expect(canvas.locator("canvas").first()).toBeVisible();
  const box = await canvas.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 120, (box?.y ?? 0) + 200];
  const finger = await context.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", up = 0) =>
    finger.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x, y: y - up }],
    });
  await touch("touchStart");
  for (let up = 10; up <= 160; up += 10) await touch("touchMove", up);
  await touch("touchEnd");
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
});
