// Taking money out of a subscription.
import { useState } from "react";
import { ApiError, new_client_id } from "../../lib/api";
import { clean_typing, trim_zeros, typed_decimal } from "../../lib/decimal";
import { comma_is_point } from "../../lib/format";
import { current_language, t } from "../../lib/i18n";
import { Button, TextButton } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { FieldError, Input } from "../../ui/input";
import { Amount, TradingNumbers } from "../../ui/number";
import { toast } from "../../ui/toast";
import { useRedeem, type Stake } from "./api";
import styles from "./screens.module.css";
import { redeem_problem } from "./stake_rules";

const places = 18;

/** Of a flexible one the amount; a term is only paid back whole, without its interest. */
export function RedeemDialog({ stake, on_close }: { stake: Stake; on_close: () => void }) {
  const [text, set_text] = useState("");
  const [tried, set_tried] = useState(false);
  const [key] = useState(new_client_id);
  const redeem = useRedeem();
  const flexible = stake.duration === 0;
  const amount = typed_decimal(text);
  const problem = flexible ? redeem_problem(amount, stake.balance) : null;
  const sentence = tried && problem ? t(`earn.${problem}`) : undefined;
  const refusal = redeem.error instanceof ApiError ? redeem.error.sentence : undefined;
  const send = () => {
    set_tried(true);
    if (problem) return;
    const whole = !flexible || amount === trim_zeros(stake.balance);
    redeem.mutate(
      { id: stake.id, client_id: key, ...(!whole && amount && { amount }) },
      {
        onSuccess: () => {
          toast({ tone: "success", title: t("earn.redeemed") });
          on_close();
        },
      },
    );
  };
  return (
    <Dialog open on_close={on_close} title={t("earn.redeem_title", { coin: stake.name })}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {flexible ? (
          <TradingNumbers value={true}>
            <Input
              label={t("earn.amount")}
              size="l"
              inputMode="decimal"
              value={text}
              on_value={(typed) =>
                set_text(clean_typing(typed, places, comma_is_point(current_language())))
              }
              unit={stake.name}
              error={sentence}
              hint={
                <>
                  {t("earn.subscribed")} <Amount value={stake.balance} unit={stake.name} />
                </>
              }
              end={
                <TextButton onClick={() => set_text(trim_zeros(stake.balance))}>
                  {t("earn.max")}
                </TextButton>
              }
            />
          </TradingNumbers>
        ) : (
          <p>
            {t("earn.break_term", {
              amount: trim_zeros(stake.base_balance),
              coin: stake.name,
            })}
          </p>
        )}
        {refusal && <FieldError>{refusal}</FieldError>}
        <DialogActions>
          <Button look="secondary" onClick={on_close}>
            {t("earn.cancel")}
          </Button>
          <Button look="primary" type="submit" busy={redeem.isPending}>
            {t("earn.redeem")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
