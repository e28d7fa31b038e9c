// Phone numbers: countries with their dial codes, by ISO 3166 code, and what a person types inside one.
// The library is large, so it is loaded with the pages that ask for a number alone; the browser knows
// the countries' names.
import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from "libphonenumber-js/min";
import type { TextKey } from "../text/catalogue";

export interface Phone {
  country: string;
  number: string;
}

export const defaultCountry = "US";
export const longestPhone = 12;
const northAmericanDigits = 10;
const shortestInternational = 10;

/** "1" for US; "" for an unknown country. */
export const dialCode = (country: string): string =>
  isSupportedCountry(country) ? getCountryCallingCode(country) : "";

/** All countries by name in the reader's language. */
export function countryOptions(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([language], { type: "region" });
  return getCountries()
    .map((value) => ({ value, label: `${names.of(value) ?? value} (+${dialCode(value)})` }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
}

/** A number as it is dialled inside the country, or undefined for what is no number. */
const parsePhone = (country: string, number: string): PhoneNumber | undefined =>
  isSupportedCountry(country) ? parsePhoneNumberFromString(number, country) : undefined;

/** What a person may type: digits and spaces, at most twelve characters. */
export const cleanPhone = (typed: string): string =>
  typed.replace(/[^\d ]/g, "").slice(0, longestPhone);

/** "+12025550143": without spaces, the way the server knows numbers. */
export const international = (phone: Phone): string =>
  parsePhone(phone.country, phone.number)?.number ??
  `+${dialCode(phone.country)}${phone.number.replace(/\D/g, "")}`;

/** The key of what is wrong with the number, or null when all is well. */
export function phoneProblem(phone: Phone): TextKey | null {
  const digits = phone.number.replace(/\D/g, "");
  if (dialCode(phone.country) === "1") {
    return digits.length === northAmericanDigits ? null : "common.phone_invalid";
  }
  if (international(phone).length < shortestInternational) return "common.phone_short";
  return parsePhone(phone.country, phone.number)?.isPossible() ? null : "common.phone_invalid";
}
