// What will happen, and the transaction password that lets it happen: for everything that moves
// money. Shows the words of the area "confirm".
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { ApiError, new_client_id, sentence_of } from "../lib/api";
import { t } from "../lib/i18n";
import { Button, type ButtonLook } from "./button";
import { Dialog, DialogActions } from "./dialog";
import { PasswordInput } from "./input";
import { toast } from "./toast";

/** What a call that moves money takes besides its content. */
export interface Secret {
  transaction_password: string;
  client_id: string;
}

interface PasswordDialogProps<Answer> {
  title: string;
  /** The act and its details; fields that belong to it. */
  children: ReactNode;
  look?: ButtonLook;
  /** "Confirm" without it. */
  confirm?: string;
  /** The title of the notice when the server refuses. */
  refused: string;
  /** False keeps the request back: a field of `children` says why. */
  check?: () => boolean;
  send: (secret: Secret) => Promise<Answer>;
  on_close: () => void;
  on_done: (answer: Answer) => void;
  /** The server refused, and the dialog closes. */
  on_refused?: (error: unknown) => void;
}

const fate_unknown = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** A press on Confirm: what was answered, and what the field says. */
function useConfirmation<Answer extends { message: string }>(props: PasswordDialogProps<Answer>) {
  const [error, set_error] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  // The same key for each retry of a request whose fate is unknown; a new one after a refusal.
  const key = useRef(new_client_id());
  const sending = useMutation({ mutationFn: props.send });
  const wrong = (text: string) => {
    set_error(text);
    field.current?.focus();
  };
  const answered = (answer: Answer) => {
    if (answer.message === "success") return props.on_done(answer);
    // The server has not taken the key for a request that it did not carry out.
    if (answer.message === "wrong_transaction_password") {
      toast({ tone: "error", title: t("confirm.wrong_password") });
      return wrong(t("confirm.wrong_password"));
    }
    toast({ tone: "error", title: t("errors.unexpected") });
  };
  const refused = (reason: unknown) => {
    toast({ tone: "error", title: props.refused, text: sentence_of(reason) });
    if (fate_unknown(reason)) return;
    key.current = new_client_id();
    props.on_refused?.(reason);
    props.on_close();
  };
  const submit = (password: string) => {
    if (sending.isPending || props.check?.() === false) return;
    if (password === "") return wrong(t("confirm.password_required"));
    set_error(undefined);
    sending.mutate(
      { transaction_password: password, client_id: key.current },
      { onSuccess: answered, onError: refused },
    );
  };
  return { error, field, busy: sending.isPending, submit, typed: () => set_error(undefined) };
}

export function PasswordDialog<Answer extends { message: string }>(
  props: PasswordDialogProps<Answer>,
) {
  const [password, set_password] = useState("");
  const { error, field, busy, submit, typed } = useConfirmation(props);
  const asks_more = props.check !== undefined;
  useEffect(() => {
    // A field of its own comes first.
    if (!asks_more) field.current?.focus();
  }, [asks_more, field]);
  return (
    <Dialog open on_close={props.on_close} title={props.title} keep_on_scrim>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          event.stopPropagation();
          submit(password);
        }}
      >
        {props.children}
        <PasswordInput
          ref={field}
          label={t("confirm.transaction_password")}
          layout="above"
          value={password}
          error={error}
          autoComplete="off"
          on_value={(text) => {
            set_password(text);
            typed();
          }}
        />
        <DialogActions>
          <Button look="outline" size="l" onClick={props.on_close}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" look={props.look ?? "primary"} size="l" busy={busy}>
            {props.confirm ?? t("confirm.confirm")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
