import { Fingerprint } from "lucide-react";
import { useState, type FormEvent } from "react";
import { t } from "../../../lib/i18n";
import { Button, TextButton } from "../../../ui/button";
import { Input } from "../../../ui/input";
import { OtpInput } from "../../../ui/otp_input";
import { second_login, second_passkey_login, type LoginAnswer } from "../api";
import { enter, type Second } from "../enter";
import { code_digits } from "../rules";
import styles from "./access.module.css";
import { BackButton } from "./back_button";

interface SecondStepProps extends Second {
  on_in: () => Promise<void>;
  on_frozen: () => void;
  /** The first step has to be done again: it was too long ago, or the person wants to. */
  on_back: () => void;
}

interface FormProps {
  busy: boolean;
  error: string | null;
  send: (login: () => Promise<LoginAnswer>) => Promise<void>;
}

function PasskeyPress(props: FormProps & { challenge: string }) {
  const { challenge, busy, error, send } = props;
  return (
    <>
      {error && (
        <p className={styles.hint} role="alert">
          {error}
        </p>
      )}
      <Button
        look="primary"
        size="xl"
        wide
        busy={busy}
        onClick={() => void send(() => second_passkey_login(challenge))}
      >
        <Fingerprint size={18} strokeWidth={1.5} aria-hidden="true" />
        {t("auth.use_passkey")}
      </Button>
    </>
  );
}

/** Six digits of the authenticator app, or a recovery code. */
function CodeForm(props: FormProps & { challenge: string; by_app: boolean; on_other: () => void }) {
  const { challenge, by_app, busy, error } = props;
  const [code, set_code] = useState("");
  const send = async (given: string) => {
    await props.send(() => second_login(challenge, given.trim()));
    set_code("");
  };
  const ready = by_app ? code.length === code_digits : code.trim() !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) void send(code);
  };
  return (
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
        <TextButton onClick={props.on_other}>
          {t(by_app ? "auth.use_recovery" : "auth.use_app")}
        </TextButton>
      </p>
    </form>
  );
}

/** The second factor: the authenticator app, a recovery code, or a passkey of the account. */
export function SecondStep({ challenge, factors, on_in, on_frozen, on_back }: SecondStepProps) {
  const [by_app, set_by_app] = useState(true);
  const [error, set_error] = useState<string | null>(null);
  const [busy, set_busy] = useState(false);
  const has_app = factors.includes("app");

  const send = async (login: () => Promise<LoginAnswer>) => {
    set_busy(true);
    set_error(null);
    const entry = await enter(login);
    if (entry.kind === "in") return on_in();
    set_busy(false);
    if (entry.kind === "frozen") return on_frozen();
    return set_error((entry.kind === "failed" && entry.text) || t("auth.login_failed"));
  };
  const other = () => {
    set_by_app(!by_app);
    set_error(null);
  };
  const of_code = by_app ? "auth.second_text" : "auth.recovery_text";
  const form = { challenge, busy, error, send };
  return (
    <>
      <BackButton onClick={on_back} />
      <h1 className={styles.title}>{t("auth.second_title")}</h1>
      <p className={styles.text}>{t(has_app ? of_code : "auth.second_passkey_text")}</p>
      {has_app && <CodeForm key={String(by_app)} {...form} by_app={by_app} on_other={other} />}
      {factors.includes("passkey") && <PasskeyPress {...form} error={has_app ? null : error} />}
      {!has_app && <p className={styles.hint}>{t("auth.lost_passkey")}</p>}
    </>
  );
}
