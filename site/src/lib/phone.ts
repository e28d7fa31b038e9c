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

export const default_country = "US";
export const longest_phone = 12;
const north_american_digits = 10;
const shortest_international = 10;

/** "1" for US; "" for an unknown country. */
export const dial_code = (country: string): string =>
  isSupportedCountry(country) ? getCountryCallingCode(country) : "";

/** All countries by name in the reader's language. */
export function country_options(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([language], { type: "region" });
  return getCountries()
    .map((value) => ({ value, label: `${names.of(value) ?? value} (+${dial_code(value)})` }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
}

/** A number as it is dialled inside the country, or undefined for what is no number. */
const parse_phone = (country: string, number: string): PhoneNumber | undefined =>
  isSupportedCountry(country) ? parsePhoneNumberFromString(number, country) : undefined;

/** What a person may type: digits and spaces, at most twelve characters. */
export const clean_phone = (typed: string): string =>
  typed.replace(/[^\d ]/g, "").slice(0, longest_phone);

/** "+12025550143": without spaces, the way the server knows numbers. */
export const international = (phone: Phone): string =>
  parse_phone(phone.country, phone.number)?.number ??
  `+${dial_code(phone.country)}${phone.number.replace(/\D/g, "")}`;

/** The key of what is wrong with the number, or null when all is well. */
export function phone_problem(phone: Phone): TextKey | null {
  const digits = phone.number.replace(/\D/g, "");
  if (dial_code(phone.country) === "1") {
    return digits.length === north_american_digits ? null : "common.phone_invalid";
  }
  if (international(phone).length < shortest_international) return "common.phone_short";
  return parse_phone(phone.country, phone.number)?.isPossible() ? null : "common.phone_invalid";
}
