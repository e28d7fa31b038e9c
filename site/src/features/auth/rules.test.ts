import { describe, expect, it } from "vitest";
import * as rules from "./rules";

describe("email", () => {
  it.each([
    ["", "auth.email_required"],
    ["  ", "auth.email_required"],
    ["mira", "auth.email_invalid"],
    ["@mail.com", "auth.email_invalid"],
    ["mira@", "auth.email_invalid"],
    ["mira@mail.com", null],
  ])("%j gives %j", (email, problem) => expect(rules.emailProblem(email)).toBe(problem));
});

it("asks for the right lengths of passwords", () => {
  expect(rules.signinPasswordProblem("12345")).toBe("auth.password_short_6");
  expect(rules.signinPasswordProblem("123456")).toBeNull();
  const email = "mira.stone@mail.com";
  expect(rules.loginPasswordProblem("heron-87", email)).toBe("common.password_short");
  expect(rules.loginPasswordProblem("heron-876", email)).toBeNull();
  expect(rules.loginPasswordProblem("mira.stone", email)).toBe("common.password_address");
  const transaction = (password: string) =>
    rules.transactionPasswordProblem(password, "secret-1", email);
  expect(transaction("12345")).toBe("common.password_short");
  expect(transaction("123456")).toBe("common.password_common");
  expect(transaction("secret-1")).toBe("auth.password_same");
  expect(transaction("secret-2")).toBeNull();
});

it("counts down in minutes and seconds", () => {
  expect(rules.countdown(60)).toBe("1:00");
  expect(rules.countdown(9)).toBe("0:09");
});
