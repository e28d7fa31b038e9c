import { expect, it, vi } from "vitest";
import { ApiError } from "./api";
import { logFailure } from "./log";

it("says what failed by code or sentence, and nothing of an answer's text", () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue(undefined);
  logFailure("Datafeed", new ApiError(503, "unavailable", "symbol", "secret", {}, undefined));
  logFailure("Datafeed", new Error("Not enough bars"));
  logFailure("Stream", 1006);
  expect(warn.mock.calls).toEqual([
    ["Datafeed: 503 unavailable"],
    ["Datafeed: Not enough bars"],
    ["Stream: 1006"],
  ]);
});
