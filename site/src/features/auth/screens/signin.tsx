import { LockKeyhole } from "lucide-react";
import { useState, type FormEvent } from "react";
import { Navigate } from "react-router";
import { ApiError, sentence_of } from "../../../lib/api";
import { t } from "../../../lib/i18n";
import { default_country, international, phone_problem, type Phone } from "../../../lib/phone";
import { start_page } from "../../../lib/preferences";
import { current_session } from "../../../lib/session";
import { useWayIn } from "../../../lib/way_in";
import { Button, TextButton } from "../../../ui/button";
import { Input, PasswordInput } from "../../../ui/input";
import { PhoneInput } from "../../../ui/phone_input";
import { Segment } from "../../../ui/tabs";
import { toast } from "../../../ui/toast";
import { email_exists, email_login, mobile_exists, mobile_login, send_reset_code } from "../api";
import { enter, useArrival, type Entry, type Second } from "../enter";
import { useReason } from "../reason";
import { email_problem, resend_time, signin_password_problem, type Problem } from "../rules";
import styles from "./access.module.css";
import { BackButton } from "./back_button";
import { ForgotPassword } from "./forgot_password";
import { FrozenDialog } from "./frozen_dialog";
import { GoogleButton, Or } from "./google_button";
import { IdentityLine } from "./identity_line";
import { PasskeyButton } from "./passkey_button";
import { SecondStep } from "./second_step";
import SignUp from "./signup";
import { WalletButton } from "./wallet_button";

type Method = "email" | "phone";

interface Identity {
  method: Method;
  /** The email, or the number as +12025550143. */
  name: string;
}

const after_phone_login_ms = 1_500;
const alert_error = (text: string) => toast({ tone: "error", title: t("common.error"), text });

interface IdentityStepProps {
  on_found: (identity: Identity) => void;
  on_entry: (entry: Entry) => Promise<unknown> | void;
}

function IdentityStep({ on_found, on_entry }: IdentityStepProps) {
  const [method, set_method] = useState<Method>("email");
  const [email, set_email] = useState("");
  const [phone, set_phone] = useState<Phone>({ country: default_country, number: "" });
  const [problem, set_problem] = useState<Problem>(null);
  const [busy, set_busy] = useState(false);
  const by_email = method === "email";
  const reason = useReason("sign_in");

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = by_email ? email_problem(email) : phone_problem(phone);
    set_problem(found);
    if (found) return;
    const name = by_email ? email.trim() : international(phone);
    set_busy(true);
    try {
      const exists = by_email ? await email_exists(name) : await mobile_exists(name);
      if (exists) return on_found({ method, name });
      set_problem("auth.email_not_found");
      alert_error(t("auth.email_not_found"));
    } catch (error) {
      alert_error(sentence_of(error));
    } finally {
      set_busy(false);
    }
  };

  const error = problem && t(problem);
  return (
    <>
      <h1 className={styles.title}>{t("auth.welcome")}</h1>
      <p className={styles.text}>{reason ?? t("auth.welcome_text")}</p>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <Segment
          label={t("auth.method")}
          value={method}
          on_value={(next) => {
            set_method(next);
            set_problem(null);
          }}
          items={[
            { id: "email", label: t("auth.email") },
            { id: "phone", label: t("auth.phone") },
          ]}
        />
        {by_email ? (
          <Input
            key="email"
            size="l"
            label={t("auth.email")}
            value={email}
            on_value={set_email}
            error={error}
            name="username"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            autoFocus
          />
        ) : (
          <PhoneInput key="phone" value={phone} on_value={set_phone} error={error} autoFocus />
        )}
        <Button
          type="submit"
          look="primary"
          size="xl"
          wide
          busy={busy}
          disabled={email === "" && phone.number === ""}
        >
          {t("auth.next")}
        </Button>
        <Or className={styles.or} />
        <div className={styles.ways}>
          <GoogleButton label={t("auth.google_sign_in")} />
          <WalletButton on_entry={on_entry} />
          <PasskeyButton on_entry={on_entry} />
        </div>
        <p className={styles.hint}>
          <LockKeyhole size={14} strokeWidth={1.5} aria-hidden="true" />
          {t("auth.address_hint")}
        </p>
      </form>
    </>
  );
}

interface PasswordStepProps {
  identity: Identity;
  on_entry: (entry: Entry) => Promise<unknown> | void;
  on_back: () => void;
}

function PasswordStep({ identity, on_entry, on_back }: PasswordStepProps) {
  const { method, name } = identity;
  const [password, set_password] = useState("");
  const [error, set_error] = useState<string | null>(null);
  const [busy, set_busy] = useState(false);
  const [resend_at, set_resend_at] = useState<number | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const problem = signin_password_problem(password);
    set_error(problem && t(problem));
    if (problem) return;
    set_busy(true);
    const login = method === "email" ? email_login : mobile_login;
    const entry = await enter(() => login(name, password));
    if (entry.kind === "failed") set_error(entry.text ?? t("auth.login_failed"));
    await on_entry(entry);
    set_busy(false);
  };
  const forgot = async () => {
    try {
      set_resend_at(resend_time(await send_reset_code(name)));
    } catch (refusal) {
      // A code was sent a moment ago: it may be this one's, and the next one can be asked for soon.
      if (refusal instanceof ApiError && refusal.code === "code_too_soon") {
        const seconds = Number.parseInt(String(refusal.details["resend_after"]), 10);
        return set_resend_at(resend_time(seconds > 0 ? { resend_after: seconds } : {}));
      }
      const unsent = refusal instanceof ApiError && refusal.code === "unavailable";
      alert_error(unsent ? t("auth.email_not_found") : sentence_of(refusal));
    }
  };

  return (
    <>
      <BackButton onClick={on_back} />
      <h1 className={styles.title}>{t("auth.enter_password")}</h1>
      <IdentityLine name={name} on_change={on_back} />
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {/* For password managers, which look for the name beside the password. */}
        <input type="hidden" name="username" autoComplete="username" value={name} />
        <PasswordInput
          size="l"
          label={t("auth.password")}
          value={password}
          on_value={set_password}
          error={error}
          label_end={
            method === "email" && (
              <TextButton onClick={() => void forgot()}>{t("auth.forgot_password")}</TextButton>
            )
          }
          name="password"
          autoFocus
        />
        <Button type="submit" look="primary" size="xl" wide busy={busy} disabled={password === ""}>
          {t("auth.sign_in")}
        </Button>
        {method === "phone" && <p className={styles.hint}>{t("auth.forgot_by_phone")}</p>}
      </form>
      {resend_at !== null && (
        <ForgotPassword email={name} resend_at={resend_at} on_close={() => set_resend_at(null)} />
      )}
    </>
  );
}

function Steps() {
  const [was_in] = useState(() => current_session() !== null);
  const [identity, set_identity] = useState<Identity | null>(null);
  const [second, set_second] = useState<Second | null>(null);
  const [frozen, set_frozen] = useState(false);
  const arrive = useArrival();
  if (was_in) return <Navigate to={start_page()} replace />;

  const arrived = () => arrive(identity?.method === "phone" ? after_phone_login_ms : 0);
  const on_entry = (entry: Entry): Promise<void> | void => {
    if (entry.kind === "in") return arrived();
    if (entry.kind === "second") return set_second(entry.second);
    if (entry.kind === "frozen") return set_frozen(true);
    if (entry.kind === "failed" && entry.text) return alert_error(entry.text);
    toast({ tone: "error", title: t("auth.login_failed") });
  };
  const step = () => {
    if (second !== null) {
      return (
        <SecondStep
          {...second}
          on_in={arrived}
          on_frozen={() => set_frozen(true)}
          on_back={() => set_second(null)}
        />
      );
    }
    if (!identity) return <IdentityStep on_found={set_identity} on_entry={on_entry} />;
    return (
      <PasswordStep identity={identity} on_entry={on_entry} on_back={() => set_identity(null)} />
    );
  };
  return (
    <>
      {step()}
      <FrozenDialog open={frozen} on_close={() => set_frozen(false)} />
    </>
  );
}

/** Whoever has no account yet begins with making one, at the same address. */
export default function SignIn() {
  return useWayIn().new_here ? <SignUp /> : <Steps />;
}
