import { useMemo, type ReactNode } from "react";
import { t, useLanguage } from "../lib/i18n";
import { cleanPhone, countryOptions, dialCode, longestPhone, type Phone } from "../lib/phone";
import { Input, Select } from "./input";
import styles from "./phone_input.module.css";

interface PhoneInputProps {
  value: Phone;
  onValue: (phone: Phone) => void;
  size?: "m" | "l";
  error?: ReactNode;
  autoFocus?: boolean;
}

/** A country with its dial code, and the number inside that country. */
export function PhoneInput({ value, onValue, size = "l", error, autoFocus }: PhoneInputProps) {
  const language = useLanguage();
  const options = useMemo(() => countryOptions(language), [language]);
  return (
    <div className={styles.phone}>
      <Select
        size={size}
        label={t("common.country")}
        value={value.country}
        shown={`${value.country} +${dialCode(value.country)}`}
        options={options}
        onValue={(country) => onValue({ ...value, country })}
      />
      <Input
        size={size}
        label={t("common.phone_number")}
        value={value.number}
        onValue={(number) => onValue({ ...value, number: cleanPhone(number) })}
        error={error}
        name="mobile_number"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={longestPhone}
        autoFocus={autoFocus}
      />
    </div>
  );
}
