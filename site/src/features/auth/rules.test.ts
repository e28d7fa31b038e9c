import { describe, expect, it } from "vitest";
import * as rules from "./rules";

describe("e-mail", () => {
  it.each([
    ["", "auth.email_required"],
    ["  ", "auth.email_required"],
    ["mira", "auth.email_invalid"],
    ["@mail.com", "auth.email_invalid"],
    ["mira@", "auth.email_invalid"],
    ["mira@mail.com", null],
  ])("%j gives %j", (email, problem) => expect(rules.email_problem(email)).toBe(problem));
});

it("asks for the right lengths of passwords", () => {
  expect(rules.signin_password_problem("12345")).toBe("auth.password_short_6");
  expect(rules.signin_password_problem("123456")).toBeNull();
  expect(rules.signup_password_problem("12345678")).toBe("auth.password_short_9");
  expect(rules.signup_password_problem("123456789")).toBeNull();
  expect(rules.transaction_password_problem("12345", "x")).toBe("auth.password_short_6");
  expect(rules.transaction_password_problem("secret-1", "secret-1")).toBe("auth.password_same");
  expect(rules.transaction_password_problem("secret-2", "secret-1")).toBeNull();
});

it("counts down in minutes and seconds", () => {
  expect(rules.countdown(60)).toBe("1:00");
  expect(rules.countdown(9)).toBe("0:09");
});
