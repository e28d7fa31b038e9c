// The last look at a withdrawal, and what proves that it is its owner's.
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState, type FormEvent } from "react";
import { ApiError, new_client_id, sentence_of } from "../../lib/api";
import { clock, useSecondsUntil } from "../../lib/countdown";
import { trim_zeros, typed_decimal } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { networks_key } from "../../lib/networks";
import { useWorth } from "../../lib/worth";
import { Address } from "../../ui/address";
import { Button, TextButton } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { Input, PasswordInput } from "../../ui/input";
import { Amount, Price } from "../../ui/number";
import { OtpInput } from "../../ui/otp_input";
import { toast } from "../../ui/toast";
import { send_code, useWithdraw, type CodeSent } from "./api";
import { alerts, receivable, type Alert, type Draft, type way_of } from "./rules";
import styles from "./withdraw.module.css";

type Way = NonNullable<ReturnType<typeof way_of>>;

interface ConfirmProps {
  draft: Draft;
  way: Way;
  two_factor: boolean;
  /** The code that went out; null where none is needed. */
  sent: CodeSent | null;
  on_close: () => void;
  on_alert: (about: Alert) => void;
  on_done: () => void;
}

type Field = "code" | "two_factor" | "password";
type Given = Readonly<Record<Field, string>>;
type Errors = Partial<Given>;

const code_digits = 6;
const usual_pause_s = 60;

/** What the server answers about a field, with 200 or as a refusal. */
function field_of(code: string, field: string | undefined): [Field, string] | null {
  if (code === "wrong_code") return ["code", t("withdraw.wrong_code")];
  if (code === "code_expired" || field === "verification") return ["code", ""];
  if (code === "wrong_password" || code === "wrong_transaction_password") {
    return ["password", t("confirm.wrong_password")];
  }
  return /two_factor/.test(code) || field === "two_factor_code" ? ["two_factor", ""] : null;
}

const fate_unknown = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** A press on Confirm: what is sent, what was answered, and what the fields say. */
function useConfirmation(props: ConfirmProps, asks_code: boolean, ask_code: () => void) {
  const { draft, way } = props;
  const [errors, set_errors] = useState<Errors>({});
  const queries = useQueryClient();
  const sending = useWithdraw();
  // The same key for each retry of a request whose fate is unknown; a new one after a refusal.
  const key = useRef(new_client_id());

  const say = (code: string, field: string | undefined, sentence: string): boolean => {
    const found = field_of(code, field);
    if (!found) return false;
    const [name, title] = found;
    if (name === "code" && !asks_code) ask_code();
    toast({ tone: "error", title: title || sentence });
    set_errors({
      [name]: name === "code" && title ? t("withdraw.invalid_code") : title || sentence,
    });
    return true;
  };
  const answered = ({ message }: { message: string }) => {
    if (message === "success") {
      toast({ tone: "success", title: t("withdraw.sent") });
      return props.on_done();
    }
    key.current = new_client_id();
    const sentence = t(
      message === "two_factor_required" ? "errors.two_factor_required" : "errors.two_factor_wrong",
    );
    if (!say(message, undefined, sentence)) toast({ tone: "error", title: t("errors.unexpected") });
  };
  const refused = (error: unknown) => {
    const alert = error instanceof ApiError ? alerts[error.code] : undefined;
    // A pause is a 503 too, but one that says that nothing was done.
    if (fate_unknown(error) && !alert) {
      return toast({ tone: "error", title: sentence_of(error), text: t("withdraw.unknown_fate") });
    }
    key.current = new_client_id();
    const { code, field, sentence } = error as ApiError;
    if (say(code, field, sentence)) return;
    if (alert) return props.on_alert(alert);
    if (code === "fee_changed") void queries.invalidateQueries({ queryKey: [networks_key] });
    const text = code === "fee_changed" ? t("withdraw.fee_changed") : sentence;
    toast({ tone: "error", title: t("withdraw.refused"), text });
    props.on_close();
  };
  const submit = (given: Given) => {
    if (sending.isPending) return;
    const required = t("withdraw.field_required");
    const missing: Errors = {
      ...(asks_code && given.code.length < code_digits && { code: required }),
      ...(props.two_factor && given.two_factor === "" && { two_factor: required }),
      ...(given.password === "" && { password: required }),
    };
    set_errors(missing);
    if (Object.keys(missing).length > 0) return;
    sending.mutate(
      {
        coin: draft.coin,
        bchain_name: draft.network,
        withdraw_address: draft.address,
        withdraw_amount: typed_decimal(draft.amount) ?? "0",
        gasfee: way.withdrawal.fee,
        ...(asks_code && { verification: given.code }),
        ...(props.two_factor && { two_factor_code: given.two_factor }),
        transaction_password: given.password,
        client_id: key.current,
      },
      { onSuccess: answered, onError: refused },
    );
  };
  const typed = (field: Field) => set_errors((before) => ({ ...before, [field]: "" }));
  return { errors, busy: sending.isPending, submit, typed };
}

/** When the next code may be asked for, and asking for it. */
function useCode(first: CodeSent | null) {
  const [sent, set_sent] = useState(first);
  const [again_at, set_again_at] = useState(() =>
    first ? Date.now() + (first.resend_after ?? usual_pause_s) * 1000 : 0,
  );
  const [busy, set_busy] = useState(false);
  const left = useSecondsUntil(again_at);
  const ask = async () => {
    set_busy(true);
    try {
      const answer = await send_code();
      set_sent(answer);
      set_again_at(Date.now() + (answer.resend_after ?? usual_pause_s) * 1000);
    } catch (error) {
      toast({ tone: "error", title: t("withdraw.no_code"), text: sentence_of(error) });
    } finally {
      set_busy(false);
    }
  };
  return { sent, left, busy, ask };
}

function Facts({ draft, way }: { draft: Draft; way: Way }) {
  const receive = receivable(draft.amount, way);
  const worth = useWorth()(draft.coin, receive);
  return (
    <>
      <p className={styles.arriving}>
        <Amount value={receive} /> <span className={styles["arriving-unit"]}>{draft.coin}</span>
      </p>
      <p className={styles.arrives}>
        {t("withdraw.arrives", { network: way.name })}
        {worth !== undefined && (
          <>
            {" · "}
            <Price value={worth} places={2} currency="$" estimate />
          </>
        )}
      </p>
      <dl className={`${styles.facts} ${styles.well}`}>
        <div>
          <dt>{t("withdraw.to")}</dt>
          <dd>
            <Address value={draft.address} />
          </dd>
        </div>
        <div>
          <dt>{t("withdraw.amount")}</dt>
          <dd>
            <Amount value={trim_zeros(typed_decimal(draft.amount) ?? "0")} unit={draft.coin} />
          </dd>
        </div>
        <div>
          <dt>{t("withdraw.network_fee")}</dt>
          <dd>
            <Amount value={trim_zeros(way.withdrawal.fee)} unit={draft.coin} />
          </dd>
        </div>
      </dl>
    </>
  );
}

function SendAgain({ left, busy, ask }: { left: number; busy: boolean; ask: () => void }) {
  if (left > 0) {
    return (
      <span className={styles.again}>{t("withdraw.send_again_in", { time: clock(left) })}</span>
    );
  }
  return (
    <TextButton disabled={busy} onClick={ask}>
      {t("withdraw.send_again")}
    </TextButton>
  );
}

export function ConfirmDialog(props: ConfirmProps) {
  const [asks_code, set_asks_code] = useState(props.sent !== null);
  const [given, set_given] = useState<Given>({ code: "", two_factor: "", password: "" });
  const code = useCode(props.sent);
  const { errors, busy, submit, typed } = useConfirmation(props, asks_code, () => {
    set_asks_code(true);
    void code.ask();
  });
  const set = (field: Field) => (value: string) => {
    set_given((before) => ({ ...before, [field]: value }));
    typed(field);
  };
  return (
    <Dialog open on_close={props.on_close} title={t("withdraw.confirm_title")} keep_on_scrim>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit(given);
        }}
      >
        <div className={styles.stack}>
          <Facts draft={props.draft} way={props.way} />
          {asks_code && (
            <div>
              <OtpInput
                label={t("withdraw.code_label")}
                value={given.code}
                on_value={set("code")}
                error={errors.code}
                small
                autoFocus
                label_end={<SendAgain {...code} ask={() => void code.ask()} />}
              />
              {code.sent && !errors.code && (
                <p className={styles.hint}>
                  {t("withdraw.code_sent", { email: code.sent.sent_to })}
                </p>
              )}
            </div>
          )}
          {props.two_factor && (
            <Input
              label={t("withdraw.two_factor_label")}
              value={given.two_factor}
              inputMode="numeric"
              autoComplete="one-time-code"
              error={errors.two_factor}
              on_value={set("two_factor")}
            />
          )}
          <PasswordInput
            label={t("confirm.transaction_password")}
            value={given.password}
            autoComplete="off"
            error={errors.password}
            on_value={set("password")}
          />
        </div>
        <DialogActions>
          <Button look="outline" size="l" onClick={props.on_close}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" look="primary" size="l" busy={busy}>
            {t("withdraw.confirm")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
