// Addresses between people and machines: the camera reads one, a clipboard that refuses one.
import { writeFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { expectNotice } from "../support/notices";
import { newPerson, signInAs } from "../support/people";
import { test } from "../support/test";

/** The deposit page of the demonstration's network. */
async function openDeposit(page: Page): Promise<string> {
  await page.goto("/wallet/deposit?coin=USDT&network=ERC20");
  const shown = page.getByTestId("deposit-address");
  await expect(shown).toHaveText(/^0x[0-9a-fA-F]{40}$/);
  return (await shown.textContent()) ?? "";
}

/** The code of the deposit page as a camera would see it from a little way off: a JPEG, in Base64. */
async function photo(page: Page): Promise<string> {
  const code = page.getByRole("img", { name: /^QR code of your USDT/ });
  await expect(code).toBeVisible();
  const picture = await code.locator("..").screenshot();
  return page.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = document.createElement("canvas");
    canvas.width = 640;
    canvas.height = 480;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas");
    context.fillStyle = "#d8d8d4";
    context.fillRect(0, 0, canvas.width, canvas.height);
    const side = 360;
    context.drawImage(image, 140, 60, side, side);
    return canvas.toDataURL("image/jpeg", 0.9).split(",")[1] ?? "";
  }, picture.toString("base64"));
}

const scan = (page: Page) =>
  page.getByRole("dialog", { name: "Scan a QR code" });

test("the camera reads the address off a code", async ({
  page,
  request,
  browser,
  baseURL,
}, info) => {
  const person = await newPerson(request, "camera");
  await signInAs(page, person);
  const address = await openDeposit(page);
  // Chromium shows the pictures of this file, one after the other, in place of a camera's.
  const film = info.outputPath("camera.mjpeg");
  const frame = Buffer.from(await photo(page), "base64");
  writeFileSync(film, Buffer.concat(Array.from({ length: 10 }, () => frame)));

  const options = info.project.use.launchOptions ?? {};
  const withCamera = await browser.browserType().launch({
    ...options,
    // The headless shell has no cameras.
    executablePath: "/usr/bin/chromium",
    args: [
      ...(options.args ?? []),
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  try {
    const context = await withCamera.newContext({
      ...(baseURL ? { baseURL } : {}),
      locale: "en-US",
      permissions: ["camera"],
    });
    const own = await context.newPage();
    await signInAs(own, person);
    await own.goto("/wallet/withdraw");
    await own.getByRole("button", { name: "Scan a QR code" }).click();
    await expect(
      own.getByRole("textbox", { name: "Recipient address" }),
    ).toHaveValue(address);
    await expect(scan(own)).toHaveCount(0);
  } finally {
    await withCamera.close();
  }
});

test("a camera that the browser refuses is said so, and a picture is asked for", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "nocamera"));
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException("no", "NotAllowedError"));
  });
  await page.goto("/wallet/withdraw");
  await page.getByRole("button", { name: "Scan a QR code" }).click();
  await expect(scan(page)).toContainText("This page may not use the camera.");
  await expect(
    scan(page).getByRole("button", { name: "Choose a picture" }),
  ).toBeVisible();
});

test("a clipboard that refuses the address is said so", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "nocopy"));
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("no"));
    // The way of pages without a clipboard of their own.
    document.execCommand = () => false;
  });
  await openDeposit(page);
  await page.getByRole("button", { name: "Copy address" }).click();
  await expectNotice(page, "Unable to copy address to clipboard.");
  await expect(page.getByText("Copied!")).toHaveCount(0);
});
