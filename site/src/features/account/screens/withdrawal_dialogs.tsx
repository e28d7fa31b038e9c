// The withdrawal limit and one-step withdrawal.
import { useRef, useState, type FormEvent } from "react";
import { formatNumber } from "../../../lib/format";
import { currentLanguage, sentences, t } from "../../../lib/i18n";
import type { Proof } from "../../../lib/step_up";
import { Button } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { PasswordInput } from "../../../ui/input";
import { StepUpDialog, useStepUp } from "../../../ui/step_up_dialog";
import {
  lookAgain,
  setWithdrawLimit,
  turnOneStep,
  useChange,
  type Security,
  type WithdrawLimit,
} from "../api";
import { about, tellDone, tellFailed } from "../notices";
import { verifiedLimit, withdrawLimits } from "../rules";
import styles from "./account.module.css";
import { PasswordConfirmDialog } from "./password_confirm_dialog";

const amount = (value: string) => formatNumber(value, { language: currentLanguage() });

export function LimitDialog(props: { security: Security; onClose: () => void }) {
  const [chosen, choose] = useState<WithdrawLimit>(`${props.security.withdraw_limit}`);
  const change = useChange(setWithdrawLimit);
  const stepUp = useStepUp();
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const raised = parseInt(chosen, 10) > props.security.withdraw_limit;
  const save = async (proof?: Proof) => {
    await change.mutateAsync({ withdraw_limit: chosen, ...(proof && { proof }) });
    tellDone("account.limit_saved");
    props.onClose();
  };
  const refused = (reason: unknown) => {
    const beside = about(reason, "transaction_password");
    setError(beside);
    if (beside) field.current?.focus();
    else tellFailed(reason);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    // Lowering it takes nothing from the account's protection; the password makes it final.
    if (!raised) return void save(password === "" ? undefined : { password }).catch(refused);
    stepUp.ask({
      act: "raise_limit",
      title: t("account.limit_title"),
      text: sentences(
        t("account.limit_raise_text", { amount: amount(chosen) }),
        t("account.rest_note"),
      ),
      password: "transaction",
      confirm: t("account.save"),
      work: save,
    });
  };
  if (stepUp.dialog) return stepUp.dialog;
  return (
    <Dialog open onClose={props.onClose} title={t("account.limit_title")}>
      <form className={styles.dialog} onSubmit={submit}>
        <fieldset className={styles.choices}>
          <legend className={styles["dialog-text"]}>{t("account.limit_text")}</legend>
          {[...withdrawLimits, verifiedLimit].map((limit) => (
            <label key={limit} className={styles.choice}>
              <input
                type="radio"
                name="withdraw_limit"
                value={limit}
                checked={limit === chosen}
                disabled={limit === verifiedLimit && !props.security.verified}
                onChange={() => choose(limit)}
              />
              {t("account.limit_option", { amount: amount(limit) })}
              {limit === verifiedLimit && !props.security.verified && (
                <span className={styles["choice-note"]}>{t("account.limit_verified_only")}</span>
              )}
            </label>
          ))}
        </fieldset>
        {!raised && (
          <PasswordInput
            ref={field}
            label={t("account.limit_password")}
            hint={t("account.limit_password_hint")}
            error={error}
            value={password}
            onValue={(value) => {
              setPassword(value);
              setError(undefined);
            }}
            autoComplete="off"
          />
        )}
        <DialogActions>
          <Button look="outline" size="l" onClick={props.onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" look="primary" size="l" busy={change.isPending}>
            {t("account.save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

export function OneStepDialog({ security, onClose }: { security: Security; onClose: () => void }) {
  const turn = async (enabled: boolean, proof: Proof) => {
    await turnOneStep({ enabled, proof });
    void lookAgain();
    tellDone("account.saved");
    onClose();
  };
  if (security.one_step_withdrawal) {
    return (
      <PasswordConfirmDialog
        title={t("account.one_step_title_off")}
        text={t("account.one_step_text_off")}
        ask="transaction_password"
        act={t("account.turn_off")}
        onClose={onClose}
        onConfirm={(password) => turn(false, { password })}
      />
    );
  }
  const text = t("account.one_step_text_on", { amount: amount(security.one_step_limit_usdt) });
  return (
    <StepUpDialog
      act="one_step_on"
      title={t("account.one_step_title_on")}
      text={sentences(text, t("account.rest_note"))}
      password="transaction"
      confirm={t("account.turn_on")}
      onClose={onClose}
      work={(proof) => turn(true, proof)}
    />
  );
}
