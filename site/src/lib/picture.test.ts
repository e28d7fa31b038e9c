import { expect, test } from "vitest";
import { bytesOf, fitted } from "./picture";

test("a picture keeps its shape and grows no larger", () => {
  expect(fitted({ width: 4000, height: 3000 }, 2000)).toEqual({ width: 2000, height: 1500 });
  expect(fitted({ width: 300, height: 200 }, 2000)).toEqual({ width: 300, height: 200 });
  expect(fitted({ width: 9000, height: 1 }, 2000)).toEqual({ width: 2000, height: 1 });
});

test("a data URL is about as heavy as its picture", () => {
  expect(bytesOf(`data:image/jpeg;base64,${"A".repeat(4000)}`)).toBe(3000);
});
