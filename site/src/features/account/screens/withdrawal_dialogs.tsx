// The withdrawal limit and one-step withdrawal.
import { useState, type FormEvent } from "react";
import { format_number } from "../../../lib/format";
import { current_language, t } from "../../../lib/i18n";
import { Button } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { look_again, set_withdraw_limit, turn_one_step, useChange, type Security } from "../api";
import { tell_done, tell_failed } from "../notices";
import { verified_limit, withdraw_limits } from "../rules";
import styles from "./account.module.css";
import { ConfirmDialog } from "./confirm_dialog";

const amount = (value: string) => format_number(value, { language: current_language() });

export function LimitDialog(props: { security: Security; on_close: () => void }) {
  const [chosen, choose] = useState(String(props.security.withdraw_limit));
  const change = useChange(set_withdraw_limit);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(chosen, {
      onSuccess: () => {
        tell_done("account.limit_saved");
        props.on_close();
      },
      onError: tell_failed,
    });
  };
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
              <span>{t("account.limit_option", { amount: amount(limit) })}</span>
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
  const on = security.one_step_withdrawal;
  return (
    <ConfirmDialog
      title={t(on ? "account.one_step_title_off" : "account.one_step_title_on")}
      text={t(on ? "account.one_step_text_off" : "account.one_step_text_on", {
        amount: amount(security.one_step_limit_usdt),
      })}
      ask="transaction_password"
      act={t(on ? "account.turn_off" : "account.turn_on")}
      on_close={on_close}
      on_confirm={async (transaction_password) => {
        await turn_one_step({ enabled: !on, transaction_password });
        void look_again();
        tell_done("account.saved");
        on_close();
      }}
    />
  );
}
