// The site as an app: what a browser needs to install it, and its shell without a network.
import { expect } from "@playwright/test";
import { test } from "../support/test";

test.use({ serviceWorkers: "allow" });

test("a browser finds what it needs to install the site", async ({
  page,
  request,
}) => {
  await page.goto("/install");
  await expect(
    page.getByRole("heading", { name: "Install Cambio as an app" }),
  ).toBeVisible();
  const address = await page.locator("link[rel=manifest]").getAttribute("href");
  const manifest = (await (await request.get(address ?? "")).json()) as {
    display: string;
    start_url: string;
    icons: { src: string; sizes: string; purpose?: string }[];
  };
  expect(manifest.display).toBe("standalone");
  expect((await request.get(manifest.start_url)).status()).toBe(200);
  expect(manifest.icons.map(({ sizes }) => sizes)).toContain("512x512");
  expect(manifest.icons.some(({ purpose }) => purpose === "maskable")).toBe(
    true,
  );
  for (const { src } of [...manifest.icons, { src: "/og.png" }]) {
    const icon = await request.get(src);
    expect(icon.headers()["content-type"], src).toBe("image/png");
  }
  await expect(page.locator("meta[name=description]")).toHaveAttribute(
    "content",
    /exchange/,
  );
});

test("without a network the shell opens, and nothing of an account is kept", async ({
  page,
  context,
}) => {
  await page.goto("/markets/prices");
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener("controllerchange", resolve),
    );
  });
  // The second visit goes through the worker, which keeps what it sends.
  await page.reload();
  await expect(page.getByRole("row", { name: /BTC\/USDT/ })).toBeVisible();
  const kept = () =>
    page.evaluate(async () => {
      const requests = await Promise.all(
        (await caches.keys()).map(async (name) =>
          (await caches.open(name)).keys(),
        ),
      );
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
  await expect.poll(async () => (await kept()).length).toBeGreaterThan(5);
  expect(await kept()).toContain("/");
  const foreign = (await kept()).filter(
    (path) => path !== "/" && !/^\/(assets|text|icons)\//.test(path),
  );
  expect(foreign).toEqual([]);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("link", { name: "Cambio, home" })).toBeVisible();
  await expect(page.getByRole("row", { name: /BTC\/USDT/ })).toBeHidden();
});
