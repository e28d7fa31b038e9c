import { useMemo, type ReactNode } from "react";
import { current_language, t } from "../lib/i18n";
import { clean_phone, country_options, dial_code, longest_phone, type Phone } from "../lib/phone";
import { Input, Select } from "./input";
import styles from "./phone_input.module.css";

interface PhoneInputProps {
  value: Phone;
  on_value: (phone: Phone) => void;
  size?: "m" | "l";
  error?: ReactNode;
  autoFocus?: boolean;
}

/** A country with its dial code, and the number inside that country. */
export function PhoneInput({ value, on_value, size = "l", error, autoFocus }: PhoneInputProps) {
  const options = useMemo(() => country_options(current_language()), []);
  return (
    <div className={styles.phone}>
      <Select
        size={size}
        label={t("common.country")}
        value={value.country}
        shown={`${value.country} +${dial_code(value.country)}`}
        options={options}
        on_value={(country) => on_value({ ...value, country })}
      />
      <Input
        size={size}
        label={t("common.phone_number")}
        value={value.number}
        on_value={(number) => on_value({ ...value, number: clean_phone(number) })}
        error={error}
        name="mobile_number"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={longest_phone}
        autoFocus={autoFocus}
      />
    </div>
  );
}
