// Says whether trading is unlocked and until when, and locks or unlocks it. Shows the words of the
// area "confirm".
import { Fingerprint, Lock, LockOpen } from "lucide-react";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { createPortal } from "react-dom";
import { ApiError, sentenceOf } from "../lib/api";
import { formatTime } from "../lib/format";
import { useHotkeys } from "../lib/hotkeys";
import { t } from "../lib/i18n";
import { usePasskeyHere } from "../lib/passkey";
import { perform } from "../lib/perform";
import {
  useLockTrading,
  useTradingLock,
  useUnlockByPasskey,
  useUnlockTrading,
} from "../lib/trading_lock";
import { Button } from "../ui/button";
import { Dialog, DialogActions } from "../ui/dialog";
import { PasswordInput } from "../ui/input";
import { toast } from "../ui/toast";
import styles from "./trading_lock.module.css";

/** "14:35 UTC". */
const clockOf = (at: number) => `${formatTime(new Date(at), "clock").slice(0, 5)} UTC`;

function UnlockDialog({ minutes, onClose }: { minutes: number; onClose: () => void }) {
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const unlock = useUnlockTrading();
  const byPasskey = useUnlockByPasskey();
  const passkeyHere = usePasskeyHere();
  useEffect(() => field.current?.focus(), []);
  const wrong = (text: string) => {
    setError(text);
    field.current?.focus();
  };
  const refused = (reason: unknown) => {
    const aboutIt = reason instanceof ApiError && reason.field === "transaction_password";
    if (aboutIt) return wrong(t("confirm.wrong_password"));
    toast({ tone: "error", title: t("confirm.not_unlocked"), text: sentenceOf(reason) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (unlock.isPending || byPasskey.isPending) return;
    if (password === "") return wrong(t("confirm.password_required"));
    perform(unlock, password, { onSuccess: onClose, onError: refused });
  };
  return (
    <Dialog open onClose={onClose} title={t("confirm.unlock")} keepOnScrim>
      <form noValidate onSubmit={submit}>
        <p className={styles.text}>{t("confirm.unlock_text", { n: minutes })}</p>
        <PasswordInput
          ref={field}
          label={t("confirm.transaction_password")}
          layout="above"
          value={password}
          error={error}
          autoComplete="off"
          onValue={(text) => {
            setPassword(text);
            setError(undefined);
          }}
        />
        {passkeyHere && (
          <Button
            look="ghost"
            size="m"
            wide
            busy={byPasskey.isPending}
            onClick={() => perform(byPasskey, undefined, { onSuccess: onClose, onError: refused })}
          >
            <Fingerprint size={16} strokeWidth={1.5} aria-hidden="true" />
            {t("confirm.use_passkey")}
          </Button>
        )}
        <DialogActions>
          <Button look="outline" size="l" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" look="primary" size="l" busy={unlock.isPending}>
            {t("confirm.unlock")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Locks it, and says so: for a press and for the key. */
function useLocking() {
  const lock = useLockTrading();
  return () =>
    perform(lock, undefined, {
      onSuccess: () => toast({ tone: "info", title: t("confirm.now_locked") }),
      onError: (reason) =>
        toast({ tone: "error", title: t("confirm.not_locked"), text: sentenceOf(reason) }),
    });
}

/** Nothing where orders always ask, and until the server has answered. */
export function TradingLock() {
  const { open, until, minutes } = useTradingLock();
  const [asking, ask] = useState(false);
  const lock = useLocking();
  if (open) {
    return (
      <div className={styles.open}>
        <LockOpen size={14} strokeWidth={1.5} aria-hidden="true" />
        <span>{t("confirm.unlocked_until", { time: clockOf(until) })}</span>
        <Button look="ghost" size="xs" aria-label={t("confirm.lock_trading")} onClick={lock}>
          {t("confirm.lock")}
        </Button>
      </div>
    );
  }
  if (!minutes) return null;
  return (
    <>
      <button type="button" className={styles.locked} onClick={() => ask(true)}>
        <Lock size={14} strokeWidth={1.5} aria-hidden="true" />
        {t("confirm.unlock")}
      </button>
      {/* Outside the order's form: a form within a form would be sent by the browser itself. */}
      {asking &&
        createPortal(<UnlockDialog minutes={minutes} onClose={() => ask(false)} />, document.body)}
    </>
  );
}

/** B and S lead into what buys and what sells, L locks trading. */
export function useTradingKeys(keys: Readonly<Record<"b" | "s", () => void>>): void {
  const lock = useTradingLock();
  const locking = useLocking();
  useHotkeys({
    ...keys,
    l: () => {
      if (lock.open) locking();
    },
  });
}
