// What can be done with an open position: close it, add margin, set its targets.
import { useState } from "react";
import { useNavigate } from "react-router";
import { ApiError } from "../../lib/api";
import { useClientKey } from "../../lib/client_key";
import {
  clean_typing,
  multiply,
  places_of,
  trim_zeros,
  typed_decimal,
  type Decimal,
} from "../../lib/decimal";
import { comma_is_point, format_number, format_percent } from "../../lib/format";
import { current_language, t } from "../../lib/i18n";
import { usePaused } from "../../lib/status";
import { Button } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { FieldError, Input } from "../../ui/input";
import { Amount, Price } from "../../ui/number";
import { PasswordDialog } from "../../ui/password_dialog";
import { toast } from "../../ui/toast";
import { useAddMargin, useClose, useSetTargets } from "./api";
import type { CloseAnswer, Contract, Position } from "./contract";
import styles from "./form.module.css";
import { tell_when_closed } from "./receipts";
import { adding_problem, liquidation_with, targets_problem, usdt_places } from "./rules";
import { sentence } from "./trade_form";

const quote = "USDT";

interface DialogProps {
  position: Position;
  /** Of the position; undefined when it is not listed any more. */
  contract: Contract | undefined;
  /** In USDT. */
  available: Decimal;
  on_close: () => void;
}

const number = (value: Decimal | undefined) => format_number(value ?? null);

/** What the server answered to a close request; true when it was accepted. */
function tell_of_closing(answer: CloseAnswer): boolean {
  if (answer.message === "closeRequest") {
    toast({ tone: "success", title: t("common.success"), text: t("futures.close_requested") });
    return true;
  }
  if (answer.message === "closePositionError") {
    const text = t("futures.close_early", {
      daysLeft: answer.daysLeft ?? "",
      futureTarget: number(answer.futureTarget),
      futureFundsToAdd: number(answer.futureFundsToAdd),
    });
    toast({ tone: "error", title: t("futures.close_early_title"), text });
    return false;
  }
  toast({ tone: "error", title: t("errors.unexpected") });
  return false;
}

/** The dialog knows a refused password and a success; the rest is told by what was answered. */
async function answered(answer: Promise<CloseAnswer>) {
  const given = await answer;
  const wrong = given.message === "wrong_transaction_password";
  return { message: wrong ? given.message : "success", given };
}

export function CloseDialog({ position, contract, on_close }: DialogProps) {
  const close = useClose();
  const navigate = useNavigate();
  const stopped = usePaused(position.coin_pair.pair_name).trading;
  const rate = contract && format_percent(multiply(contract.closing_fee, "100"), { signed: false });
  return (
    <PasswordDialog
      trades
      title={t("futures.close_title")}
      look="sell"
      confirm={t("futures.close")}
      refused={t("futures.request_error")}
      held_back={stopped !== null}
      unknown={(error) =>
        t(
          error instanceof ApiError && error.status === 0
            ? "futures.no_response"
            : "futures.request_error",
        )
      }
      send={(secret) => answered(close.mutateAsync({ future_id: position.id, ...secret }))}
      on_close={on_close}
      on_done={({ given }) => {
        on_close();
        if (!tell_of_closing(given)) return;
        void tell_when_closed(position.id, contract);
        void navigate("/home");
      }}
    >
      <p className={styles.note}>{t("futures.close_text")}</p>
      {rate !== undefined && <p className={styles.note}>{t("futures.close_fee", { rate })}</p>}
      {stopped && (
        <div className={styles.note}>
          <FieldError>{t(`futures.trading_${stopped}`)}</FieldError>
        </div>
      )}
    </PasswordDialog>
  );
}

export function MarginDialog({ position, contract, available, on_close }: DialogProps) {
  const [amount, set_amount] = useState("");
  const [tried, set_tried] = useState(false);
  const add_margin = useAddMargin();
  const problem = tried ? adding_problem(amount, available) : null;
  const places = contract && places_of(contract.tick);
  const added = typed_decimal(amount);
  const after = added && contract ? liquidation_with(position, added, contract) : null;
  return (
    <PasswordDialog
      trades
      title={t("futures.add_margin")}
      refused={t("futures.margin_not_added")}
      check={() => {
        set_tried(true);
        return adding_problem(amount, available) === null;
      }}
      send={(secret) =>
        add_margin.mutateAsync({ future_id: position.id, amount: added ?? "0", ...secret })
      }
      on_close={on_close}
      on_done={() => {
        toast({ tone: "success", title: t("common.success"), text: t("futures.margin_added") });
        on_close();
      }}
    >
      <p className={styles.note}>{t("futures.add_margin_text")}</p>
      <div className={styles.fields}>
        <Input
          label={t("futures.amount")}
          layout="inside"
          inputMode="decimal"
          unit={quote}
          value={amount}
          error={problem ? sentence(problem) : undefined}
          on_value={(text) => {
            set_tried(false);
            set_amount(clean_typing(text, usdt_places, comma_is_point(current_language())));
          }}
        />
      </div>
      <dl className={styles.details}>
        <div>
          <dt>{t("futures.available")}</dt>
          <dd>
            <Amount value={available} places={usdt_places} unit={quote} />
          </dd>
        </div>
        <div>
          <dt>{t("futures.liquidation_now")}</dt>
          <dd>
            <Price value={position.liquidation_price} places={places} unit={quote} />
          </dd>
        </div>
        <div>
          <dt>{t("futures.liquidation_after")}</dt>
          <dd className={styles.liquidation}>
            <Price value={after} places={places} estimate unit={quote} />
          </dd>
        </div>
      </dl>
    </PasswordDialog>
  );
}

const fields = ["take_profit", "stop_loss"] as const;

export function TargetsDialog({ position, contract, on_close }: DialogProps) {
  const [targets, set_targets] = useState({
    take_profit: position.take_profit ? trim_zeros(position.take_profit) : "",
    stop_loss: position.stop_loss ? trim_zeros(position.stop_loss) : "",
  });
  const [tried, set_tried] = useState(false);
  const save = useSetTargets();
  const client_id = useClientKey();
  const terms = contract ?? { mark_price: position.current_price, tick: "0" };
  const problem = targets_problem(position.delegate_type, targets, terms);
  const failed = (error: unknown) =>
    toast({
      tone: "error",
      title: t("futures.targets_not_saved"),
      text: error instanceof ApiError ? error.sentence : t("errors.unexpected"),
    });
  const submit = () => {
    set_tried(true);
    if (problem || save.isPending) return;
    save.mutate(
      {
        future_id: position.id,
        take_profit: typed_decimal(targets.take_profit) ?? undefined,
        stop_loss: typed_decimal(targets.stop_loss) ?? undefined,
        client_id,
      },
      {
        onSuccess: () => {
          on_close();
          toast({ tone: "success", title: t("common.success"), text: t("futures.targets_saved") });
        },
        onError: failed,
      },
    );
  };
  return (
    <Dialog open on_close={on_close} title={t("futures.targets_title")} keep_on_scrim>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p className={styles.note}>{t("futures.targets_text")}</p>
        <dl className={styles.details}>
          <div>
            <dt>{t("futures.mark_price")}</dt>
            <dd>
              <Price
                value={terms.mark_price}
                places={contract && places_of(contract.tick)}
                unit={quote}
              />
            </dd>
          </div>
        </dl>
        <div className={styles.fields}>
          {fields.map((field) => (
            <Input
              key={field}
              label={t(`futures.${field}`)}
              layout="inside"
              inputMode="decimal"
              unit={quote}
              value={targets[field]}
              error={tried && problem?.field === field ? sentence(problem) : undefined}
              on_value={(text) =>
                set_targets({
                  ...targets,
                  [field]: clean_typing(
                    text,
                    contract ? places_of(contract.tick) : usdt_places,
                    comma_is_point(current_language()),
                  ),
                })
              }
            />
          ))}
        </div>
        <DialogActions>
          <Button look="outline" size="l" onClick={on_close}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" look="primary" size="l" busy={save.isPending}>
            {t("futures.targets_save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
