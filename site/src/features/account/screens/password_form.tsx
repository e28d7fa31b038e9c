// The one form behind both password pages and both full-screen dialogs.
import { useState, type FormEvent } from "react";
import { t } from "../../../lib/i18n";
import { Button } from "../../../ui/button";
import { PasswordInput } from "../../../ui/input";
import {
  change_password,
  change_transaction_password,
  send_password_code,
  useChange,
  type PasswordAnswer,
} from "../api";
import { about, is_beside_field, tell_failed, tell_password } from "../notices";
import { code_problem, password_problems, type PasswordFields } from "../rules";
import styles from "./account.module.css";
import { CodeField } from "./code_field";

const login_texts = {
  old: "account.old_password",
  fresh: "account.new_password",
  again: "account.confirm_new_password",
  hint: "account.password_hint",
  wrong_old: "account.invalid_old_password",
  done: "account.password_changed",
  act: "account.change_password",
  field: "password",
} as const;

const transaction_texts = {
  old: "account.old_transaction_password",
  fresh: "account.new_transaction_password",
  again: "account.confirm_new_transaction_password",
  hint: "account.transaction_hint",
  wrong_old: "account.old_dont_match",
  done: "account.passwords_set",
  act: "account.change_transaction_password",
  field: "transactionPassword",
} as const;

interface PasswordFormProps {
  which: "login" | "transaction";
  /** Asks for a code by e-mail as well. */
  with_code?: boolean;
  on_done: () => void;
}

const nothing: PasswordFields = { old: "", fresh: "", again: "" };

export function PasswordForm({ which, with_code, on_done }: PasswordFormProps) {
  const texts = which === "login" ? login_texts : transaction_texts;
  const change = useChange(which === "login" ? change_password : change_transaction_password);
  const [given, set_given] = useState(nothing);
  const [code, set_code] = useState("");
  const [shown, show] = useState(false);
  const [wrong_old, set_wrong_old] = useState(false);
  const problems = password_problems(given);
  const bad_code = with_code ? code_problem(code) : null;

  const set = (field: keyof PasswordFields) => (value: string) => {
    set_given((before) => ({ ...before, [field]: value }));
    if (field === "old") set_wrong_old(false);
    change.reset();
  };
  const answered = ({ message }: PasswordAnswer) => {
    if (message === "saved") {
      tell_password("success", texts.done);
      return on_done();
    }
    if (message === "dont_match") set_wrong_old(true);
    tell_password("error", message === "dont_match" ? texts.wrong_old : "account.recently_used");
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    show(true);
    if (Object.keys(problems).length > 0 || bad_code || change.isPending) return;
    change.mutate(
      { old: given.old, fresh: given.fresh, ...(with_code ? { code } : {}) },
      {
        onSuccess: answered,
        onError: (error) => {
          if (!is_beside_field(error, [texts.field, "verification_code"])) tell_failed(error);
        },
      },
    );
  };
  const error_of = (field: keyof PasswordFields) => {
    const problem = shown ? problems[field] : undefined;
    return problem && t(problem);
  };
  const old_error = error_of("old") ?? (wrong_old ? t(texts.wrong_old) : undefined);
  const code_error = about(change.error, "verification_code");
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <PasswordInput
        size="l"
        label={t(texts.old)}
        value={given.old}
        on_value={set("old")}
        error={old_error}
        autoComplete={which === "login" ? "current-password" : "off"}
      />
      <PasswordInput
        size="l"
        label={t(texts.fresh)}
        value={given.fresh}
        on_value={set("fresh")}
        error={error_of("fresh") ?? about(change.error, texts.field)}
        hint={t(texts.hint)}
        autoComplete={which === "login" ? "new-password" : "off"}
      />
      <PasswordInput
        size="l"
        label={t(texts.again)}
        value={given.again}
        on_value={set("again")}
        error={error_of("again")}
        autoComplete={which === "login" ? "new-password" : "off"}
      />
      {with_code && (
        <CodeField
          label={t("account.code_by_mail")}
          value={code}
          on_value={(value) => {
            set_code(value);
            change.reset();
          }}
          error={code_error ?? (shown && bad_code ? t(bad_code) : undefined)}
          send={send_password_code}
        />
      )}
      <p className={styles.note}>{t("account.password_note")}</p>
      <Button type="submit" look="primary" size="xl" wide busy={change.isPending}>
        {t(texts.act)}
      </Button>
    </form>
  );
}
