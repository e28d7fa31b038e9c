import { useState, type FormEvent } from "react";
import { ApiError, sentenceOf } from "../../../lib/api";
import { t } from "../../../lib/i18n";
import { defaultCountry, international, phoneProblem, type Phone } from "../../../lib/phone";
import { Button } from "../../../ui/button";
import { PasswordInput, type InputProps } from "../../../ui/input";
import { PasswordMeter } from "../../../ui/password_meter";
import { PhoneInput } from "../../../ui/phone_input";
import { toast } from "../../../ui/toast";
import { register, type Registration } from "../api";
import {
  loginPasswordProblem,
  shortestOf,
  transactionPasswordProblem,
  type Problem,
} from "../rules";
import styles from "./access.module.css";
import { BackButton } from "./back_button";
import { StepHead } from "./step_head";

interface SecretsStepProps {
  draft: Pick<Registration, "username" | "code" | "referral" | "social">;
  onRegistered: (password: string) => Promise<unknown> | void;
  onWrongCode: (problem: Problem) => void;
  onBack: () => void;
  /** What came from Google is no longer good; the sign-up goes on without it. */
  onSocialExpired: () => void;
  /** Nobody has this referral code; the sign-up goes on without it. */
  onUnknownReferral: () => void;
}

type Errors = Partial<Record<"mobile_number" | "password" | "transaction_password", string>>;

const codeErrors = new Set(["code_wrong", "code_expired"]);
const alertError = (text: string) => toast({ tone: "error", title: t("common.error"), text });

interface NewPasswordProps extends Omit<InputProps, "type" | "end" | "hint"> {
  name: string;
  hint: string;
  email: string;
}

/** A password that is being chosen. */
function NewPasswordInput({ hint, email, ...props }: NewPasswordProps) {
  const rules = { shortest: shortestOf(props.name), email };
  return (
    <PasswordInput
      size="l"
      autoComplete="new-password"
      {...props}
      hint={<PasswordMeter password={props.value} hint={hint} {...rules} />}
    />
  );
}

export function SecretsStep(props: SecretsStepProps) {
  const [phone, setPhone] = useState<Phone>({ country: defaultCountry, number: "" });
  const [password, setPassword] = useState("");
  const [transaction, setTransaction] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const { username } = props.draft;

  const problems = (): Errors => {
    const found: Record<keyof Errors, Problem> = {
      mobile_number: phoneProblem(phone),
      password: loginPasswordProblem(password, username),
      transaction_password: transactionPasswordProblem(transaction, password, username),
    };
    const wrong = Object.entries(found).flatMap(([name, key]) =>
      key ? [[name, t(key, { count: shortestOf(name) })]] : [],
    );
    return Object.fromEntries(wrong) as Errors;
  };
  const outcome = async (message: string) => {
    if (message === "SUCCESS") return props.onRegistered(password);
    if (message === "CODE_DOES_NOT_MATCH") {
      alertError(t("auth.code_wrong"));
      return props.onWrongCode("auth.code_wrong");
    }
    const taken = message === "USER_ALREADY_EXIST";
    return alertError(t(taken ? "auth.user_exists" : "auth.signup_failed"));
  };
  const refused = (error: unknown) => {
    if (error instanceof ApiError && error.field === "referral") {
      alertError(t("auth.referral_unknown", { code: props.draft.referral ?? "" }));
      return props.onUnknownReferral();
    }
    alertError(sentenceOf(error));
    if (!(error instanceof ApiError)) return;
    if (codeErrors.has(error.code)) return props.onWrongCode("auth.code_wrong");
    if (error.field === "social") return props.onSocialExpired();
    if (error.field) setErrors({ [error.field]: error.sentence });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = problems();
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await outcome(
        await register({
          ...props.draft,
          mobile_number: international(phone),
          password,
          transaction_password: transaction,
        }),
      );
    } catch (error) {
      refused(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <StepHead step={3} title={t("auth.secure")} text={t("auth.secure_text")} />
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <PhoneInput value={phone} onValue={setPhone} error={errors.mobile_number} autoFocus />
        <NewPasswordInput
          name="password"
          label={t("auth.password")}
          hint={t("auth.password_hint")}
          email={username}
          value={password}
          onValue={setPassword}
          error={errors.password}
        />
        <NewPasswordInput
          name="transaction_password"
          label={t("auth.transaction_password")}
          hint={t("auth.transaction_hint")}
          email={username}
          value={transaction}
          onValue={setTransaction}
          error={errors.transaction_password}
        />
        <Button type="submit" look="primary" size="xl" wide busy={busy} disabled={password === ""}>
          {t("auth.create_account")}
        </Button>
        <BackButton onClick={props.onBack} />
      </form>
    </>
  );
}
