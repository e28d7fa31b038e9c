import { Copy, Download } from "lucide-react";
import { t } from "../../../lib/i18n";
import { Button } from "../../../ui/button";
import { copy } from "../notices";
import styles from "./account.module.css";

function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The ten codes, once: to be copied or downloaded. */
export function RecoveryCodes(props: {
  codes: readonly string[];
  email: string;
  onDone: () => void;
}) {
  const text = props.codes.join("\n");
  return (
    <div className={styles.dialog}>
      <p className={styles["dialog-text"]}>{t("account.recovery_text")}</p>
      <ol className={styles.codes}>
        {props.codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ol>
      <div className={styles["dialog-buttons"]}>
        <Button look="outline" size="l" onClick={() => void copy(text)}>
          <Copy size={16} strokeWidth={1.5} aria-hidden="true" />
          {t("account.recovery_copy")}
        </Button>
        <Button
          look="outline"
          size="l"
          onClick={() =>
            download(
              "cambio-recovery-codes.txt",
              `${t("account.recovery_file", { email: props.email })}\n\n${text}\n`,
            )
          }
        >
          <Download size={16} strokeWidth={1.5} aria-hidden="true" />
          {t("account.recovery_download")}
        </Button>
      </div>
      <Button look="primary" size="l" wide onClick={props.onDone}>
        {t("account.recovery_kept")}
      </Button>
    </div>
  );
}
