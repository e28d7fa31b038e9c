import { LockKeyhole } from "lucide-react";
import { useState, type FormEvent } from "react";
import { useLocation } from "react-router";
import { ApiError, sentenceOf } from "../../../lib/api";
import { t } from "../../../lib/i18n";
import { defaultCountry, international, phoneProblem, type Phone } from "../../../lib/phone";
import { startPage } from "../../../lib/preferences";
import { Redirect } from "../../../lib/router";
import { currentSession } from "../../../lib/session";
import { useWayIn } from "../../../lib/way_in";
import { Button, TextButton } from "../../../ui/button";
import { Input, PasswordInput } from "../../../ui/input";
import { PhoneInput } from "../../../ui/phone_input";
import { Segment } from "../../../ui/tabs";
import { toast } from "../../../ui/toast";
import { emailExists, emailLogin, mobileExists, mobileLogin, sendResetCode } from "../api";
import { enter, useArrival, type Entry, type Second } from "../enter";
import { usePasskeySignIn } from "../passkey_sign_in";
import { useReason } from "../reason";
import {
  emailProblem,
  linkToken,
  resendTime,
  signinPasswordProblem,
  strangersMayHave,
  type Problem,
} from "../rules";
import styles from "./access.module.css";
import { BackButton } from "./back_button";
import { FollowLink, LinkOffer } from "./browser_link";
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

const afterPhoneLoginMs = 1_500;
const alertError = (text: string) => toast({ tone: "error", title: t("common.error"), text });

interface IdentityStepProps {
  onFound: (identity: Identity) => void;
  onEntry: (entry: Entry) => Promise<unknown> | void;
}

function IdentityStep({ onFound, onEntry }: IdentityStepProps) {
  const [method, setMethod] = useState<Method>("email");
  const [email, setEmail] = useState("");
  const [phone, setPhone] = useState<Phone>({ country: defaultCountry, number: "" });
  const [problem, setProblem] = useState<Problem>(null);
  const [busy, setBusy] = useState(false);
  const byEmail = method === "email";
  const passkey = usePasskeySignIn(onEntry);
  const reason = useReason("sign_in");

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = byEmail ? emailProblem(email) : phoneProblem(phone);
    setProblem(found);
    if (found) return;
    const name = byEmail ? email.trim() : international(phone);
    setBusy(true);
    try {
      const exists = byEmail ? await emailExists(name) : await mobileExists(name);
      if (exists) return onFound({ method, name });
      setProblem("auth.email_not_found");
      alertError(t("auth.email_not_found"));
    } catch (error) {
      alertError(sentenceOf(error));
    } finally {
      setBusy(false);
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
          onValue={(next) => {
            setMethod(next);
            setProblem(null);
          }}
          items={[
            { id: "email", label: t("auth.email") },
            { id: "phone", label: t("auth.phone") },
          ]}
        />
        {byEmail ? (
          <Input
            key="email"
            size="l"
            label={t("auth.email")}
            value={email}
            onValue={setEmail}
            error={error}
            name="username"
            inputMode="email"
            autoComplete="username webauthn"
            autoCapitalize="none"
            autoFocus
            {...passkey.field}
          />
        ) : (
          <PhoneInput key="phone" value={phone} onValue={setPhone} error={error} autoFocus />
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
          <WalletButton onEntry={onEntry} />
          <PasskeyButton {...passkey.button} />
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
  onEntry: (entry: Entry) => Promise<unknown> | void;
  onBack: () => void;
}

function PasswordStep({ identity, onEntry, onBack }: PasswordStepProps) {
  const { method, name } = identity;
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [resendAt, setResendAt] = useState<number | null>(null);
  const [kept, setKept] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const problem = signinPasswordProblem(password);
    setError(problem && t(problem));
    if (problem) return;
    setBusy(true);
    const login = method === "email" ? emailLogin : mobileLogin;
    const entry = await enter(() => login(name, password));
    if (entry.kind === "failed") {
      setError(entry.text ?? t("auth.login_failed"));
      if (strangersMayHave(entry.code)) setKept(true);
    }
    await onEntry(entry);
    setBusy(false);
  };
  const forgot = async () => {
    try {
      setResendAt(resendTime(await sendResetCode(name)));
    } catch (refusal) {
      // A code was sent a moment ago: it may be this one's, and the next one can be asked for soon.
      if (refusal instanceof ApiError && refusal.code === "code_too_soon") {
        const seconds = Number.parseInt(String(refusal.details["resend_after"]), 10);
        return setResendAt(resendTime(seconds > 0 ? { resend_after: seconds } : {}));
      }
      if (refusal instanceof ApiError && strangersMayHave(refusal.code)) setKept(true);
      const unsent = refusal instanceof ApiError && refusal.code === "unavailable";
      alertError(unsent ? t("auth.email_not_found") : sentenceOf(refusal));
    }
  };

  return (
    <>
      <BackButton onClick={onBack} />
      <h1 className={styles.title}>{t("auth.enter_password")}</h1>
      <IdentityLine name={name} onChange={onBack} />
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {/* For password managers, which look for the name beside the password. */}
        <input type="hidden" name="username" autoComplete="username" value={name} />
        <PasswordInput
          size="l"
          label={t("auth.password")}
          value={password}
          onValue={setPassword}
          error={error}
          labelEnd={
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
        {method === "email" && kept && <LinkOffer email={name} />}
      </form>
      {resendAt !== null && (
        <ForgotPassword email={name} resendAt={resendAt} onClose={() => setResendAt(null)} />
      )}
    </>
  );
}

function Steps() {
  const [wasIn] = useState(() => currentSession() !== null);
  const [identity, setIdentity] = useState<Identity | null>(null);
  const [second, setSecond] = useState<Second | null>(null);
  const [frozen, setFrozen] = useState(false);
  const arrive = useArrival();
  if (wasIn) return <Redirect to={startPage()} />;

  const arrived = () => arrive(identity?.method === "phone" ? afterPhoneLoginMs : 0);
  const onEntry = (entry: Entry): Promise<void> | void => {
    if (entry.kind === "in") return arrived();
    if (entry.kind === "second") return setSecond(entry.second);
    if (entry.kind === "frozen") return setFrozen(true);
    if (entry.kind === "failed" && entry.text) return alertError(entry.text);
    toast({ tone: "error", title: t("auth.login_failed") });
  };
  const step = () => {
    if (second !== null) {
      return (
        <SecondStep
          {...second}
          onIn={arrived}
          onFrozen={() => setFrozen(true)}
          onBack={() => setSecond(null)}
        />
      );
    }
    if (!identity) return <IdentityStep onFound={setIdentity} onEntry={onEntry} />;
    return <PasswordStep identity={identity} onEntry={onEntry} onBack={() => setIdentity(null)} />;
  };
  return (
    <>
      {step()}
      <FrozenDialog open={frozen} onClose={() => setFrozen(false)} />
    </>
  );
}

/**
 * Whoever has no account yet begins with making one, at the same address; whoever comes by a link
 * from a mail is asked first whether this is the browser.
 */
export default function SignIn() {
  const newHere = useWayIn().new_here;
  const token = linkToken(useLocation().hash);
  const [done, setDone] = useState<string | null>(null);
  if (token !== null && token !== done) {
    return <FollowLink key={token} token={token} onDone={() => setDone(token)} />;
  }
  return newHere ? <SignUp /> : <Steps />;
}
