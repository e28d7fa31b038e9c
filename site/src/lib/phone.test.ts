import { describe, expect, it } from "vitest";
import { t } from "./i18n";
import { cleanPhone, countryOptions, dialCode, international, phoneProblem } from "./phone";

describe("phone", () => {
  it.each([
    ["US", "202 555 0143", null],
    ["US", "20255501", "Please enter a valid phone number"],
    ["DE", "030 901820", null],
    ["DE", "12345", "Phone number must have at least 10 characters"],
    ["SG", "123456789012", "Please enter a valid phone number"],
  ])("%s %j gives %j", (country, number, sentence) => {
    const problem = phoneProblem({ country, number });
    expect(problem && t(problem)).toBe(sentence);
  });

  it("is sent without spaces, in the international form", () => {
    expect(international({ country: "US", number: "202 555 0143" })).toBe("+12025550143");
    expect(international({ country: "GB", number: "020 7946 0018" })).toBe("+442079460018");
  });

  it("takes digits and spaces, twelve at most", () => {
    expect(cleanPhone("(202) 555-0143 99")).toBe("202 5550143 ");
  });
});

it("knows the countries' dial codes", () => {
  expect(dialCode("US")).toBe("1");
  expect(dialCode("PT")).toBe("351");
  expect(countryOptions("en").find(({ value }) => value === "PT")?.label).toBe("Portugal (+351)");
});
