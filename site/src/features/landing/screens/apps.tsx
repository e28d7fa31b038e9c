// The apps: a code that opens this exchange on a phone, the two stores, and what it looks like there.
import { t } from "../../../lib/i18n";
import type { Pair } from "../../../lib/pairs";
import { Shape } from "../../../ui/icons";
import styles from "./apps.module.css";
import page from "./landing.module.css";
import { MarketPhone, MarketsPhone } from "./phones";
import { QrCode } from "./qr_code";

const apple =
  "M12 20.94c1.5 0 2.75 1.06 4 1.06 3 0 6-8 6-12.22A4.91 4.91 0 0 0 17 5c-2.22 0-4 1.44-5 2-1-.56-2.78-2-5-2a4.9 4.9 0 0 0-5 4.78C2 14 5 22 8 22c1.25 0 2.5-1.06 4-1.06M10 2c1 .5 2 2 2 5";
const play = "M6 3l15 9-15 9z";

const stores = [
  { id: "ios", to: "/api/v3/download-ios", icon: apple },
  { id: "android", to: "/api/v3/download-apk", icon: play },
] as const;

export default function Apps({ pairs }: { pairs: readonly Pair[] | undefined }) {
  const btc = pairs?.find((pair) => pair.name === "BTC") ?? pairs?.[0];
  return (
    <section className={page.section}>
      <div className={styles.apps}>
        <div className={styles.words}>
          <h2>
            {t("landing_more.apps_1")}
            <br />
            {t("landing_more.apps_2")}
          </h2>
          <p>{t("landing_more.apps_text")}</p>
          <div className={styles.ways}>
            <QrCode text={`${location.origin}/`} label={t("landing_more.apps_code")} />
            <div className={styles.stores}>
              {stores.map(({ id, to, icon }) => (
                <a key={id} href={to} target="_blank" rel="noopener" className={styles.store}>
                  <Shape path={icon} size={18} />
                  {t(`landing_more.apps_${id}`)}
                </a>
              ))}
            </div>
          </div>
        </div>
        <div className={styles.phones} aria-hidden="true">
          <MarketsPhone pairs={pairs} />
          <MarketPhone pair={btc} />
        </div>
      </div>
    </section>
  );
}
