import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { t } from "../../../lib/i18n";
import { Button } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { PasswordInput } from "../../../ui/input";
import { about, tellFailed } from "../notices";
import styles from "./account.module.css";

interface PasswordConfirmDialogProps {
  title: string;
  text: ReactNode;
  /** Which of the two passwords, and so which field of the call. */
  ask: "password" | "transaction_password";
  /** Names the act. */
  act: string;
  onClose: () => void;
  /** Throws what the server refused. */
  onConfirm: (password: string) => Promise<void>;
  children?: ReactNode;
}

/** An act, what it means, and the password that it needs. */
export function PasswordConfirmDialog(props: PasswordConfirmDialogProps) {
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const refused = (reason: unknown) => {
    const beside = about(reason, props.ask);
    setError(beside);
    if (!beside) tellFailed(reason);
    field.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (busy) return;
    if (password === "") {
      setError(t("account.password_required"));
      field.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await props.onConfirm(password);
    } catch (reason) {
      refused(reason);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={props.onClose} title={props.title} keepOnScrim>
      <form className={styles.dialog} noValidate onSubmit={(event) => void submit(event)}>
        <p className={styles["dialog-text"]}>{props.text}</p>
        {props.children}
        <PasswordInput
          ref={field}
          label={t(
            props.ask === "password" ? "account.login_password" : "account.transaction_password",
          )}
          value={password}
          onValue={(value) => {
            setPassword(value);
            setError(undefined);
          }}
          error={error}
          autoComplete={props.ask === "password" ? "current-password" : "off"}
        />
        <DialogActions>
          <Button look="outline" size="l" onClick={props.onClose}>
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
