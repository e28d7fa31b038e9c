import { useEffect, useRef, useState, type FormEvent, type RefObject } from "react";
import { ApiError, sentenceOf } from "../../../lib/api";
import { useSecondsUntil } from "../../../lib/countdown";
import { rich, t } from "../../../lib/i18n";
import { Button, TextButton } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { PasswordInput } from "../../../ui/input";
import { OtpInput } from "../../../ui/otp_input";
import { PasswordMeter } from "../../../ui/password_meter";
import { toast } from "../../../ui/toast";
import { resetPassword, sendResetCode, verifyResetCode } from "../api";
import {
  codeDigits,
  countdown,
  loginPasswordProblem,
  resendTime,
  shortestNewPassword,
  strangersMayHave,
} from "../rules";
import styles from "./access.module.css";
import { LinkOffer } from "./browser_link";
import { Outbox } from "./outbox";

const alertError = (text: string) => toast({ tone: "error", title: t("common.error"), text });
const toastMs = 1_500;

/** A dialog that opens gives the focus to its first button; here the first field has it. */
function useFirstField(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>("input:not([type=hidden])")?.focus();
  }, []);
  return form;
}

interface CodeDialogProps {
  email: string;
  resendAt: number;
  onResent: (resendAt: number) => void;
  onToken: (token: string) => void;
  onClose: () => void;
}

function VerifyEmail({ email, resendAt, onResent, onToken, onClose }: CodeDialogProps) {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [kept, setKept] = useState(false);
  const left = useSecondsUntil(resendAt);
  const form = useFirstField();
  const refused = (problem: unknown, text = sentenceOf(problem)) => {
    if (problem instanceof ApiError && strangersMayHave(problem.code)) setKept(true);
    alertError(text);
  };

  const send = async (given: string) => {
    setBusy(true);
    setError(null);
    try {
      onToken((await verifyResetCode(email, given)).token);
    } catch (problem) {
      const wrong = problem instanceof ApiError && problem.code === "code_wrong";
      const text = wrong ? t("auth.reset_code_wrong") : sentenceOf(problem);
      setCode("");
      setError(text);
      setBusy(false);
      refused(problem, text);
    }
  };
  const again = async () => {
    try {
      onResent(resendTime(await sendResetCode(email)));
      toast({ tone: "success", title: t("auth.sent_again") });
    } catch (problem) {
      refused(problem);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length === codeDigits) void send(code);
  };

  const text = rich("auth.check_email_text", {
    digits: codeDigits,
    email: <b key="email">{email}</b>,
  });
  return (
    <Dialog open onClose={onClose} keepOnScrim title={t("auth.verify_email")}>
      <p className={styles.said}>{text}</p>
      <Outbox />
      <form ref={form} className={styles.inside} noValidate onSubmit={submit}>
        <OtpInput
          small
          label={t("auth.code")}
          value={code}
          onValue={setCode}
          onComplete={(digits) => void send(digits)}
          error={code === "" && error}
        />
        <div className={styles.again}>
          {left > 0 ? (
            <span>{t("auth.send_again_in", { time: countdown(left) })}</span>
          ) : (
            <TextButton onClick={() => void again()}>{t("auth.send_again")}</TextButton>
          )}
        </div>
        {kept && <LinkOffer email={email} />}
        <DialogActions>
          <Button look="outline" size="l" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button
            type="submit"
            look="primary"
            size="l"
            busy={busy}
            disabled={code.length < codeDigits}
          >
            {t("auth.verify")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface PasswordDialogProps {
  email: string;
  token: string;
  onDone: () => void;
  onClose: () => void;
}

function NewPassword({ email, token, onDone, onClose }: PasswordDialogProps) {
  const form = useFirstField();
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const problem = loginPasswordProblem(password, email);
    setError(problem && t(problem, { count: shortestNewPassword }));
    if (problem) return;
    setBusy(true);
    try {
      await resetPassword(email, password, token);
      const text = t("auth.password_changed");
      toast({ tone: "success", title: t("common.success"), text, forMs: toastMs });
      onDone();
    } catch (refusal) {
      setError(sentenceOf(refusal));
      setBusy(false);
    }
  };

  return (
    <Dialog open onClose={onClose} keepOnScrim title={t("auth.new_password")}>
      <form
        ref={form}
        className={styles.inside}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        {/* For password managers, which keep the new one beside the name. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordInput
          size="l"
          label={t("auth.new_password")}
          value={password}
          onValue={setPassword}
          error={error}
          hint={
            <PasswordMeter
              password={password}
              hint={t("auth.new_password_hint")}
              shortest={shortestNewPassword}
              email={email}
            />
          }
          name="password"
          autoComplete="new-password"
        />
        <DialogActions>
          <Button look="outline" size="l" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" look="primary" size="l" busy={busy} disabled={password === ""}>
            {t("auth.change_password")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface ForgotPasswordProps {
  email: string;
  /** From the answer to the first code that was sent. */
  resendAt: number;
  onClose: () => void;
}

/** Two dialogs, one after the other: Verify Email, then New Password. */
export function ForgotPassword({ email, resendAt: first, onClose }: ForgotPasswordProps) {
  const [resendAt, setResendAt] = useState(first);
  const [token, setToken] = useState<string | null>(null);
  return token === null ? (
    <VerifyEmail
      email={email}
      resendAt={resendAt}
      onResent={setResendAt}
      onToken={setToken}
      onClose={onClose}
    />
  ) : (
    <NewPassword email={email} token={token} onDone={onClose} onClose={onClose} />
  );
}
