import { describe, expect, it } from "vitest";
import { judge, reconnectWait, type Push } from "./stream";

const push = (seq: number, at = seq): Push => ({ channel: "book", seq, at, data: null });

describe("sequence numbers", () => {
  it("accepts the first and each next one", () => {
    expect(judge(undefined, push(7))).toBe("next");
    expect(judge(push(7), push(8))).toBe("next");
  });
  it("sees a gap", () => expect(judge(push(7), push(9))).toBe("gap"));
  it("drops what it has seen", () => expect(judge(push(7), push(7))).toBe("old"));
  it("takes a counter that began anew for a gap", () => {
    expect(judge(push(700, 1000), push(1, 2000))).toBe("gap");
  });
});

it("waits longer each time, at most half a minute", () => {
  expect(reconnectWait(0, 1)).toBe(500);
  expect(reconnectWait(3, 1)).toBe(4000);
  expect(reconnectWait(20, 1)).toBe(30_000);
  expect(reconnectWait(3, 0)).toBe(2000);
});
