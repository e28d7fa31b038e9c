// The loop of who works on the site: a page that the development server builds, with the calls and the
// streams of an installation that runs.
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import { test } from "../support/test";

const site = fileURLToPath(new URL("../../../site", import.meta.url));
// tests/run keeps ports for an installation beside its own; the lock of that name in outside.cmake
// keeps the others who use them away.
const port = Number(new URL(process.env["CAMBIO_TEST_URL"] ?? "").port) + 5;

let server: ChildProcess;

test.beforeAll(async () => {
  server = spawn(
    join(site, "node_modules/.bin/node"),
    [
      join(site, "node_modules/webpack-cli/bin/cli.js"),
      ..."serve --config webpack.dev.js".split(" "),
    ],
    {
      cwd: site,
      env: {
        ...process.env,
        PORT: String(port),
        CAMBIO_URL: process.env["CAMBIO_TEST_URL"],
      },
      stdio: "inherit",
    },
  );
  // It answers once the first build is done.
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/`).then(
          (answer) => answer.status,
          () => 0,
        ),
      { timeout: 600_000 },
    )
    .toBe(200);
});

test.afterAll(() => server.kill());

test("a page of the development server has the prices of the installation", async ({
  page,
}) => {
  const pushed = page.waitForEvent("websocket", (socket) =>
    socket.url().endsWith("/stream/tickers"),
  );
  const reloading = page.waitForEvent("websocket", (socket) =>
    socket.url().endsWith("/webpack"),
  );
  await page.goto(`http://127.0.0.1:${port}/markets`);
  await (await pushed).waitForEvent("framereceived");
  await reloading;
  await expect(page.getByRole("row", { name: /BTC/ }).first()).toContainText(
    /\d/,
  );
});
