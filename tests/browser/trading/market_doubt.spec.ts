// One coin's prices in doubt, or late: its screens say what holds, and come back without a reload.
import { expect, type Locator } from "@playwright/test";
import { closePosition, fund, open, row } from "../support/futures";
import { instrumentOf } from "../support/instruments";
import {
  jump,
  release,
  releaseAll,
  stopPrices,
  swing,
} from "../support/market";
import { newPerson, signInAs } from "../support/people";
import {
  expectDoubted,
  expectNeverLoadedAgain,
  expectWell,
  openAll,
} from "../support/price_screens";
import { test } from "../support/test";
import { cancel, orders, place } from "../support/ticket";

test.afterEach(releaseAll);

test("a price that jumps is no price until a second one confirms it", async ({
  page,
  request,
}) => {
  const instrument = instrumentOf("doubt: jump");
  const opened = await openAll(page, request, instrument.coin);
  const futures = opened[1]?.page ?? page;
  const mark = async () =>
    Number(
      (await futures.getByTestId("mark-price").innerText()).replace(",", ""),
    );
  const before = await mark();
  // In doubt for as long as no second price confirms the one before.
  await swing(instrument, 1.5);
  await Promise.all(opened.map(expectDoubted));
  expect(await mark()).toBeLessThan(before * 1.2);
  await jump(instrument, 1.5);
  await Promise.all(opened.map(expectWell));
  await expect.poll(mark).toBeGreaterThan(before * 1.4);
  await release(instrument);
  await expect.poll(mark).toBeLessThan(before * 1.2);
  await Promise.all(opened.map(expectWell));
  await expectNeverLoadedAgain(opened);
});

test("what is open outlasts a fault: an order rests, a position is closed afterwards", async ({
  page,
  request,
}) => {
  const instrument = instrumentOf("doubt: outlasts");
  const { at, coin, lots, pair } = instrument;
  const person = await newPerson(request, "outlasts");
  await fund(request, person, "2000");
  await open(request, person, pair, "50");
  await signInAs(page, person);
  await page.goto(`/trades/spot/${coin}`);
  const futures = await page.context().newPage();
  await signInAs(futures, person);
  await futures.goto(`/trades/futures/${coin}`);
  const position = row(futures, coin);
  const [spotDelayed, futuresDelayed] = [page, futures].map((tab) =>
    tab.getByText("Delayed", { exact: true }),
  ) as [Locator, Locator];
  await expect(position).toBeVisible();

  await stopPrices(instrument);
  await expect(spotDelayed.first()).toBeVisible();
  await expect(futuresDelayed.first()).toBeVisible();
  await place(page, {
    side: "Buy",
    coin,
    kind: "Limit",
    price: at(80),
    amount: lots(1),
  });
  const resting = orders(page).getByRole("row", { name: new RegExp(at(80)) });
  await expect(resting).toContainText("Pending");
  await Promise.all([
    expect(
      futures.getByText(
        "Prices are delayed at the moment. Nothing was changed. Please try again shortly.",
      ),
    ).toBeVisible(),
    closePosition(futures, coin),
  ]);
  await expect(position).toContainText("Long");

  await release(instrument);
  await expect(spotDelayed).toHaveCount(0);
  await expect(futuresDelayed).toHaveCount(0);
  await expect(resting).toContainText("Pending");
  await closePosition(futures, coin);
  await expect(futures).toHaveURL(/\/home$/);
  await cancel(page);
  await expect(orders(page).getByText("No open orders")).toBeVisible();
});
