// A page of numbered sections with its contents beside it.
import { t } from "../../../lib/i18n";
import { useStatus } from "../../../lib/status";
import { LinkButton } from "../../../ui/button";
import type { TextKey } from "../../../text/catalogue";
import { useOperator } from "../operator";
import styles from "./legal.module.css";

export interface Section {
  id: string;
  title: TextKey;
  text: TextKey;
}

function Paragraphs({ text }: { text: string }) {
  return text.split("\n\n").map((paragraph) => <p key={paragraph}>{paragraph}</p>);
}

export function LegalPage(props: {
  heading: TextKey;
  lead: TextKey;
  sections: readonly Section[];
}) {
  const operator = useOperator() ?? t("legal.operator_unnamed");
  const demo = useStatus()?.demo;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>{t(props.heading)}</h1>
        <p>{t(props.lead, { operator })}</p>
        {demo && <p className={styles.demo}>{t("legal.demo")}</p>}
      </header>
      <div className={styles.columns}>
        <nav className={styles.contents} aria-label={t("legal.contents")}>
          <ol>
            {props.sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{t(title)}</a>
              </li>
            ))}
          </ol>
        </nav>
        <article className={styles.text}>
          {props.sections.map(({ id, title, text }, index) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>
                <span aria-hidden="true">{index + 1}</span>
                {t(title)}
              </h2>
              <Paragraphs text={t(text, { operator })} />
            </section>
          ))}
          <aside className={styles.questions}>
            <div>
              <h2>{t("legal.questions")}</h2>
              <p>{t("legal.questions_text")}</p>
            </div>
            <LinkButton to="/contactus" look="outline">
              {t("legal.contact")}
            </LinkButton>
          </aside>
        </article>
      </div>
    </div>
  );
}
