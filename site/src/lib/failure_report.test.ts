// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serve, type Asked } from "./test_server";

let asked: Asked[] = [];

let stop: () => void;

/** Of a page that has reported nothing yet. */
beforeEach(async () => {
  vi.resetModules();
  asked = serve({ "/api/v3/policy-reports": () => [200, { message: "success" }] });
  history.replaceState(null, "", "/wallet/BTC?code=secret");
  stop = (await import("./failure_report")).watchFailures();
});
afterEach(() => stop());

const failure = (message = "secret") =>
  Object.assign(new TypeError(message), {
    stack: `TypeError: ${message}\n    at f (https://cambio.example/assets/site.0a1b.js:1:234)`,
  });

const caught = (error: unknown) => globalThis.dispatchEvent(new ErrorEvent("caught", { error }));

it("tells where a page failed, and nothing that it says", () => {
  caught(failure());
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

it("says nothing of what only did not come, and not more than a few times", () => {
  caught(Object.assign(new Error("gone"), { name: "ChunkLoadError" }));
  caught(new Error("the text de/auth could not be fetched: 503"));
  caught("no error");
  expect(asked).toEqual([]);
  for (let i = 0; i < 20; i += 1) caught(failure());
  expect(asked.length).toBe(5);
});

it("hears what no part of the page catches, until it stops", () => {
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
