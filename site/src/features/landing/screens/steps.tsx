import type { ReactNode } from "react";
import { cx } from "../../../lib/cx";
import { t } from "../../../lib/i18n";
import { CoinIcon } from "../../../ui/coin";
import { Amount } from "../../../ui/number";
import page from "./landing.module.css";
import styles from "./steps.module.css";

/** Drawn forms, no live data: what each step will look like. */
function CodePicture() {
  return (
    <div className={styles.drawn}>
      <p className={styles["code-line"]}>{t("landing.step_1_code")}</p>
      <div className={styles.cells}>
        {["4", "8", "1", "now", "", ""].map((digit, index) => (
          <span key={index} className={cx(styles.cell, digit === "now" && styles["cell-now"])}>
            {digit === "now" ? "" : digit}
          </span>
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
          <small>{t("landing.step_2_state")}</small>
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
        {t("landing.step_3_amount")}
        <b>0.0500</b>
        BTC
      </div>
      <div className={styles.buy}>{t("landing.step_3_buy")}</div>
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

export function Steps() {
  return (
    <section className={page.section}>
      <div className={page.head}>
        <h2 className={page.title}>{t("landing.steps")}</h2>
      </div>
      <ol className={styles.steps}>
        <Step
          number={1}
          title={t("landing.step_1_title")}
          text={t("landing.step_1_text")}
          picture={<CodePicture />}
        />
        <Step
          number={2}
          title={t("landing.step_2_title")}
          text={t("landing.step_2_text")}
          picture={<DepositPicture />}
        />
        <Step
          number={3}
          title={t("landing.step_3_title")}
          text={t("landing.step_3_text")}
          picture={<OrderPicture />}
        />
      </ol>
    </section>
  );
}
