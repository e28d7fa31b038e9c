import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { t } from "../../../lib/i18n";
import { Button } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { PasswordInput } from "../../../ui/input";
import { about, tell_failed } from "../notices";
import styles from "./account.module.css";

interface ConfirmDialogProps {
  title: string;
  text: ReactNode;
  /** Which of the two passwords, and so which field of the call. */
  ask: "password" | "transaction_password";
  /** Names the act. */
  act: string;
  on_close: () => void;
  /** Throws what the server refused. */
  on_confirm: (password: string) => Promise<void>;
  children?: ReactNode;
}

/** An act, what it means, and the password that it needs. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [password, set_password] = useState("");
  const [error, set_error] = useState<string>();
  const [busy, set_busy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const refused = (reason: unknown) => {
    const beside = about(reason, props.ask);
    set_error(beside);
    if (!beside) tell_failed(reason);
    field.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (busy) return;
    if (password === "") {
      set_error(t("account.password_required"));
      field.current?.focus();
      return;
    }
    set_busy(true);
    try {
      await props.on_confirm(password);
    } catch (reason) {
      refused(reason);
    } finally {
      set_busy(false);
    }
  };
  return (
    <Dialog open on_close={props.on_close} title={props.title} keep_on_scrim>
      <form className={styles.dialog} noValidate onSubmit={(event) => void submit(event)}>
        <p className={styles["dialog-text"]}>{props.text}</p>
        {props.children}
        <PasswordInput
          ref={field}
          label={t(
            props.ask === "password" ? "account.login_password" : "account.transaction_password",
          )}
          value={password}
          on_value={(value) => {
            set_password(value);
            set_error(undefined);
          }}
          error={error}
          autoComplete={props.ask === "password" ? "current-password" : "off"}
        />
        <DialogActions>
          <Button look="outline" size="l" onClick={props.on_close}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" look="primary" size="l" busy={busy}>
            {props.act}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
