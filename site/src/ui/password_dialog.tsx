// What will happen, and the transaction password that lets it happen: for everything that moves
// money. Shows the words of the area "confirm".
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { fate_unknown, new_client_id, sent_before, sentence_of } from "../lib/api";
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
  /** The title of the notice when nobody knows what came of it; else "No answer from the server". */
  unknown?: (error: unknown) => string;
  /** False keeps the request back: a field of `children` says why. */
  check?: () => boolean;
  /** Confirm waits: `children` say for what. A request without an answer may be sent again. */
  held_back?: boolean;
  /** Until an answer comes, each press must send the same: the key is the same, too. */
  send: (secret: Secret) => Promise<Answer>;
  on_close: () => void;
  on_done: (answer: Answer) => void;
  /** The server refused, and the dialog closes. */
  on_refused?: (error: unknown) => void;
  /** The dialog stays open after this refusal: `children` say how it goes on. */
  stays?: (error: unknown) => boolean;
}

/** What is said of a request that did not succeed; `title` is for one that was refused. */
export function tell_failure(
  title: string,
  reason: unknown,
  unknown?: (error: unknown) => string,
): void {
  if (fate_unknown(reason)) {
    const text = t("confirm.no_answer_text");
    return toast({ tone: "error", title: unknown?.(reason) ?? t("confirm.no_answer"), text });
  }
  if (sent_before(reason)) {
    const text = t("confirm.sent_before_text");
    return toast({ tone: "error", title: t("confirm.sent_before"), text });
  }
  toast({ tone: "error", title, text: sentence_of(reason) });
}

/** A press on Confirm: what was answered, and what the field says. */
function useConfirmation<Answer extends { message: string }>(props: PasswordDialogProps<Answer>) {
  const [error, set_error] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  // The same key for each retry of a request whose fate is unknown; a new one after a refusal.
  const key = useRef(new_client_id());
  const [unanswered, set_unanswered] = useState(false);
  const held_back = props.held_back === true && !unanswered;
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
    tell_failure(props.refused, reason, props.unknown);
    set_unanswered(fate_unknown(reason));
    if (fate_unknown(reason)) return;
    key.current = new_client_id();
    if (props.stays?.(reason)) return;
    if (!sent_before(reason)) props.on_refused?.(reason);
    props.on_close();
  };
  const submit = (password: string) => {
    if (sending.isPending || held_back || props.check?.() === false) return;
    if (password === "") return wrong(t("confirm.password_required"));
    set_error(undefined);
    sending.mutate(
      { transaction_password: password, client_id: key.current },
      { onSuccess: answered, onError: refused },
    );
  };
  const typed = () => set_error(undefined);
  return { error, field, busy: sending.isPending, held_back, submit, typed };
}

export function PasswordDialog<Answer extends { message: string }>(
  props: PasswordDialogProps<Answer>,
) {
  const [password, set_password] = useState("");
  const { error, field, busy, held_back, submit, typed } = useConfirmation(props);
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
          <Button
            type="submit"
            look={props.look ?? "primary"}
            size="l"
            busy={busy}
            disabled={held_back}
          >
            {props.confirm ?? t("confirm.confirm")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
