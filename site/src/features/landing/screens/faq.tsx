import { Plus } from "lucide-react";
import { t } from "../../../lib/i18n";
import styles from "./landing.module.css";

const questions = [
  ["landing.q1", "landing.a1"],
  ["landing.q2", "landing.a2"],
  ["landing.q3", "landing.a3"],
  ["landing.q4", "landing.a4"],
] as const;

export function Faq() {
  return (
    <section className={`${styles.section} ${styles.faq}`}>
      <div>
        <h2 className={styles.title}>
          {t("landing.faq_1")}
          <br />
          {t("landing.faq_2")}
        </h2>
        <p className={styles["faq-text"]}>{t("landing.faq_text")}</p>
      </div>
      <div className={styles.questions}>
        {questions.map(([question, answer], index) => (
          <details key={question} name="faq" className={styles.question} open={index === 0}>
            <summary>
              {t(question)}
              <Plus size={18} strokeWidth={1.5} aria-hidden="true" />
            </summary>
            <p>{t(answer)}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
