// The last look at a withdrawal, and what proves that it is its owner's.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sentenceOf } from "../../lib/api";
import { clock, useSecondsUntil } from "../../lib/countdown";
import { trimZeros, typedDecimal } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { networksKey } from "../../lib/networks";
import { useWorth } from "../../lib/worth";
import { PasswordDialog, type Refusal } from "../../market/password_dialog";
import { Address } from "../../ui/address";
import { TextButton } from "../../ui/button";
import { Fact, Facts } from "../../ui/facts";
import { Input } from "../../ui/input";
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

type Field = "code" | "two_factor";
type Given = Readonly<Record<Field, string>>;
type Errors = Partial<Given>;

const codeDigits = 6;
const usualPauseS = 60;

/** Which field it is about that the server refuses, and what the notice says, else the sentence. */
function fieldOf({ code, field }: Refusal): [Field, string] | null {
  if (code === "wrong_code") return ["code", t("withdraw.wrong_code")];
  if (code === "code_expired" || field === "verification") return ["code", ""];
  return /two_factor/.test(code) || field === "two_factor_code" ? ["two_factor", ""] : null;
}

/** What is asked besides the password, and what is wrong with it. */
function useFactors(asksCode: boolean, twoFactor: boolean) {
  const [given, setGiven] = useState<Given>({ code: "", two_factor: "" });
  const [errors, setErrors] = useState<Errors>({});
  const set = (field: Field) => (value: string) => {
    setGiven((before) => ({ ...before, [field]: value }));
    setErrors((before) => ({ ...before, [field]: "" }));
  };
  const check = (): boolean => {
    const required = t("withdraw.field_required");
    const missing: Errors = {
      ...(asksCode && given.code.length < codeDigits && { code: required }),
      ...(twoFactor && given.two_factor === "" && { two_factor: required }),
    };
    setErrors(missing);
    return Object.keys(missing).length === 0;
  };
  /** False: it is about neither. */
  const refuse = (refusal: Refusal): boolean => {
    const found = fieldOf(refusal);
    if (!found) return false;
    const [name, title] = found;
    const sentence =
      refusal.sentence ??
      t(
        refusal.code === "two_factor_required"
          ? "errors.two_factor_required"
          : "errors.two_factor_wrong",
      );
    toast({ tone: "error", title: title || sentence });
    setErrors({
      [name]: name === "code" && title ? t("withdraw.invalid_code") : title || sentence,
    });
    return true;
  };
  return { given, errors, set, check, refuse };
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
  const { draft, way, twoFactor } = props;
  const [asksCode, setAsksCode] = useState(props.sent !== null);
  const code = useCode(props.sent);
  const { given, errors, set, check, refuse } = useFactors(asksCode, twoFactor);
  const queries = useQueryClient();
  const withdraw = useWithdraw();
  const takes = (refusal: Refusal): boolean => {
    const alert = alerts[refusal.code];
    if (alert) {
      props.onAlert(alert);
      return true;
    }
    if (refusal.code === "fee_changed") {
      void queries.invalidateQueries({ queryKey: [networksKey] });
      const text = t("withdraw.fee_changed");
      toast({ tone: "error", title: t("withdraw.refused"), text });
      props.onClose();
      return true;
    }
    if (!refuse(refusal)) return false;
    if (fieldOf(refusal)?.[0] === "code" && !asksCode) {
      setAsksCode(true);
      void code.ask();
    }
    return true;
  };
  return (
    <PasswordDialog
      title={t("withdraw.confirm_title")}
      confirm={t("withdraw.confirm")}
      refused={t("withdraw.refused")}
      unknown={sentenceOf}
      unknownText={t("withdraw.unknown_fate")}
      {...((asksCode || twoFactor) && { check })}
      required={t("withdraw.field_required")}
      takes={takes}
      send={(secret) =>
        withdraw.mutateAsync({
          coin: draft.coin,
          bchain_name: draft.network,
          withdraw_address: draft.address,
          withdraw_amount: typedDecimal(draft.amount) ?? "0",
          gasfee: way.withdrawal.fee,
          ...(asksCode && { verification: given.code }),
          ...(twoFactor && { two_factor_code: given.two_factor }),
          ...secret,
        })
      }
      onClose={props.onClose}
      onDone={() => {
        toast({ tone: "success", title: t("withdraw.sent") });
        props.onDone();
      }}
    >
      <div className={styles.asked}>
        <Arriving draft={draft} way={way} />
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
              <p className={styles.hint}>{t("withdraw.code_sent", { email: code.sent.sent_to })}</p>
            )}
          </div>
        )}
        {twoFactor && (
          <Input
            label={t("withdraw.two_factor_label")}
            value={given.two_factor}
            inputMode="numeric"
            autoComplete="one-time-code"
            error={errors.two_factor}
            onValue={set("two_factor")}
          />
        )}
      </div>
    </PasswordDialog>
  );
}
