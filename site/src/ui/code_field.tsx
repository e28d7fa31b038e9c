import { useState, type ReactNode } from "react";
import { ApiError, sentenceOf } from "../lib/api";
import { clock, useSecondsUntil } from "../lib/countdown";
import { t } from "../lib/i18n";
import type { CodeSent } from "../lib/step_up";
import { TextButton } from "./button";
import styles from "./code_field.module.css";
import { OtpInput } from "./otp_input";
import { toast } from "./toast";

const usualPauseS = 60;

interface CodeFieldProps {
  label: string;
  value: string;
  onValue: (code: string) => void;
  error?: ReactNode;
  /** Asks for a code; undefined while what it would go to is not right. */
  send: (() => Promise<CodeSent>) | undefined;
  small?: boolean;
}

/**
 * Six cells, and the button that sends what belongs into them, once a minute. Shows the words of
 * the area "step_up".
 */
export function CodeField({ send, ...props }: CodeFieldProps) {
  const [againAt, setAgainAt] = useState(0);
  const [busy, setBusy] = useState(false);
  const left = useSecondsUntil(againAt);
  const ask = async () => {
    if (!send) return;
    setBusy(true);
    try {
      const { resend_after: resendAfter, sent_to: sentTo } = await send();
      setAgainAt(Date.now() + (resendAfter ?? usualPauseS) * 1000);
      toast({
        tone: "success",
        title: t("step_up.sent"),
        text: sentTo && t("step_up.sent_to", { address: sentTo }),
      });
    } catch (error) {
      if (error instanceof ApiError && error.code === "code_too_soon") {
        const wait = parseInt(String(error.details.resend_after ?? usualPauseS), 10);
        setAgainAt(Date.now() + wait * 1000);
      }
      toast({ tone: "error", title: t("common.error"), text: sentenceOf(error) });
    } finally {
      setBusy(false);
    }
  };
  const button =
    left > 0 ? (
      <span className={styles.again}>{t("step_up.send_again_in", { time: clock(left) })}</span>
    ) : (
      <TextButton disabled={busy || !send} onClick={() => void ask()}>
        {t("step_up.send_code")}
      </TextButton>
    );
  return <OtpInput {...props} labelEnd={button} />;
}
