import { t } from "../lib/i18n";
import { Dialog } from "../ui/dialog";
import styles from "./overlays.module.css";

const rows = [
  [["/", "Ctrl+K"], "search.key_search"],
  [["B"], "search.key_buy"],
  [["S"], "search.key_sell"],
  [["↑", "↓"], "search.key_price"],
  [["L"], "search.key_lock"],
  [["Esc"], "search.key_leave"],
  [["?"], "search.key_list"],
] as const;

/** What each key does. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={t("search.keys")}>
      <dl className={styles.keys}>
        {rows.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{t("search.keys_off")}</p>
    </Dialog>
  );
}
