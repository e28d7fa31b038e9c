import { useEffect, useRef, useState, type FormEvent, type RefObject } from "react";
import { ApiError, sentence_of } from "../../../lib/api";
import { rich, t } from "../../../lib/i18n";
import { Button, TextButton } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { PasswordInput } from "../../../ui/input";
import { OtpInput } from "../../../ui/otp_input";
import { PasswordMeter } from "../../../ui/password_meter";
import { toast } from "../../../ui/toast";
import { reset_password, send_reset_code, verify_reset_code } from "../api";
import {
  code_digits,
  countdown,
  login_password_problem,
  resend_time,
  shortest_new_password,
} from "../rules";
import styles from "./access.module.css";
import { Outbox } from "./outbox";
import { useSecondsUntil } from "./seconds_until";

const alert_error = (text: string) => toast({ tone: "error", title: t("common.error"), text });
const toast_ms = 1_500;

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
  resend_at: number;
  on_resent: (resend_at: number) => void;
  on_token: (token: string) => void;
  on_close: () => void;
}

function VerifyEmail({ email, resend_at, on_resent, on_token, on_close }: CodeDialogProps) {
  const [code, set_code] = useState("");
  const [error, set_error] = useState<string | null>(null);
  const [busy, set_busy] = useState(false);
  const left = useSecondsUntil(resend_at);
  const form = useFirstField();

  const send = async (given: string) => {
    set_busy(true);
    set_error(null);
    try {
      on_token((await verify_reset_code(email, given)).token);
    } catch (problem) {
      const wrong = problem instanceof ApiError && problem.code === "code_wrong";
      const text = wrong ? t("auth.reset_code_wrong") : sentence_of(problem);
      set_code("");
      set_error(text);
      set_busy(false);
      alert_error(text);
    }
  };
  const again = async () => {
    try {
      on_resent(resend_time(await send_reset_code(email)));
      toast({ tone: "success", title: t("auth.sent_again") });
    } catch (problem) {
      alert_error(sentence_of(problem));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length === code_digits) void send(code);
  };

  const text = rich("auth.check_email_text", {
    digits: code_digits,
    email: <b key="email">{email}</b>,
  });
  return (
    <Dialog open on_close={on_close} keep_on_scrim title={t("auth.verify_email")}>
      <p className={styles.said}>{text}</p>
      <Outbox />
      <form ref={form} className={styles.inside} noValidate onSubmit={submit}>
        <OtpInput
          small
          label={t("auth.code")}
          value={code}
          on_value={set_code}
          on_complete={(digits) => void send(digits)}
          error={code === "" && error}
        />
        <div className={styles.again}>
          {left > 0 ? (
            <span>{t("auth.send_again_in", { time: countdown(left) })}</span>
          ) : (
            <TextButton onClick={() => void again()}>{t("auth.send_again")}</TextButton>
          )}
        </div>
        <DialogActions>
          <Button look="outline" size="l" onClick={on_close}>
            {t("common.cancel")}
          </Button>
          <Button
            type="submit"
            look="primary"
            size="l"
            busy={busy}
            disabled={code.length < code_digits}
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
  on_done: () => void;
  on_close: () => void;
}

function NewPassword({ email, token, on_done, on_close }: PasswordDialogProps) {
  const form = useFirstField();
  const [password, set_password] = useState("");
  const [error, set_error] = useState<string | null>(null);
  const [busy, set_busy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const problem = login_password_problem(password, email);
    set_error(problem && t(problem, { count: shortest_new_password }));
    if (problem) return;
    set_busy(true);
    try {
      await reset_password(email, password, token);
      const text = t("auth.password_changed");
      toast({ tone: "success", title: t("common.success"), text, for_ms: toast_ms });
      on_done();
    } catch (refusal) {
      set_error(sentence_of(refusal));
      set_busy(false);
    }
  };

  return (
    <Dialog open on_close={on_close} keep_on_scrim title={t("auth.new_password")}>
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
          on_value={set_password}
          error={error}
          hint={
            <PasswordMeter
              password={password}
              hint={t("auth.new_password_hint")}
              shortest={shortest_new_password}
              email={email}
            />
          }
          name="password"
          autoComplete="new-password"
        />
        <DialogActions>
          <Button look="outline" size="l" onClick={on_close}>
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
  resend_at: number;
  on_close: () => void;
}

/** Two dialogs, one after the other: Verify Email, then New Password. */
export function ForgotPassword({ email, resend_at: first, on_close }: ForgotPasswordProps) {
  const [resend_at, set_resend_at] = useState(first);
  const [token, set_token] = useState<string | null>(null);
  return token === null ? (
    <VerifyEmail
      email={email}
      resend_at={resend_at}
      on_resent={set_resend_at}
      on_token={set_token}
      on_close={on_close}
    />
  ) : (
    <NewPassword email={email} token={token} on_done={on_close} on_close={on_close} />
  );
}
