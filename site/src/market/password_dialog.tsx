// What will happen, and the transaction password that lets it happen: for everything that moves
// money. Shows the words of the area "confirm".
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { ApiError, fateUnknown, newClientId, sentBefore, sentenceOf } from "../lib/api";
import { t } from "../lib/i18n";
import { perform } from "../lib/perform";
import {
  asksForPassword,
  useFoundLocked,
  useTradingLock,
  useUnlockTrading,
} from "../lib/trading_lock";
import { Button, type ButtonLook } from "../ui/button";
import { Dialog, DialogActions } from "../ui/dialog";
import { Checkbox, PasswordInput } from "../ui/input";
import styles from "./password_dialog.module.css";
import { toast } from "../ui/toast";

/** What a call that moves money takes besides its content. */
export interface Secret {
  transaction_password: string;
  client_id: string;
}

/** Why a call was not carried out: a message in place of "success", or an ApiError. */
export type Refusal = Pick<ApiError, "code"> & Partial<Pick<ApiError, "field" | "sentence">>;

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
  /** The text of that notice, where the general one would not do. */
  unknownText?: string;
  /** False keeps the request back: a field of `children` says why. */
  check?: () => boolean;
  /** What an empty password says together with what `check` finds; else it has words of its own. */
  required?: string;
  /** Confirm waits: `children` say for what. A request without an answer may be sent again. */
  heldBack?: boolean;
  onClose: () => void;
  onDone: (answer: Answer) => void;
  /** The server refused, and the dialog closes. */
  onRefused?: (error: unknown) => void;
  /** The dialog stays open after this refusal: `children` say how it goes on. */
  stays?: (error: unknown) => boolean;
  /** True: it is said elsewhere, beside a field of `children` for one, and this dialog says nothing. */
  takes?: (refusal: Refusal) => boolean;
}

/** Until an answer comes, each press must send the same: the key is the same, too. */
type Sending<Answer> =
  | { trades?: false; send: (secret: Secret) => Promise<Answer> }
  | {
      trades: true;
      /** Sent without a press; what is asked is shown only where the server does not take it. */
      atOnce?: boolean;
      send: (secret: TradeSecret) => Promise<Answer>;
    };

type PasswordDialogProps<Answer> = CommonProps<Answer> & Sending<Answer>;

/** The password was wrong, whichever of its names it has. */
const passwordWrong = (message: string): boolean =>
  message === "wrong_transaction_password" || message === "wrong_password";

/** What is said of a request that did not succeed. */
function tellFailure<Answer>(props: CommonProps<Answer>, reason: unknown): void {
  const { refused: title, unknown, unknownText } = props;
  if (fateUnknown(reason)) {
    const text = unknownText ?? t("confirm.no_answer_text");
    return toast({ tone: "error", title: unknown?.(reason) ?? t("confirm.no_answer"), text });
  }
  if (sentBefore(reason)) {
    const text = t("confirm.sent_before_text");
    return toast({ tone: "error", title: t("confirm.sent_before"), text });
  }
  toast({ tone: "error", title, text: sentenceOf(reason) });
}

/** A press on Confirm: what was answered, and what the field says. */
function useConfirmation<Answer extends { message: string }>(props: PasswordDialogProps<Answer>) {
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  // The same key for each retry of a request whose fate is unknown; a new one after a refusal.
  const key = useRef(newClientId());
  const [unanswered, setUnanswered] = useState(false);
  const [shown, show] = useState(!(props.trades && props.atOnce));
  const lock = useTradingLock();
  const needsPassword = !(props.trades && lock.open);
  const foundLocked = useFoundLocked();
  const unlock = useUnlockTrading();
  const heldBack = props.heldBack === true && !unanswered;
  const sending = useMutation({
    mutationFn: props.send as (asked: TradeSecret) => Promise<Answer>,
  });
  const wrong = (text: string) => {
    setError(text);
    field.current?.focus();
  };
  const answered = (answer: Answer) => {
    if (answer.message === "success") return props.onDone(answer);
    show(true);
    // The server has not taken the key for a request that it did not carry out.
    if (passwordWrong(answer.message)) {
      toast({ tone: "error", title: t("confirm.wrong_password") });
      return wrong(t("confirm.wrong_password"));
    }
    if (props.takes?.({ code: answer.message })) return;
    toast({ tone: "error", title: t("errors.unexpected") });
  };
  const refused = (reason: unknown) => {
    show(true);
    // Before what a status says of it: a pause is a 503, but one that says that nothing was done.
    if (reason instanceof ApiError && props.takes?.(reason)) {
      key.current = newClientId();
      return setUnanswered(false);
    }
    if (props.trades && asksForPassword(reason)) {
      foundLocked();
      const text = t("confirm.locked_again_text");
      return toast({ tone: "error", title: t("confirm.locked_again"), text });
    }
    tellFailure(props, reason);
    setUnanswered(fateUnknown(reason));
    if (fateUnknown(reason)) return;
    key.current = newClientId();
    if (props.stays?.(reason)) return;
    if (!sentBefore(reason)) props.onRefused?.(reason);
    props.onClose();
  };
  const keepOpen = (password: string) =>
    perform(unlock, password, {
      onError: (reason) =>
        toast({ tone: "error", title: t("confirm.not_unlocked"), text: sentenceOf(reason) }),
    });
  const submit = (password: string, keep: boolean) => {
    if (sending.isPending || heldBack) return;
    const missing = needsPassword && password === "";
    if (props.check?.() === false) {
      if (missing && props.required) setError(props.required);
      return;
    }
    if (missing) return wrong(props.required ?? t("confirm.password_required"));
    setError(undefined);
    perform(
      sending,
      {
        client_id: key.current,
        ...(needsPassword && { transaction_password: password }),
      },
      {
        onSuccess: (answer) => {
          if (keep && needsPassword && answer.message === "success") keepOpen(password);
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
    held_back: heldBack,
    shown,
    submit,
    typed: () => setError(undefined),
    needsPassword,
    /** For how long the session can be opened with this password; 0: it cannot. */
    minutes: props.trades && needsPassword ? (lock.minutes ?? 0) : 0,
  };
}

export function PasswordDialog<Answer extends { message: string }>(
  props: PasswordDialogProps<Answer>,
) {
  const [password, setPassword] = useState("");
  const [keep, setKeep] = useState(false);
  const asking = useConfirmation(props);
  const { field, needsPassword } = asking;
  const confirm = useRef<HTMLButtonElement>(null);
  const asksMore = props.check !== undefined;
  useEffect(() => {
    // A field of its own comes first.
    if (!asksMore) (field.current ?? confirm.current)?.focus();
  }, [asksMore, field, asking.shown, needsPassword]);
  return (
    <Dialog open={asking.shown} onClose={props.onClose} title={props.title} keepOnScrim>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          event.stopPropagation();
          asking.submit(password, keep);
        }}
      >
        {props.children}
        {needsPassword && (
          <div className={styles.password}>
            <PasswordInput
              ref={field}
              label={t("confirm.transaction_password")}
              layout="above"
              value={password}
              error={asking.error}
              autoComplete="off"
              onValue={(text) => {
                setPassword(text);
                asking.typed();
              }}
            />
            {asking.minutes > 0 && (
              <Checkbox checked={keep} onChange={setKeep}>
                {t("confirm.keep_unlocked", { n: asking.minutes })}
              </Checkbox>
            )}
          </div>
        )}
        <DialogActions>
          <Button look="outline" size="l" onClick={props.onClose}>
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
