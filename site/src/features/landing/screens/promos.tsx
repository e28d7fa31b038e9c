// What the exchange gives: the reward tasks and the referral programme, as the server runs them.
import { t } from "../../../lib/i18n";
import { LinkButton } from "../../../ui/button";
import page from "./landing.module.css";
import styles from "./promos.module.css";

export function Promos() {
  return (
    <section className={page.section}>
      <div className={page.head}>
        <h2 className={page.title}>{t("landing_more.promos")}</h2>
      </div>
      <div className={styles.promos}>
        <article className={styles.recharge}>
          <svg viewBox="0 0 240 240" aria-hidden="true" className={styles.rings}>
            {[118, 98, 78, 58, 38].map((radius) => (
              <circle
                key={radius}
                cx="120"
                cy="120"
                r={radius}
                fill="none"
                stroke="var(--accent-line)"
                strokeOpacity="0.6"
              />
            ))}
            <circle
              cx="120"
              cy="120"
              r="78"
              fill="none"
              stroke="var(--accent)"
              strokeWidth="3"
              strokeLinecap="round"
              strokeDasharray="320 490"
              transform="rotate(-90 120 120)"
            />
          </svg>
          <h3>{t("landing_more.recharge")}</h3>
          <p>{t("landing_more.recharge_text")}</p>
          <div>
            <LinkButton to="/account/rewards" look="secondary" size="l">
              {t("landing_more.recharge_open")}
            </LinkButton>
          </div>
        </article>
        <article className={styles.invite}>
          <h3>{t("landing_more.invite")}</h3>
          <ul>
            <li>
              <b>{t("landing_more.invite_join_figure")}</b>
              {t("landing_more.invite_join")}
            </li>
            <li>
              <b>{t("landing_more.invite_deposit_figure")}</b>
              {t("landing_more.invite_deposit")}
            </li>
            <li>
              <b>{t("landing_more.invite_share_figure")}</b>
              {t("landing_more.invite_share")}
            </li>
          </ul>
          <div>
            <LinkButton to="/account/referral" look="outline" size="l">
              {t("landing_more.invite_open")}
            </LinkButton>
          </div>
        </article>
      </div>
    </section>
  );
}
