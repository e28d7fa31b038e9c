// What will happen, and the transaction password that lets it happen: for everything that moves
// money. Shows the words of the area "confirm".
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { fate_unknown, new_client_id, sent_before, sentence_of } from "../lib/api";
import { t } from "../lib/i18n";
import {
  asks_for_password,
  useFoundLocked,
  useTradingLock,
  useUnlockTrading,
} from "../lib/trading_lock";
import { Button, type ButtonLook } from "./button";
import { Dialog, DialogActions } from "./dialog";
import { Checkbox, PasswordInput } from "./input";
import styles from "./password_dialog.module.css";
import { toast } from "./toast";

/** What a call that moves money takes besides its content. */
export interface Secret {
  transaction_password: string;
  client_id: string;
}

/** Of a trade: an opened session needs no password. */
export type TradeSecret = Pick<Secret, "client_id"> & Partial<Secret>;

interface CommonProps<Answer> {
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
  on_close: () => void;
  on_done: (answer: Answer) => void;
  /** The server refused, and the dialog closes. */
  on_refused?: (error: unknown) => void;
  /** The dialog stays open after this refusal: `children` say how it goes on. */
  stays?: (error: unknown) => boolean;
}

/** Until an answer comes, each press must send the same: the key is the same, too. */
type Sending<Answer> =
  | { trades?: false; send: (secret: Secret) => Promise<Answer> }
  | {
      trades: true;
      /** Sent without a press; what is asked is shown only where the server does not take it. */
      at_once?: boolean;
      send: (secret: TradeSecret) => Promise<Answer>;
    };

type PasswordDialogProps<Answer> = CommonProps<Answer> & Sending<Answer>;

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
  const [shown, show] = useState(!(props.trades && props.at_once));
  const lock = useTradingLock();
  const needs_password = !(props.trades && lock.open);
  const found_locked = useFoundLocked();
  const unlock = useUnlockTrading();
  const held_back = props.held_back === true && !unanswered;
  const sending = useMutation({
    mutationFn: props.send as (asked: TradeSecret) => Promise<Answer>,
  });
  const wrong = (text: string) => {
    set_error(text);
    field.current?.focus();
  };
  const answered = (answer: Answer) => {
    if (answer.message === "success") return props.on_done(answer);
    show(true);
    // The server has not taken the key for a request that it did not carry out.
    if (answer.message === "wrong_transaction_password") {
      toast({ tone: "error", title: t("confirm.wrong_password") });
      return wrong(t("confirm.wrong_password"));
    }
    toast({ tone: "error", title: t("errors.unexpected") });
  };
  const refused = (reason: unknown) => {
    show(true);
    if (props.trades && asks_for_password(reason)) {
      found_locked();
      const text = t("confirm.locked_again_text");
      return toast({ tone: "error", title: t("confirm.locked_again"), text });
    }
    tell_failure(props.refused, reason, props.unknown);
    set_unanswered(fate_unknown(reason));
    if (fate_unknown(reason)) return;
    key.current = new_client_id();
    if (props.stays?.(reason)) return;
    if (!sent_before(reason)) props.on_refused?.(reason);
    props.on_close();
  };
  const keep_open = (password: string) =>
    unlock.mutate(password, {
      onError: (reason) =>
        toast({ tone: "error", title: t("confirm.not_unlocked"), text: sentence_of(reason) }),
    });
  const submit = (password: string, keep: boolean) => {
    if (sending.isPending || held_back || props.check?.() === false) return;
    if (needs_password && password === "") return wrong(t("confirm.password_required"));
    set_error(undefined);
    sending.mutate(
      {
        client_id: key.current,
        ...(needs_password && { transaction_password: password }),
      },
      {
        onSuccess: (answer) => {
          if (keep && needs_password && answer.message === "success") keep_open(password);
          answered(answer);
        },
        onError: refused,
      },
    );
  };
  const begun = useRef(shown);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    submit("", false);
  });
  return {
    error,
    field,
    busy: sending.isPending,
    held_back,
    shown,
    submit,
    typed: () => set_error(undefined),
    needs_password,
    /** For how long the session can be opened with this password; 0: it cannot. */
    minutes: props.trades && needs_password ? (lock.minutes ?? 0) : 0,
  };
}

export function PasswordDialog<Answer extends { message: string }>(
  props: PasswordDialogProps<Answer>,
) {
  const [password, set_password] = useState("");
  const [keep, set_keep] = useState(false);
  const asking = useConfirmation(props);
  const { field, needs_password } = asking;
  const confirm = useRef<HTMLButtonElement>(null);
  const asks_more = props.check !== undefined;
  useEffect(() => {
    // A field of its own comes first.
    if (!asks_more) (field.current ?? confirm.current)?.focus();
  }, [asks_more, field, asking.shown, needs_password]);
  return (
    <Dialog open={asking.shown} on_close={props.on_close} title={props.title} keep_on_scrim>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          event.stopPropagation();
          asking.submit(password, keep);
        }}
      >
        {props.children}
        {needs_password && (
          <div className={styles.password}>
            <PasswordInput
              ref={field}
              label={t("confirm.transaction_password")}
              layout="above"
              value={password}
              error={asking.error}
              autoComplete="off"
              on_value={(text) => {
                set_password(text);
                asking.typed();
              }}
            />
            {asking.minutes > 0 && (
              <Checkbox checked={keep} on_change={set_keep}>
                {t("confirm.keep_unlocked", { n: asking.minutes })}
              </Checkbox>
            )}
          </div>
        )}
        <DialogActions>
          <Button look="outline" size="l" onClick={props.on_close}>
            {t("common.cancel")}
          </Button>
          <Button
            ref={confirm}
            type="submit"
            look={props.look ?? "primary"}
            size="l"
            busy={asking.busy}
            disabled={asking.held_back}
          >
            {props.confirm ?? t("confirm.confirm")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
