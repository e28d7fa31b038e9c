import { Fingerprint } from "lucide-react";
import { useState, type FormEvent } from "react";
import { t } from "../../../lib/i18n";
import { Button, TextButton } from "../../../ui/button";
import { Input } from "../../../ui/input";
import { OtpInput } from "../../../ui/otp_input";
import { secondLogin, secondPasskeyLogin, type LoginAnswer } from "../api";
import { enter, type Second } from "../enter";
import { codeDigits } from "../rules";
import styles from "./access.module.css";
import { BackButton } from "./back_button";

interface SecondStepProps extends Second {
  onIn: () => Promise<void>;
  onFrozen: () => void;
  /** The first step has to be done again: it was too long ago, or the person wants to. */
  onBack: () => void;
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
        onClick={() => void send(() => secondPasskeyLogin(challenge))}
      >
        <Fingerprint size={18} strokeWidth={1.5} aria-hidden="true" />
        {t("auth.use_passkey")}
      </Button>
    </>
  );
}

/** Six digits of the authenticator app, or a recovery code. */
function CodeForm(props: FormProps & { challenge: string; byApp: boolean; onOther: () => void }) {
  const { challenge, byApp, busy, error } = props;
  const [code, setCode] = useState("");
  const send = async (given: string) => {
    await props.send(() => secondLogin(challenge, given.trim()));
    setCode("");
  };
  const ready = byApp ? code.length === codeDigits : code.trim() !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) void send(code);
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {byApp ? (
        <OtpInput
          key="app"
          label={t("auth.second_code")}
          value={code}
          onValue={setCode}
          onComplete={(digits) => void send(digits)}
          error={code === "" && error}
          autoFocus
        />
      ) : (
        <Input
          key="recovery"
          size="l"
          label={t("auth.recovery_code")}
          value={code}
          onValue={setCode}
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
        <TextButton onClick={props.onOther}>
          {t(byApp ? "auth.use_recovery" : "auth.use_app")}
        </TextButton>
      </p>
    </form>
  );
}

/** The second factor: the authenticator app, a recovery code, or a passkey of the account. */
export function SecondStep({ challenge, factors, onIn, onFrozen, onBack }: SecondStepProps) {
  const [byApp, setByApp] = useState(true);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const hasApp = factors.includes("app");

  const send = async (login: () => Promise<LoginAnswer>) => {
    setBusy(true);
    setError(null);
    const entry = await enter(login);
    if (entry.kind === "in") return onIn();
    setBusy(false);
    if (entry.kind === "frozen") return onFrozen();
    return setError((entry.kind === "failed" && entry.text) || t("auth.login_failed"));
  };
  const other = () => {
    setByApp(!byApp);
    setError(null);
  };
  const ofCode = byApp ? "auth.second_text" : "auth.recovery_text";
  const form = { challenge, busy, error, send };
  return (
    <>
      <BackButton onClick={onBack} />
      <h1 className={styles.title}>{t("auth.second_title")}</h1>
      <p className={styles.text}>{t(hasApp ? ofCode : "auth.second_passkey_text")}</p>
      {hasApp && <CodeForm key={String(byApp)} {...form} byApp={byApp} onOther={other} />}
      {factors.includes("passkey") && <PasskeyPress {...form} error={hasApp ? null : error} />}
      {!hasApp && <p className={styles.hint}>{t("auth.lost_passkey")}</p>}
    </>
  );
}
