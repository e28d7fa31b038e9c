import { useState, type FormEvent } from "react";
import { t } from "../../../lib/i18n";
import { Button, TextButton } from "../../../ui/button";
import { Input } from "../../../ui/input";
import { OtpInput } from "../../../ui/otp_input";
import { second_login } from "../api";
import { enter } from "../enter";
import { code_digits } from "../rules";
import styles from "./access.module.css";
import { BackButton } from "./back_button";

interface SecondStepProps {
  challenge: string;
  on_in: () => Promise<void>;
  on_frozen: () => void;
  /** The first step has to be done again: it was too long ago, or the person wants to. */
  on_back: () => void;
}

/** The second factor: six digits of the authenticator app, or a recovery code. */
export function SecondStep({ challenge, on_in, on_frozen, on_back }: SecondStepProps) {
  const [by_app, set_by_app] = useState(true);
  const [code, set_code] = useState("");
  const [error, set_error] = useState<string | null>(null);
  const [busy, set_busy] = useState(false);

  const send = async (given: string) => {
    set_busy(true);
    set_error(null);
    const entry = await enter(() => second_login(challenge, given.trim()));
    if (entry.kind === "in") return on_in();
    set_busy(false);
    set_code("");
    if (entry.kind === "frozen") return on_frozen();
    return set_error((entry.kind === "failed" && entry.text) || t("auth.login_failed"));
  };
  const ready = by_app ? code.length === code_digits : code.trim() !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) void send(code);
  };
  const other = () => {
    set_by_app(!by_app);
    set_code("");
    set_error(null);
  };

  return (
    <>
      <BackButton onClick={on_back} />
      <h1 className={styles.title}>{t("auth.second_title")}</h1>
      <p className={styles.text}>{t(by_app ? "auth.second_text" : "auth.recovery_text")}</p>
      <form className={styles.form} noValidate onSubmit={submit}>
        {by_app ? (
          <OtpInput
            key="app"
            label={t("auth.second_code")}
            value={code}
            on_value={set_code}
            on_complete={(digits) => void send(digits)}
            error={code === "" && error}
            autoFocus
          />
        ) : (
          <Input
            key="recovery"
            size="l"
            label={t("auth.recovery_code")}
            value={code}
            on_value={set_code}
            error={code === "" && error}
            name="recovery_code"
            autoCapitalize="none"
            autoFocus
          />
        )}
        <Button type="submit" look="primary" size="xl" wide busy={busy} disabled={!ready}>
          {t("auth.sign_in")}
        </Button>
        <p className={styles.centred}>
          <TextButton onClick={other}>
            {t(by_app ? "auth.use_recovery" : "auth.use_app")}
          </TextButton>
        </p>
      </form>
    </>
  );
}
