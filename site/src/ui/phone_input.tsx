import { useMemo, type ReactNode } from "react";
import { current_language, t } from "../../../lib/i18n";
import { Input, Select } from "../../../ui/input";
import { country_options, dial_code } from "../countries";
import { clean_phone, longest_phone, type Phone } from "../rules";
import styles from "./access.module.css";

interface PhoneInputProps {
  value: Phone;
  on_value: (phone: Phone) => void;
  error?: ReactNode;
  autoFocus?: boolean;
}

/** A country with its dial code, and the number inside that country. */
export function PhoneInput({ value, on_value, error, autoFocus }: PhoneInputProps) {
  const options = useMemo(() => country_options(current_language()), []);
  return (
    <div className={styles.phone}>
      <Select
        size="l"
        label={t("auth.country")}
        value={value.country}
        shown={`${value.country} +${dial_code(value.country)}`}
        options={options}
        on_value={(country) => on_value({ ...value, country })}
      />
      <Input
        size="l"
        label={t("auth.phone_number")}
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
