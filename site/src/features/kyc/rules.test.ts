import { expect, test } from "vitest";
import {
  documentProblems,
  isRejected,
  nextWanted,
  overall,
  withSent,
  type Record,
  type Status,
} from "./rules";

const record = (selfie?: Status, front?: Status, back?: Status): Record => ({
  message: "success",
  selfie: { status: selfie },
  front: { status: front },
  back: { status: back },
});

test("the statuses are looked at in their order", () => {
  expect(overall({ message: "no_existing_kyc" })).toBe("none");
  expect(overall(record("PENDING", null, "APPROVED"))).toBe("none");
  expect(overall(record("DISSAPROVED", undefined, "PENDING"))).toBe("none");
  expect(overall(record("PENDING", "DISSAPROVED", "APPROVED"))).toBe("pending");
  expect(overall(record("APPROVED", "DISSAPROVED", "APPROVED"))).toBe("rejected");
  expect(overall(record("APPROVED", "APPROVED", "APPROVED"))).toBe("approved");
});

test("the next photo is the first that is missing or was rejected", () => {
  expect(nextWanted({ message: "no_existing_kyc" })).toBe("selfie");
  expect(nextWanted(record("PENDING", null, null))).toBe("front");
  expect(nextWanted(record("APPROVED", "APPROVED", "DISSAPROVED"))).toBe("back");
  expect(nextWanted(record("PENDING", null, "DISSAPROVED"), "front")).toBe("back");
  expect(nextWanted(record("APPROVED", "APPROVED", "APPROVED"))).toBeUndefined();
  expect(nextWanted(record(null, "PENDING", "PENDING"), "selfie")).toBeUndefined();
});

test("a photo that was sent is wanted no more", () => {
  const sent = withSent(record("DISSAPROVED", "APPROVED", "DISSAPROVED"), "selfie");
  expect(isRejected(sent, "selfie")).toBe(false);
  expect(nextWanted(sent)).toBe("back");
});

test("the document needs its kind and its number", () => {
  expect(documentProblems({ id_type: "", id_number: "  " })).toEqual({
    id_type: "kyc.field_required",
    id_number: "kyc.field_required",
  });
  expect(documentProblems({ id_type: "Passport", id_number: "X1" })).toEqual({});
});
