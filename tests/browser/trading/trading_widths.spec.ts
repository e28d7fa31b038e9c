// The trading screen in windows of some widths: what stands in its head and over its chart is seen whole.
import { expect, type Page } from "@playwright/test";
import { newPerson, order, signInAs } from "../support/people";
import { expectReady } from "../support/ready";
import { test } from "../support/test";
import { orders } from "../support/ticket";

/** What stands in the head and in the chart's row of tools, and what of it cannot be seen whole. */
const hidden = (page: Page) =>
  page.evaluate(() => {
    const head = document.querySelector("header:has(h1)");
    const chart = document.querySelector('section[aria-label^="Chart of"]');
    const tools = chart?.firstElementChild;
    const parts = [
      [head, "dt, dd, h1, nav, nav ~ a"],
      [tools, "button, label"],
    ] as const;
    return parts.flatMap(([room, wanted]) => {
      if (!room) return ["a part is not there"];
      const bounds = room.getBoundingClientRect();
      const seen = [...room.querySelectorAll(wanted)].map((element) => ({
        name: element.textContent || element.getAttribute("aria-label"),
        box: element.getBoundingClientRect(),
      }));
      return seen.flatMap(({ name, box }, index) => {
        const whole =
          box.width >= 12 &&
          box.left >= bounds.left - 1 &&
          box.right <= bounds.right + 1 &&
          box.bottom <= bounds.bottom + 1;
        const over = seen
          .slice(index + 1)
          .filter(
            (other) =>
              other.box.left < box.right - 1 &&
              box.left < other.box.right - 1 &&
              other.box.top < box.bottom - 1 &&
              box.top < other.box.bottom - 1,
          );
        return [
          ...(whole ? [] : [`${name} is cut`]),
          ...over.map((other) => `${name} and ${other.name} overlap`),
        ];
      });
    });
  });

test("the chart's page shows its figures and buttons whole in every window", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "figures"));
  await page.goto("/trades/trade-chart/BTC");
  const head = page.locator("header:has(h1)");
  for (const width of [
    1000, 1280, 1399, 1400, 1450, 1500, 1600, 1700, 1800, 1920,
  ]) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await expectReady(page);
      await expect(head.locator("dt")).toHaveText([
        "24h change",
        "24h high",
        "24h low",
        "24h volume (BTC)",
        "24h volume (USDT)",
      ]);
      await expect(
        page.getByRole("button", { name: "Indicators" }),
      ).toBeVisible();
      await expect.poll(() => hidden(page)).toEqual([]);
      // The trades and the coins beside it are long, and the head is not.
      await expect
        .poll(async () => (await head.boundingBox())?.height)
        .toBeLessThan(110);
    });
  }
});

test("forms and orders stand in sight, and panels that were moved come back with a reset", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "sight"));
  const inSight = (name: string, height: number) =>
    expect
      .poll(async () => {
        const box = await page.getByRole("region", { name }).boundingBox();
        return box !== null && box.height > 200 && box.y + box.height <= height;
      }, name)
      .toBe(true);
  for (const address of ["/trades/trade-chart/BTC", "/trades/spot/BTC"]) {
    await page.goto(address);
    for (const [width, height] of [
      [1400, 900],
      [1440, 900],
      [1920, 1080],
    ] as const) {
      await test.step(`${address} in ${width} px`, async () => {
        await page.setViewportSize({ width, height });
        await inSight("Your orders and funds", height);
        await inSight("Place an order", height);
        for (const name of ["Buy BTC", "Sell BTC"]) {
          await expect(
            page.getByRole("button", { name, exact: true }),
          ).toBeInViewport({
            ratio: 1,
          });
        }
      });
    }
  }
  const kept = () =>
    page.evaluate(() => localStorage.getItem("cambio.spot.layout.wide"));
  await page.getByRole("button", { name: "Arrange panels" }).click();
  await page
    .getByRole("group", { name: "Arrange: Assets" })
    .getByRole("button", { name: "Wider" })
    .click();
  await expect.poll(kept).not.toBeNull();
  await page.getByRole("button", { name: "Reset layout" }).click();
  await expect.poll(kept).toBeNull();
  await page.getByRole("button", { name: "Done" }).click();
});

test("the prices of a stop-limit order are read whole in every window", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "whole"));
  await page.goto("/trades/spot/BTC");
  const form = page.getByRole("form", { name: "Buy BTC" });
  await form.getByRole("tab", { name: "Conditional" }).click();
  await form
    .getByRole("combobox", { name: "Order type" })
    .selectOption("Stop limit");
  const fields = ["Limit price", "Stop price"].map((name) =>
    form.getByRole("textbox", { name }),
  );
  for (const field of fields) await field.fill("120123.4");
  await form.getByRole("textbox", { name: "Amount" }).focus();
  for (const width of [1000, 1280, 1350, 1400, 1440, 1800, 1920]) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      for (const field of fields) {
        await expect(field).toHaveValue("120,123.4");
        await expect
          .poll(() =>
            field.evaluate((box) => box.scrollWidth - box.clientWidth),
          )
          .toBeLessThanOrEqual(0);
      }
    });
  }
});

test("an open order's status stands beside its buttons, not beneath them", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "beside");
  const answer = await request.get("/api/v3/recent-trades?name=BTCUSDT");
  const { price } = (await answer.json()) as { price: string };
  const at = (share: number) => String(Math.floor(Number(price) * share));
  await order(request, person, {
    name: "BTCUSDT",
    delegate_type: "BUY",
    market_type: "LIMIT",
    number_of_order: "0.001",
    order_per_unit: at(0.9),
    take_profit: at(1.2),
    stop_loss: at(0.8),
  });
  await signInAs(page, person);
  await page.goto("/trades/spot/BTC");
  const row = orders(page).getByRole("row", { name: /Limit/ });
  const change = row.getByRole("button", { name: /^Change this order/ });
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(row).toContainText("TP / SL");
    await expect
      .poll(async () => {
        const status = await row.getByText("Pending").boundingBox();
        const button = await change.boundingBox();
        return status && button && status.x + status.width <= button.x;
      })
      .toBe(true);
  }
});
