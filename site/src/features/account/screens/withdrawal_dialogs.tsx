// The withdrawal limit and one-step withdrawal.
import { useState, type FormEvent } from "react";
import { format_number } from "../../../lib/format";
import { current_language, sentences, t } from "../../../lib/i18n";
import type { Proof } from "../../../lib/step_up";
import { Button } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { StepUpDialog, useStepUp } from "../../../ui/step_up_dialog";
import { look_again, set_withdraw_limit, turn_one_step, useChange, type Security } from "../api";
import { tell_done, tell_failed } from "../notices";
import { verified_limit, withdraw_limits } from "../rules";
import styles from "./account.module.css";
import { ConfirmDialog } from "./confirm_dialog";

const amount = (value: string) => format_number(value, { language: current_language() });

export function LimitDialog(props: { security: Security; on_close: () => void }) {
  const [chosen, choose] = useState(String(props.security.withdraw_limit));
  const change = useChange(set_withdraw_limit);
  const step_up = useStepUp();
  const save = async (proof?: Proof) => {
    await change.mutateAsync({ withdraw_limit: chosen, ...(proof && { proof }) });
    tell_done("account.limit_saved");
    props.on_close();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Lowering it takes nothing from the account's protection.
    if (parseInt(chosen, 10) <= props.security.withdraw_limit) {
      return void save().catch(tell_failed);
    }
    step_up.ask({
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
  if (step_up.dialog) return step_up.dialog;
  return (
    <Dialog open on_close={props.on_close} title={t("account.limit_title")}>
      <form className={styles.dialog} onSubmit={submit}>
        <fieldset className={styles.choices}>
          <legend className={styles["dialog-text"]}>{t("account.limit_text")}</legend>
          {[...withdraw_limits, verified_limit].map((limit) => (
            <label key={limit} className={styles.choice}>
              <input
                type="radio"
                name="withdraw_limit"
                value={limit}
                checked={limit === chosen}
                disabled={limit === verified_limit && !props.security.verified}
                onChange={() => choose(limit)}
              />
              {t("account.limit_option", { amount: amount(limit) })}
              {limit === verified_limit && !props.security.verified && (
                <span className={styles["choice-note"]}>{t("account.limit_verified_only")}</span>
              )}
            </label>
          ))}
        </fieldset>
        <DialogActions>
          <Button look="outline" size="l" onClick={props.on_close}>
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

export function OneStepDialog({
  security,
  on_close,
}: {
  security: Security;
  on_close: () => void;
}) {
  const turn = async (enabled: boolean, proof: Proof) => {
    await turn_one_step({ enabled, proof });
    void look_again();
    tell_done("account.saved");
    on_close();
  };
  if (security.one_step_withdrawal) {
    return (
      <ConfirmDialog
        title={t("account.one_step_title_off")}
        text={t("account.one_step_text_off")}
        ask="transaction_password"
        act={t("account.turn_off")}
        on_close={on_close}
        on_confirm={(password) => turn(false, { password })}
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
      on_close={on_close}
      work={(proof) => turn(true, proof)}
    />
  );
}
