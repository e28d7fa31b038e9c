import { expect, test } from "vitest";
import {
  document_problems,
  is_rejected,
  next_wanted,
  overall,
  with_sent,
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
  expect(next_wanted({ message: "no_existing_kyc" })).toBe("selfie");
  expect(next_wanted(record("PENDING", null, null))).toBe("front");
  expect(next_wanted(record("APPROVED", "APPROVED", "DISSAPROVED"))).toBe("back");
  expect(next_wanted(record("PENDING", null, "DISSAPROVED"), "front")).toBe("back");
  expect(next_wanted(record("APPROVED", "APPROVED", "APPROVED"))).toBeUndefined();
  expect(next_wanted(record(null, "PENDING", "PENDING"), "selfie")).toBeUndefined();
});

test("a photo that was sent is wanted no more", () => {
  const sent = with_sent(record("DISSAPROVED", "APPROVED", "DISSAPROVED"), "selfie");
  expect(is_rejected(sent, "selfie")).toBe(false);
  expect(next_wanted(sent)).toBe("back");
});

test("the document needs its kind and its number", () => {
  expect(document_problems({ id_type: "", id_number: "  " })).toEqual({
    id_type: "kyc.field_required",
    id_number: "kyc.field_required",
  });
  expect(document_problems({ id_type: "Passport", id_number: "X1" })).toEqual({});
});
