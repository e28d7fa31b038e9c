// The bell beside a market's price.
import { BellPlus } from "lucide-react";
import { useState } from "react";
import { t } from "../../lib/i18n";
import type { Pair } from "../../lib/pairs";
import { useSession } from "../../lib/session";
import { AlertDialog } from "./alert_dialog";
import styles from "./alerts.module.css";

export function AlertButton({ pair }: { pair: Pair }) {
  const [open, setOpen] = useState(false);
  const guest = useSession() === null;
  if (guest) return null;
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-label={t("price_alerts.button")}
        onClick={() => setOpen(true)}
      >
        <BellPlus size={16} strokeWidth={1.5} aria-hidden="true" />
        <span className={styles.word}>{t("price_alerts.button")}</span>
      </button>
      {open && <AlertDialog pair={pair} onClose={() => setOpen(false)} />}
    </>
  );
}
