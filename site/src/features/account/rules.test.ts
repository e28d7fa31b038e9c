import { describe, expect, it } from "vitest";
import type { Security } from "./api";
import {
  savedAddressProblem,
  ago,
  antiPhishingProblem,
  passwordProblems,
  personalProblems,
  placeName,
  shortened,
  strength,
} from "./rules";

describe("passwords", () => {
  const rules = { shortest: 6, email: "mira@mail.com" };
  const problems = (old: string, fresh: string, again: string) =>
    passwordProblems({ old, fresh, again }, rules);
  it("asks for all three, for a good one, and for the same twice", () => {
    expect(problems("", "", "")).toEqual({
      old: "account.field_required",
      fresh: "account.field_required",
      again: "account.field_required",
    });
    expect(problems("a", "short", "short")).toEqual({ fresh: "common.password_short" });
    expect(problems("a", "mira@mail.com", "mira@mail.com")).toEqual({
      fresh: "common.password_address",
    });
    expect(problems("a", "longer-1", "longer-2")).toEqual({ again: "account.password_mismatch" });
    expect(problems("a", "sixsix", "sixsix")).toEqual({});
  });
});

it("takes anti-phishing codes of 4 to 20 letters and digits", () => {
  for (const good of ["whale", "1234", "a".repeat(20)]) {
    expect(antiPhishingProblem(good)).toBeNull();
  }
  for (const bad of ["", "abc", "a".repeat(21), "blue whale", "whale!", "wal-fisch", "<b>x</b>"]) {
    expect(antiPhishingProblem(bad)).toBe("account.anti_phishing_bad");
  }
});

it("takes dates of birth in the past and texts that fit", () => {
  const given = { name: "Mira", gender: "" as const, date_of_birth: "", address: "" };
  const today = "2026-11-21";
  expect(personalProblems(given, today)).toEqual({});
  expect(personalProblems({ ...given, date_of_birth: "1990-02-28" }, today)).toEqual({});
  for (const dateOfBirth of [today, "2030-01-01", "1899-12-31"]) {
    expect(personalProblems({ ...given, date_of_birth: dateOfBirth }, today)).toEqual({
      date_of_birth: "account.problem_birth",
    });
  }
  expect(personalProblems({ ...given, name: "x".repeat(101) }, today)).toEqual({
    name: "account.problem_name_long",
  });
});

it("knows each network's addresses by prefix, length and sum", () => {
  expect(savedAddressProblem("", "tron")).toBe("account.problem_address_required");
  expect(savedAddressProblem("0x52908400098527886E0F7030069857D2E4169EE7", "tron")).toBe(
    "account.problem_address_network",
  );
  expect(savedAddressProblem("TQn9Y2khEsLJW1Ch", "tron")).toBe("account.problem_address_form");
  expect(savedAddressProblem("TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE", "tron")).toBeNull();
  expect(savedAddressProblem("TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLES", "tron")).toBe(
    "account.problem_address_form",
  );
  expect(savedAddressProblem("0x52908400098527886E0F7030069857D2E4169EE7", "evm")).toBeNull();
  expect(savedAddressProblem("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "bitcoin")).toBeNull();
});

describe("strength", () => {
  const security = {
    two_factor: false,
    anti_phishing_code: "",
    withdrawal_whitelist: false,
    mobile_number: "+12025550143",
  } as Security;

  it("counts what is on and says what helps most", () => {
    expect(strength(security)).toEqual({ on: 4, count: 7, level: "basic", next: "two_factor" });
    const guarded = { ...security, two_factor: true };
    expect(strength(guarded)).toMatchObject({ on: 5, level: "good", next: "anti_phishing" });
    const named = { ...guarded, anti_phishing_code: "whale" };
    expect(strength(named)).toMatchObject({ on: 6, level: "strong", next: "whitelist" });
    expect(strength({ ...named, withdrawal_whitelist: true })).toMatchObject({
      on: 7,
      level: "complete",
      next: null,
    });
  });

  it("is basic without a second factor, whatever else is on", () => {
    const rest = { ...security, anti_phishing_code: "whale", withdrawal_whitelist: true };
    expect(strength(rest)).toMatchObject({ on: 6, level: "basic" });
  });
});

it("says how long ago something was", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  const words = (at: string) => ago(at, now, "en");
  expect(words("2026-11-21T11:59:50Z")).toBe("now");
  expect(words("2026-11-21T11:58:00Z")).toBe("2 minutes ago");
  expect(words("2026-11-21T10:00:00Z")).toBe("2 hours ago");
  expect(words("2026-08-20T12:00:00Z")).toBe("3 months ago");
  expect(words("2026-11-22T12:00:00Z")).toBe("now");
});

it("names places in the reader's language", () => {
  expect(placeName("PT", "en", "This network")).toBe("Portugal");
  expect(placeName("DE", "es", "This network")).toBe("Alemania");
  expect(placeName("local", "en", "This network")).toBe("This network");
  expect(placeName("", "en", "This network")).toBe("—");
});

it("shows enough of a number to know it", () => {
  expect(shortened("+351912345418")).toBe("+35 ••• 418");
  expect(shortened("+12")).toBe("+12");
});
