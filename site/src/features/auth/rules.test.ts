import { describe, expect, it } from "vitest";
import { country_options, dial_code } from "./countries";
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

describe("phone", () => {
  it.each([
    ["US", "202 555 0143", null],
    ["US", "20255501", "auth.phone_invalid"],
    ["DE", "030 901820", null],
    ["DE", "12345", "auth.phone_short"],
    ["SG", "123456789012", "auth.phone_invalid"],
  ])("%s %j gives %j", (country, number, problem) => {
    expect(rules.phone_problem({ country, number })).toBe(problem);
  });

  it("is sent without spaces, in the international form", () => {
    expect(rules.international({ country: "US", number: "202 555 0143" })).toBe("+12025550143");
    expect(rules.international({ country: "GB", number: "020 7946 0018" })).toBe("+442079460018");
  });

  it("takes digits and spaces, twelve at most", () => {
    expect(rules.clean_phone("(202) 555-0143 99")).toBe("202 5550143 ");
  });
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

it("knows the countries' dial codes", () => {
  expect(dial_code("US")).toBe("1");
  expect(dial_code("PT")).toBe("351");
  expect(country_options("en").find(({ value }) => value === "PT")?.label).toBe("Portugal (+351)");
});
