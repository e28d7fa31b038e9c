import { useState, type FormEvent } from "react";
import { sentence_of } from "../../../lib/api";
import { rich, t } from "../../../lib/i18n";
import { Button, TextButton } from "../../../ui/button";
import { OtpInput } from "../../../ui/otp_input";
import { toast } from "../../../ui/toast";
import { send_code } from "../api";
import { code_digits, countdown, resend_time, type Problem } from "../rules";
import styles from "./access.module.css";
import { Outbox } from "./outbox";
import { useSecondsUntil } from "./seconds_until";
import { StepHead } from "./step_head";

interface CodeStepProps {
  email: string;
  code: string;
  resend_at: number;
  problem: Problem;
  on_resent: (resend_at: number) => void;
  on_back: () => void;
  on_code: (code: string) => void;
}

export function CodeStep(props: CodeStepProps) {
  const [code, set_code] = useState(props.code);
  const [busy, set_busy] = useState(false);
  const left = useSecondsUntil(props.resend_at);

  const again = async () => {
    set_busy(true);
    try {
      props.on_resent(resend_time(await send_code(props.email)));
      set_code("");
      toast({ tone: "success", title: t("auth.sent_again") });
    } catch (error) {
      toast({ tone: "error", title: t("common.error"), text: sentence_of(error) });
    } finally {
      set_busy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length === code_digits) props.on_code(code);
  };

  const text = rich("auth.check_email_text", {
    digits: code_digits,
    email: <b key="email">{props.email}</b>,
  });
  return (
    <>
      <StepHead step={2} title={t("auth.check_email")} text={text} />
      <form className={styles.form} noValidate onSubmit={submit}>
        <OtpInput
          label={t("auth.code")}
          value={code}
          on_value={set_code}
          on_complete={props.on_code}
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
          <TextButton onClick={props.on_back}>{t("auth.change_email")}</TextButton>
        </div>
        <Button type="submit" look="primary" size="xl" wide disabled={code.length < code_digits}>
          {t("auth.next")}
        </Button>
        <p className={styles.hint}>{t("auth.never_ask")}</p>
      </form>
    </>
  );
}
