// Somebody else's live chat: a page of theirs in a frame, so that nothing of theirs can read or do
// anything on ours. It is asked for when a person first opens it, and not before.
import { MessageCircle, X } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { t } from "../lib/i18n";
import styles from "./live_chat.module.css";

const rights =
  "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox";

export default function LiveChat({ address }: { address: string }) {
  const [state, setState] = useState<"unasked" | "open" | "closed">("unasked");
  const panel = useId();
  const open = state === "open";
  useEffect(() => {
    if (!open) return undefined;
    const press = (event: KeyboardEvent) => {
      if (event.key === "Escape") setState("closed");
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [open]);
  const Drawn = open ? X : MessageCircle;
  return (
    <aside aria-label={t("live_chat.title")} className={styles.chat}>
      <div id={panel} hidden={!open} className={styles.panel}>
        {state !== "unasked" && (
          <iframe
            src={address}
            title={t("live_chat.title")}
            sandbox={rights}
            referrerPolicy="no-referrer"
            className={styles.frame}
          />
        )}
      </div>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={panel}
        aria-label={t(open ? "live_chat.close" : "live_chat.open")}
        className={styles.button}
        onClick={() => setState(open ? "closed" : "open")}
      >
        <Drawn size={22} strokeWidth={1.5} aria-hidden="true" />
      </button>
    </aside>
  );
}
