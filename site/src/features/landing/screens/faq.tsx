import { t } from "../../../lib/i18n";
import { LinkButton } from "../../../ui/button";
import styles from "./faq.module.css";
import page from "./landing.module.css";

const questions = [
  ["landing_more.q1", "landing_more.a1"],
  ["landing_more.q2", "landing_more.a2"],
  ["landing_more.q3", "landing_more.a3"],
  ["landing_more.q4", "landing_more.a4"],
] as const;

export function Faq() {
  return (
    <section className={`${page.section} ${styles.faq}`}>
      <div>
        <h2 className={page.title}>
          {t("landing_more.faq_1")}
          <br />
          {t("landing_more.faq_2")}
        </h2>
        <p className={styles.text}>{t("landing_more.faq_text")}</p>
        <LinkButton to="/contactus" look="outline">
          {t("landing_more.contact")}
        </LinkButton>
      </div>
      <div className={styles.questions}>
        {questions.map(([question, answer], index) => (
          <details key={question} name="faq" className={styles.question} open={index === 0}>
            <summary>
              {t(question)}
              <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
                <g stroke="currentColor" strokeWidth="1.5" strokeLinecap="round">
                  <path d="M3.5 9h11" />
                  <path className={styles.upright} d="M9 3.5v11" />
                </g>
              </svg>
            </summary>
            <p>{t(answer)}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
