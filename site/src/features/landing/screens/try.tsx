import { t } from "../../../lib/i18n";
import { useStatus } from "../../../lib/status";
import { TryNow } from "../../../ui/try_now";
import styles from "./landing.module.css";

/** The shorter way in, of a demonstration alone. */
export default function Try() {
  if (!useStatus()?.demo) return null;
  return (
    <p className={styles.try}>
      <TryNow to="/trades/spot/BTC" look="outline" size="l">
        {t("landing.try_now")}
      </TryNow>
      <span>{t("landing.try_text")}</span>
    </p>
  );
}
