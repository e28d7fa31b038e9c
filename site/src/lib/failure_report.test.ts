// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { serve, type Asked } from "./test_server";

let asked: Asked[] = [];

/** Of a page that has reported nothing yet. */
async function page() {
  vi.resetModules();
  asked = serve({ "/api/v3/policy-reports": () => [200, { message: "success" }] });
  return import("./failure_report");
}

const failure = (message = "secret") =>
  Object.assign(new TypeError(message), {
    stack: `TypeError: ${message}\n    at f (https://cambio.example/assets/site.0a1b.js:1:234)`,
  });

beforeEach(() => history.replaceState(null, "", "/wallet/BTC?code=secret"));

it("tells where a page failed, and nothing that it says", async () => {
  const { reportFailure } = await page();
  reportFailure(failure());
  expect(asked.map(({ body }) => body)).toEqual([
    [
      {
        type: "page-failure",
        body: {
          name: "TypeError",
          place: "site.0a1b.js:1:234",
          documentURL: `${location.origin}/wallet/BTC`,
        },
      },
    ],
  ]);
});

it("says nothing of what only did not come, and not more than a few times", async () => {
  const { reportFailure } = await page();
  reportFailure(Object.assign(new Error("gone"), { name: "ChunkLoadError" }));
  reportFailure(new Error("the text de/auth could not be fetched: 503"));
  reportFailure("no error");
  expect(asked).toEqual([]);
  for (let i = 0; i < 20; i += 1) reportFailure(failure());
  expect(asked.length).toBe(5);
});

it("hears what no part of the page catches, until it stops", async () => {
  const { watchFailures } = await page();
  const stop = watchFailures();
  const reject = () =>
    globalThis.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: failure() }));
  globalThis.dispatchEvent(new ErrorEvent("error", { error: failure() }));
  expect(asked.length).toBe(1);
  reject();
  expect(asked.length).toBe(2);
  stop();
  reject();
  expect(asked.length).toBe(2);
});
