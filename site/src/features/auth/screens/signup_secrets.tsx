import { useState, type FormEvent } from "react";
import { ApiError, sentence_of } from "../../../lib/api";
import { t } from "../../../lib/i18n";
import { default_country, international, phone_problem, type Phone } from "../../../lib/phone";
import { Button } from "../../../ui/button";
import { PasswordInput, type InputProps } from "../../../ui/input";
import { PasswordMeter } from "../../../ui/password_meter";
import { PhoneInput } from "../../../ui/phone_input";
import { toast } from "../../../ui/toast";
import { register, type Registration } from "../api";
import {
  login_password_problem,
  shortest_of,
  transaction_password_problem,
  type Problem,
} from "../rules";
import styles from "./access.module.css";
import { BackButton } from "./back_button";
import { StepHead } from "./step_head";

interface SecretsStepProps {
  draft: Pick<Registration, "username" | "code" | "referral" | "social">;
  on_registered: (password: string) => Promise<unknown> | void;
  on_wrong_code: (problem: Problem) => void;
  on_back: () => void;
  /** What came from Google is no longer good; the sign-up goes on without it. */
  on_social_expired: () => void;
  /** Nobody has this referral code; the sign-up goes on without it. */
  on_unknown_referral: () => void;
}

type Errors = Partial<Record<"mobile_number" | "password" | "transaction_password", string>>;

const code_errors = new Set(["code_wrong", "code_expired"]);
const alert_error = (text: string) => toast({ tone: "error", title: t("common.error"), text });

interface NewPasswordProps extends Omit<InputProps, "type" | "end" | "hint"> {
  name: string;
  hint: string;
  email: string;
}

/** A password that is being chosen. */
function NewPasswordInput({ hint, email, ...props }: NewPasswordProps) {
  const rules = { shortest: shortest_of(props.name), email };
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
  const [phone, set_phone] = useState<Phone>({ country: default_country, number: "" });
  const [password, set_password] = useState("");
  const [transaction, set_transaction] = useState("");
  const [errors, set_errors] = useState<Errors>({});
  const [busy, set_busy] = useState(false);
  const { username } = props.draft;

  const problems = (): Errors => {
    const found: Record<keyof Errors, Problem> = {
      mobile_number: phone_problem(phone),
      password: login_password_problem(password, username),
      transaction_password: transaction_password_problem(transaction, password, username),
    };
    const wrong = Object.entries(found).flatMap(([name, key]) =>
      key ? [[name, t(key, { count: shortest_of(name) })]] : [],
    );
    return Object.fromEntries(wrong) as Errors;
  };
  const outcome = async (message: string) => {
    if (message === "SUCCESS") return props.on_registered(password);
    if (message === "CODE_DOES_NOT_MATCH") {
      alert_error(t("auth.code_wrong"));
      return props.on_wrong_code("auth.code_wrong");
    }
    const taken = message === "USER_ALREADY_EXIST";
    return alert_error(t(taken ? "auth.user_exists" : "auth.signup_failed"));
  };
  const refused = (error: unknown) => {
    if (error instanceof ApiError && error.field === "referral") {
      alert_error(t("auth.referral_unknown", { code: props.draft.referral ?? "" }));
      return props.on_unknown_referral();
    }
    alert_error(sentence_of(error));
    if (!(error instanceof ApiError)) return;
    if (code_errors.has(error.code)) return props.on_wrong_code("auth.code_wrong");
    if (error.field === "social") return props.on_social_expired();
    if (error.field) set_errors({ [error.field]: error.sentence });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = problems();
    set_errors(found);
    if (Object.keys(found).length > 0) return;
    set_busy(true);
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
      set_busy(false);
    }
  };

  return (
    <>
      <StepHead step={3} title={t("auth.secure")} text={t("auth.secure_text")} />
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <PhoneInput value={phone} on_value={set_phone} error={errors.mobile_number} autoFocus />
        <NewPasswordInput
          name="password"
          label={t("auth.password")}
          hint={t("auth.password_hint")}
          email={username}
          value={password}
          on_value={set_password}
          error={errors.password}
        />
        <NewPasswordInput
          name="transaction_password"
          label={t("auth.transaction_password")}
          hint={t("auth.transaction_hint")}
          email={username}
          value={transaction}
          on_value={set_transaction}
          error={errors.transaction_password}
        />
        <Button type="submit" look="primary" size="xl" wide busy={busy} disabled={password === ""}>
          {t("auth.create_account")}
        </Button>
        <BackButton onClick={props.on_back} />
      </form>
    </>
  );
}
