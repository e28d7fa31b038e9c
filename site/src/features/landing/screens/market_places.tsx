// The places of what the landing page says of the market, which the first view shows empty.
import type { ReactNode } from "react";
import { t } from "../../../lib/i18n";
import { TextLink } from "../../../ui/button";
import { Icon } from "../../../ui/icons";
import { Skeleton } from "../../../ui/placeholders";
import styles from "./landing.module.css";

export function QuotePlaces({ children }: { children?: ReactNode }) {
  return (
    <nav className={styles.strip} aria-label={t("landing.live_markets")}>
      {children ??
        Array.from({ length: 6 }, (_, index) => (
          <div key={index} className={styles.quote} style={{ minHeight: 90 }}>
            <Skeleton width={96} height={14} />
            <Skeleton width={48} />
            <Skeleton width={80} height={16} />
            <Skeleton width={72} height={16} />
          </div>
        ))}
    </nav>
  );
}

export const PopularPlaces = ({ children }: { children: ReactNode }) => (
  <section className={styles.section}>
    <div className={styles.head}>
      <h2 className={styles.title}>{t("landing.popular")}</h2>
      <TextLink to="/markets/prices" className={styles.all}>
        {t("landing.all_markets")}
        <Icon name="arrow_right" size={15} />
      </TextLink>
    </div>
    {children}
  </section>
);

export function CoinPlaces({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.cards}>
      {children ??
        Array.from({ length: 8 }, (_, index) => (
          <div key={index} className={styles.card}>
            <div className={styles["card-name"]}>
              <Skeleton width={32} height={32} round />
              <Skeleton width={80} />
            </div>
            <div className={styles.chart} />
            <Skeleton width={96} height={20} />
            <Skeleton width={56} />
          </div>
        ))}
    </div>
  );
}

/** As market_sections before the first answer. */
export const MarketUnknown = () => (
  <>
    <QuotePlaces />
    <PopularPlaces>
      <CoinPlaces />
    </PopularPlaces>
  </>
);
