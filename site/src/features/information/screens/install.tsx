// The site as an app: by the browser's own question where it asks one, else how it is done by hand.
import { Download, Share, Smartphone } from "lucide-react";
import { cx } from "../../../lib/cx";
import { t } from "../../../lib/i18n";
import { isInstalled, useInstall } from "../../../lib/install";
import { Button } from "../../../ui/button";
import styles from "./information.module.css";

const ways = [
  { id: "iphone", icon: Share },
  { id: "android", icon: Smartphone },
  { id: "desktop", icon: Download },
] as const;

export default function Install() {
  const install = useInstall();
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>{t("install.headline")}</h1>
        <p>{t("install.lead")}</p>
        {isInstalled() && <p>{t("install.done")}</p>}
        {install && (
          <Button look="primary" size="xl" className={styles.act} onClick={install}>
            {t("install.now")}
          </Button>
        )}
      </header>
      <div className={cx(styles.ways, styles["three-ways"])}>
        {ways.map(({ id, icon: Icon }) => (
          <section key={id} className={styles.way}>
            <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
            <h2>{t(`install.${id}`)}</h2>
            <p>{t(`install.${id}_text`)}</p>
          </section>
        ))}
      </div>
      <p className={styles.small}>{t("install.kept")}</p>
    </div>
  );
}
