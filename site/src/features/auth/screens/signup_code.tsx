import { useState, type FormEvent } from "react";
import { sentenceOf } from "../../../lib/api";
import { useSecondsUntil } from "../../../lib/countdown";
import { rich, t } from "../../../lib/i18n";
import { Button, TextButton } from "../../../ui/button";
import { OtpInput } from "../../../ui/otp_input";
import { toast } from "../../../ui/toast";
import { sendCode } from "../api";
import { codeDigits, countdown, resendTime, type Problem } from "../rules";
import styles from "./access.module.css";
import { Outbox } from "./outbox";
import { StepHead } from "./step_head";

interface CodeStepProps {
  email: string;
  code: string;
  resendAt: number;
  problem: Problem;
  onResent: (resendAt: number) => void;
  onBack: () => void;
  onCode: (code: string) => void;
}

export function CodeStep(props: CodeStepProps) {
  const [code, setCode] = useState(props.code);
  const [busy, setBusy] = useState(false);
  const left = useSecondsUntil(props.resendAt);

  const again = async () => {
    setBusy(true);
    try {
      props.onResent(resendTime(await sendCode(props.email)));
      setCode("");
      toast({ tone: "success", title: t("auth.sent_again") });
    } catch (error) {
      toast({ tone: "error", title: t("common.error"), text: sentenceOf(error) });
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length === codeDigits) props.onCode(code);
  };

  const text = rich("auth.check_email_text", {
    digits: codeDigits,
    email: <b key="email">{props.email}</b>,
  });
  return (
    <>
      <StepHead step={2} title={t("auth.check_email")} text={text} />
      <form className={styles.form} noValidate onSubmit={submit}>
        <OtpInput
          label={t("auth.code")}
          value={code}
          onValue={setCode}
          onComplete={props.onCode}
          error={code === "" && props.problem && t(props.problem)}
          autoFocus
        />
        <Outbox />
        <div className={styles.again}>
          {left > 0 ? (
            <span>{t("auth.send_again_in", { time: countdown(left) })}</span>
          ) : (
            <TextButton disabled={busy} onClick={() => void again()}>
              {t("auth.send_again")}
            </TextButton>
          )}
          <TextButton onClick={props.onBack}>{t("auth.change_email")}</TextButton>
        </div>
        <Button type="submit" look="primary" size="xl" wide disabled={code.length < codeDigits}>
          {t("auth.next")}
        </Button>
        <p className={styles.hint}>{t("auth.never_ask")}</p>
      </form>
    </>
  );
}
