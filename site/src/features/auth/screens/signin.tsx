import { ArrowLeft, LockKeyhole } from "lucide-react";
import { useState, type FormEvent } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";
import { sentence_of } from "../../../lib/api";
import { initials } from "../../../lib/format";
import { t } from "../../../lib/i18n";
import { start_page } from "../../../lib/preferences";
import { current_session } from "../../../lib/session";
import { Button, TextButton } from "../../../ui/button";
import { Input, PasswordInput } from "../../../ui/input";
import { Segment } from "../../../ui/tabs";
import { toast } from "../../../ui/toast";
import { email_exists, email_login, mobile_exists, mobile_login } from "../api";
import { default_country } from "../countries";
import { enter } from "../enter";
import {
  email_problem,
  international,
  phone_problem,
  signin_password_problem,
  type Phone,
  type Problem,
} from "../rules";
import styles from "./access.module.css";
import { FrozenDialog } from "./frozen_dialog";
import { PhoneInput } from "./phone_input";

type Method = "email" | "phone";

interface Identity {
  method: Method;
  /** The e-mail, or the number as +12025550143. */
  name: string;
}

const after_phone_login_ms = 1_500;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const alert_error = (text: string) => toast({ tone: "error", title: t("common.error"), text });

function IdentityStep({ on_found }: { on_found: (identity: Identity) => void }) {
  const [method, set_method] = useState<Method>("email");
  const [email, set_email] = useState("");
  const [phone, set_phone] = useState<Phone>({ country: default_country, number: "" });
  const [problem, set_problem] = useState<Problem>(null);
  const [busy, set_busy] = useState(false);
  const by_email = method === "email";

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
      <p className={styles.text}>{t("auth.welcome_text")}</p>
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
        <p className={styles.hint}>
          <LockKeyhole size={14} strokeWidth={1.5} aria-hidden="true" />
          {t("auth.address_hint")}
        </p>
      </form>
    </>
  );
}

function PasswordStep({ identity, on_back }: { identity: Identity; on_back: () => void }) {
  const { method, name } = identity;
  const [password, set_password] = useState("");
  const [error, set_error] = useState<string | null>(null);
  const [frozen, set_frozen] = useState(false);
  const [busy, set_busy] = useState(false);
  const navigate = useNavigate();
  const from = (useLocation().state as { from?: string } | null)?.from;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const problem = signin_password_problem(password);
    set_error(problem && t(problem));
    if (problem) return;
    set_busy(true);
    const login = method === "email" ? email_login : mobile_login;
    const entry = await enter(() => login(name, password));
    if (entry.kind === "in") {
      if (method === "phone") await wait(after_phone_login_ms);
      return navigate(from ?? start_page(), { replace: true });
    }
    set_busy(false);
    if (entry.kind === "frozen") return set_frozen(true);
    set_error(entry.text ?? t("auth.login_failed"));
    if (entry.text) alert_error(entry.text);
    else toast({ tone: "error", title: t("auth.login_failed") });
  };

  return (
    <>
      <button type="button" className={styles.back} onClick={on_back}>
        <ArrowLeft size={14} strokeWidth={1.75} aria-hidden="true" />
        {t("common.back")}
      </button>
      <h1 className={styles.title}>{t("auth.enter_password")}</h1>
      <div className={styles.identity}>
        <span className={styles.avatar} aria-hidden="true">
          {initials(name)}
        </span>
        <span className={styles.who}>{name}</span>
        <TextButton onClick={on_back}>{t("auth.change")}</TextButton>
      </div>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {/* For password managers, which look for the name beside the password. */}
        <input type="hidden" name="username" autoComplete="username" value={name} />
        <PasswordInput
          size="l"
          label={t("auth.password")}
          value={password}
          on_value={set_password}
          error={error}
          name="password"
          autoFocus
        />
        <Button type="submit" look="primary" size="xl" wide busy={busy} disabled={password === ""}>
          {t("auth.sign_in")}
        </Button>
      </form>
      <FrozenDialog open={frozen} on_close={() => set_frozen(false)} />
    </>
  );
}

export default function SignIn() {
  const [was_in] = useState(() => current_session() !== null);
  const [identity, set_identity] = useState<Identity | null>(null);
  if (was_in) return <Navigate to={start_page()} replace />;
  return identity ? (
    <PasswordStep identity={identity} on_back={() => set_identity(null)} />
  ) : (
    <IdentityStep on_found={set_identity} />
  );
}
