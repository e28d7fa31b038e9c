// Countries with their dial codes, by ISO 3166 code. The library is large, so it is loaded with these
// pages alone; the browser knows the countries' names.
import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from "libphonenumber-js/min";

export const default_country = "US";

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
export const parse_phone = (country: string, number: string): PhoneNumber | undefined =>
  isSupportedCountry(country) ? parsePhoneNumberFromString(number, country) : undefined;
