// The last look at a withdrawal, and what proves that it is its owner's.
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState, type FormEvent } from "react";
import { ApiError, newClientId, sentenceOf } from "../../lib/api";
import { clock, useSecondsUntil } from "../../lib/countdown";
import { trimZeros, typedDecimal } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { networksKey } from "../../lib/networks";
import { perform } from "../../lib/perform";
import { useWorth } from "../../lib/worth";
import { Address } from "../../ui/address";
import { Button, TextButton } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { Fact, Facts } from "../../ui/facts";
import { Input, PasswordInput } from "../../ui/input";
import { Amount, Price } from "../../ui/number";
import { OtpInput } from "../../ui/otp_input";
import { toast } from "../../ui/toast";
import { sendCode, useWithdraw, type CodeSent } from "./api";
import { alerts, receivable, type Alert, type Draft, type wayOf } from "./rules";
import styles from "./withdraw.module.css";

type Way = NonNullable<ReturnType<typeof wayOf>>;

interface ConfirmProps {
  draft: Draft;
  way: Way;
  twoFactor: boolean;
  /** The code that went out; null where none is needed. */
  sent: CodeSent | null;
  onClose: () => void;
  onAlert: (about: Alert) => void;
  onDone: () => void;
}

type Field = "code" | "two_factor" | "password";
type Given = Readonly<Record<Field, string>>;
type Errors = Partial<Given>;

const codeDigits = 6;
const usualPauseS = 60;

/** What the server answers about a field, with 200 or as a refusal. */
function fieldOf(code: string, field: string | undefined): [Field, string] | null {
  if (code === "wrong_code") return ["code", t("withdraw.wrong_code")];
  if (code === "code_expired" || field === "verification") return ["code", ""];
  if (code === "wrong_password" || code === "wrong_transaction_password") {
    return ["password", t("confirm.wrong_password")];
  }
  return /two_factor/.test(code) || field === "two_factor_code" ? ["two_factor", ""] : null;
}

const fateUnknown = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** A press on Confirm: what is sent, what was answered, and what the fields say. */
function useConfirmation(props: ConfirmProps, asksCode: boolean, askCode: () => void) {
  const { draft, way } = props;
  const [errors, setErrors] = useState<Errors>({});
  const queries = useQueryClient();
  const sending = useWithdraw();
  // The same key for each retry of a request whose fate is unknown; a new one after a refusal.
  const key = useRef(newClientId());

  const say = (code: string, field: string | undefined, sentence: string): boolean => {
    const found = fieldOf(code, field);
    if (!found) return false;
    const [name, title] = found;
    if (name === "code" && !asksCode) askCode();
    toast({ tone: "error", title: title || sentence });
    setErrors({
      [name]: name === "code" && title ? t("withdraw.invalid_code") : title || sentence,
    });
    return true;
  };
  const answered = ({ message }: { message: string }) => {
    if (message === "success") {
      toast({ tone: "success", title: t("withdraw.sent") });
      return props.onDone();
    }
    key.current = newClientId();
    const sentence = t(
      message === "two_factor_required" ? "errors.two_factor_required" : "errors.two_factor_wrong",
    );
    if (!say(message, undefined, sentence)) toast({ tone: "error", title: t("errors.unexpected") });
  };
  const refused = (error: unknown) => {
    const alert = error instanceof ApiError ? alerts[error.code] : undefined;
    // A pause is a 503 too, but one that says that nothing was done.
    if (fateUnknown(error) && !alert) {
      return toast({ tone: "error", title: sentenceOf(error), text: t("withdraw.unknown_fate") });
    }
    key.current = newClientId();
    const { code, field, sentence } = error as ApiError;
    if (say(code, field, sentence)) return;
    if (alert) return props.onAlert(alert);
    if (code === "fee_changed") void queries.invalidateQueries({ queryKey: [networksKey] });
    const text = code === "fee_changed" ? t("withdraw.fee_changed") : sentence;
    toast({ tone: "error", title: t("withdraw.refused"), text });
    props.onClose();
  };
  const submit = (given: Given) => {
    if (sending.isPending) return;
    const required = t("withdraw.field_required");
    const missing: Errors = {
      ...(asksCode && given.code.length < codeDigits && { code: required }),
      ...(props.twoFactor && given.two_factor === "" && { two_factor: required }),
      ...(given.password === "" && { password: required }),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    perform(
      sending,
      {
        coin: draft.coin,
        bchain_name: draft.network,
        withdraw_address: draft.address,
        withdraw_amount: typedDecimal(draft.amount) ?? "0",
        gasfee: way.withdrawal.fee,
        ...(asksCode && { verification: given.code }),
        ...(props.twoFactor && { two_factor_code: given.two_factor }),
        transaction_password: given.password,
        client_id: key.current,
      },
      { onSuccess: answered, onError: refused },
    );
  };
  const typed = (field: Field) => setErrors((before) => ({ ...before, [field]: "" }));
  return { errors, busy: sending.isPending, submit, typed };
}

/** When the next code may be asked for, and asking for it. */
function useCode(first: CodeSent | null) {
  const [sent, setSent] = useState(first);
  const [againAt, setAgainAt] = useState(() =>
    first ? Date.now() + (first.resend_after ?? usualPauseS) * 1000 : 0,
  );
  const [busy, setBusy] = useState(false);
  const left = useSecondsUntil(againAt);
  const ask = async () => {
    setBusy(true);
    try {
      const answer = await sendCode();
      setSent(answer);
      setAgainAt(Date.now() + (answer.resend_after ?? usualPauseS) * 1000);
    } catch (error) {
      toast({ tone: "error", title: t("withdraw.no_code"), text: sentenceOf(error) });
    } finally {
      setBusy(false);
    }
  };
  return { sent, left, busy, ask };
}

function Arriving({ draft, way }: { draft: Draft; way: Way }) {
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
      <Facts look="well">
        <Fact name={t("withdraw.to")}>
          <Address value={draft.address} />
        </Fact>
        <Fact name={t("withdraw.amount")}>
          <Amount value={trimZeros(typedDecimal(draft.amount) ?? "0")} unit={draft.coin} />
        </Fact>
        <Fact name={t("withdraw.network_fee")}>
          <Amount value={trimZeros(way.withdrawal.fee)} unit={draft.coin} />
        </Fact>
      </Facts>
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

export function ConfirmWithdrawal(props: ConfirmProps) {
  const [asksCode, setAsksCode] = useState(props.sent !== null);
  const [given, setGiven] = useState<Given>({ code: "", two_factor: "", password: "" });
  const code = useCode(props.sent);
  const { errors, busy, submit, typed } = useConfirmation(props, asksCode, () => {
    setAsksCode(true);
    void code.ask();
  });
  const set = (field: Field) => (value: string) => {
    setGiven((before) => ({ ...before, [field]: value }));
    typed(field);
  };
  return (
    <Dialog open onClose={props.onClose} title={t("withdraw.confirm_title")} keepOnScrim>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit(given);
        }}
      >
        <div className={styles.stack}>
          <Arriving draft={props.draft} way={props.way} />
          {asksCode && (
            <div>
              <OtpInput
                label={t("withdraw.code_label")}
                value={given.code}
                onValue={set("code")}
                error={errors.code}
                small
                autoFocus
                labelEnd={<SendAgain {...code} ask={() => void code.ask()} />}
              />
              {code.sent && !errors.code && (
                <p className={styles.hint}>
                  {t("withdraw.code_sent", { email: code.sent.sent_to })}
                </p>
              )}
            </div>
          )}
          {props.twoFactor && (
            <Input
              label={t("withdraw.two_factor_label")}
              value={given.two_factor}
              inputMode="numeric"
              autoComplete="one-time-code"
              error={errors.two_factor}
              onValue={set("two_factor")}
            />
          )}
          <PasswordInput
            label={t("confirm.transaction_password")}
            value={given.password}
            autoComplete="off"
            error={errors.password}
            onValue={set("password")}
          />
        </div>
        <DialogActions>
          <Button look="outline" size="l" onClick={props.onClose}>
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
