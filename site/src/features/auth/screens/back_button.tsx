import { ArrowLeft } from "lucide-react";
import { t } from "../../../lib/i18n";
import styles from "./access.module.css";

export function BackButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={styles.back} onClick={onClick}>
      <ArrowLeft size={14} strokeWidth={1.75} aria-hidden="true" />
      {t("common.back")}
    </button>
  );
}
