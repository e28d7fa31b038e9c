import { useState, type ReactNode } from "react";
import { ApiError, sentence_of } from "../lib/api";
import { clock, useSecondsUntil } from "../lib/countdown";
import { t } from "../lib/i18n";
import type { CodeSent } from "../lib/step_up";
import { TextButton } from "./button";
import styles from "./code_field.module.css";
import { OtpInput } from "./otp_input";
import { toast } from "./toast";

const usual_pause_s = 60;

interface CodeFieldProps {
  label: string;
  value: string;
  on_value: (code: string) => void;
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
  const [again_at, set_again_at] = useState(0);
  const [busy, set_busy] = useState(false);
  const left = useSecondsUntil(again_at);
  const ask = async () => {
    if (!send) return;
    set_busy(true);
    try {
      const { resend_after, sent_to } = await send();
      set_again_at(Date.now() + (resend_after ?? usual_pause_s) * 1000);
      toast({
        tone: "success",
        title: t("step_up.sent"),
        text: sent_to && t("step_up.sent_to", { address: sent_to }),
      });
    } catch (error) {
      if (error instanceof ApiError && error.code === "code_too_soon") {
        const wait = parseInt(String(error.details.resend_after ?? usual_pause_s), 10);
        set_again_at(Date.now() + wait * 1000);
      }
      toast({ tone: "error", title: t("common.error"), text: sentence_of(error) });
    } finally {
      set_busy(false);
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
  return <OtpInput {...props} label_end={button} />;
}
