import type { ReactNode } from "react";
import { sentences, t } from "../../../lib/i18n";
import type { Pair } from "../../../lib/pairs";
import { Chip } from "../../../ui/chip";
import { CoinIcon } from "../../../ui/coin";
import { Amount } from "../../../ui/number";
import { moreThan, statistics } from "../rules";
import page from "./landing.module.css";
import styles from "./steps.module.css";

/** Drawn forms, no live data: what each step will look like. */
function IdentityPicture() {
  return (
    <div className={styles.drawn}>
      <div className={styles.card}>
        <svg viewBox="0 0 48 48" width="48" height="48">
          <rect width="48" height="48" rx="8" fill="var(--surface-3)" />
          <circle cx="24" cy="19" r="7" fill="var(--text-3)" />
          <path d="M10 44c1-10 7-14 14-14s13 4 14 14z" fill="var(--text-3)" />
        </svg>
        <span className={styles["card-lines"]}>
          <i />
          <i />
          <i />
        </span>
        <Chip tone="accent">{t("landing_more.step_1_state")}</Chip>
      </div>
      <div className={styles.progress}>
        {[1, 1, 1, 1].map((done, index) => (
          <i key={index} className={done ? styles.done : undefined} />
        ))}
      </div>
    </div>
  );
}

function DepositPicture() {
  return (
    <div className={styles.drawn}>
      <div className={styles.deposit}>
        <CoinIcon name="BTC" size={32} />
        <span>
          <b>
            <Amount value="0.25" places={8} /> BTC
          </b>
          <small>{t("landing_more.step_2_state")}</small>
        </span>
        <span className={styles["deposit-count"]}>4 / 6</span>
      </div>
      <div className={styles.progress}>
        {[1, 1, 1, 1, 0, 0].map((done, index) => (
          <i key={index} className={done ? styles.done : undefined} />
        ))}
      </div>
    </div>
  );
}

function OrderPicture() {
  return (
    <div className={styles.drawn}>
      <div className={styles.order}>
        {t("landing_more.step_3_amount")}
        <b>
          <Amount value="0.05" places={4} />
        </b>
        BTC
      </div>
      <div className={styles.buy}>{t("landing_more.step_3_buy")}</div>
    </div>
  );
}

function Step(props: { number: number; title: string; text: string; picture: ReactNode }) {
  return (
    <li>
      <div className={styles.picture} aria-hidden="true">
        {props.picture}
      </div>
      <div className={styles.step}>
        <span className={styles["step-number"]} aria-hidden="true">
          {props.number}
        </span>
        <h3>{props.title}</h3>
        <p>{props.text}</p>
      </div>
    </li>
  );
}

export function Steps({ pairs }: { pairs: readonly Pair[] | undefined }) {
  const count = pairs && moreThan(statistics(pairs).coins);
  return (
    <section className={page.section}>
      <div className={styles.head}>
        <h2 className={page.title}>{t("landing_more.steps")}</h2>
        <p>
          {sentences(
            t("landing_more.invest"),
            count !== undefined && count > 0 && t("landing_more.coins_earn", { count }),
          )}
        </p>
      </div>
      <ol className={styles.steps}>
        <Step
          number={1}
          title={t("landing_more.step_1_title")}
          text={t("landing_more.step_1_text")}
          picture={<IdentityPicture />}
        />
        <Step
          number={2}
          title={t("landing_more.step_2_title")}
          text={t("landing_more.step_2_text")}
          picture={<DepositPicture />}
        />
        <Step
          number={3}
          title={t("landing_more.step_3_title")}
          text={t("landing_more.step_3_text")}
          picture={<OrderPicture />}
        />
      </ol>
    </section>
  );
}
