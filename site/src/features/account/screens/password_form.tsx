// The one form behind both password pages and both full-screen dialogs.
import { useState, type FormEvent } from "react";
import { t } from "../../../lib/i18n";
import { currentSession } from "../../../lib/session";
import { lacksCode, type Proof } from "../../../lib/step_up";
import { Button } from "../../../ui/button";
import { PasswordInput } from "../../../ui/input";
import { PasswordMeter } from "../../../ui/password_meter";
import { useStepUp } from "../../../ui/step_up_dialog";
import { changePassword, changeTransactionPassword, useChange, type PasswordAnswer } from "../api";
import { about, isBesideField, tellFailed, tellPassword } from "../notices";
import { passwordProblems, shortestPassword, type PasswordFields } from "../rules";
import styles from "./account.module.css";
import { OtherSignIns } from "./other_sign_ins";

const loginTexts = {
  old: "account.old_password",
  fresh: "account.new_password",
  again: "account.confirm_new_password",
  hint: "account.password_hint",
  wrongOld: "account.invalid_old_password",
  done: "account.password_changed",
  act: "account.change_password",
  field: "password",
  actName: "change_password",
} as const;

const transactionTexts = {
  old: "account.old_transaction_password",
  fresh: "account.new_transaction_password",
  again: "account.confirm_new_transaction_password",
  hint: "account.transaction_hint",
  wrongOld: "account.old_dont_match",
  done: "account.passwords_set",
  act: "account.change_transaction_password",
  field: "transactionPassword",
  actName: "change_transaction_password",
} as const;

interface PasswordFormProps {
  which: "login" | "transaction";
  onDone: () => void;
}

const nothing: PasswordFields = { old: "", fresh: "", again: "" };

export function PasswordForm({ which, onDone }: PasswordFormProps) {
  const texts = which === "login" ? loginTexts : transactionTexts;
  const change = useChange(which === "login" ? changePassword : changeTransactionPassword);
  const stepUp = useStepUp();
  const [given, setGiven] = useState(nothing);
  const [shown, show] = useState(false);
  const [wrongOld, setWrongOld] = useState(false);
  const [endOthers, setEndOthers] = useState(false);
  const rules = { shortest: shortestPassword[which], email: currentSession()?.user.email };
  const problems = passwordProblems(given, rules);

  const set = (field: keyof PasswordFields) => (value: string) => {
    setGiven((before) => ({ ...before, [field]: value }));
    if (field === "old") setWrongOld(false);
    change.reset();
  };
  const answered = ({ message }: PasswordAnswer) => {
    stepUp.close();
    if (message === "saved") {
      tellPassword("success", texts.done);
      return onDone();
    }
    if (message === "dont_match") setWrongOld(true);
    tellPassword("error", message === "dont_match" ? texts.wrongOld : "account.recently_used");
  };
  const save = async (proof?: Proof) => {
    const { old, fresh } = given;
    try {
      answered(await change.mutateAsync({ old, fresh, endOthers, ...(proof && { proof }) }));
    } catch (error) {
      if (!isBesideField(error, [texts.field])) throw error;
      stepUp.close();
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    show(true);
    if (Object.keys(problems).length > 0 || change.isPending) return;
    // A wrong old password is said before anybody is asked for a code.
    save().catch((error: unknown) => {
      const factor = lacksCode(error);
      if (!factor) return tellFailed(error);
      stepUp.ask({ act: texts.actName, confirm: t(texts.act), factor, work: save });
    });
  };
  const errorOf = (field: keyof PasswordFields) => {
    const problem = shown ? problems[field] : undefined;
    return problem && t(problem, { count: rules.shortest });
  };
  const oldError = errorOf("old") ?? (wrongOld ? t(texts.wrongOld) : undefined);
  return (
    <>
      <form className={styles.form} noValidate onSubmit={submit}>
        <PasswordInput
          size="l"
          label={t(texts.old)}
          value={given.old}
          onValue={set("old")}
          error={oldError}
          autoComplete={which === "login" ? "current-password" : "off"}
        />
        <PasswordInput
          size="l"
          label={t(texts.fresh)}
          value={given.fresh}
          onValue={set("fresh")}
          error={errorOf("fresh") ?? about(change.error, texts.field)}
          hint={<PasswordMeter password={given.fresh} hint={t(texts.hint)} {...rules} />}
          autoComplete={which === "login" ? "new-password" : "off"}
        />
        <PasswordInput
          size="l"
          label={t(texts.again)}
          value={given.again}
          onValue={set("again")}
          error={errorOf("again")}
          autoComplete={which === "login" ? "new-password" : "off"}
        />
        {which === "login" && <OtherSignIns end={endOthers} onEnd={setEndOthers} />}
        <p className={styles.note}>{t("account.password_note")}</p>
        <Button type="submit" look="primary" size="xl" wide busy={change.isPending}>
          {t(texts.act)}
        </Button>
      </form>
      {stepUp.dialog}
    </>
  );
}
