// Tests in Debian's Chromium against an installation that nginx/up started; tests/run gives its address.
import { defineConfig } from "@playwright/test";

const base = process.env["CAMBIO_TEST_URL"];
if (!base)
  throw new Error(
    "CAMBIO_TEST_URL names no installation; tests/run starts one",
  );

export default defineConfig({
  testDir: ".",
  outputDir: process.env["CAMBIO_BROWSER_OUTPUT"] ?? "../../var/browser",
  timeout: 900_000,
  // Long enough for a busy machine: a test waits for conditions, and only a failure takes this long.
  expect: { timeout: 120_000 },
  // A flaky test is a defect: it is not tried again.
  retries: 0,
  // Only suites that say so run their tests side by side.
  workers: 2,
  reporter: "list",
  use: {
    baseURL: base,
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    timezoneId: "UTC",
    // What moves took a tenth of the browser's time, and each click waits until its target rests.
    contextOptions: { reducedMotion: "reduce" },
    // What passes through the site's worker, no test could answer in the server's place.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    // No trace: it doubles the tests' time. Who looks for a cause runs one test with --trace on.
    launchOptions: {
      // Without the window that nobody sees, which took a third of the browser's time.
      executablePath: "/usr/bin/chromium-headless-shell",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
