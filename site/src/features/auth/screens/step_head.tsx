import type { ReactNode } from "react";
import { cx } from "../../../lib/cx";
import { t } from "../../../lib/i18n";
import styles from "./access.module.css";

/** How far sign-up has come, and what this step asks for. */
export function StepHead(props: { step: 1 | 2 | 3; title: string; text: ReactNode }) {
  return (
    <>
      <ol className={styles.progress} aria-hidden="true">
        {[1, 2, 3].map((step) => (
          <li key={step} className={cx(step <= props.step && styles.done)} />
        ))}
      </ol>
      <p className={styles.count}>{t("auth.step", { n: props.step })}</p>
      <h1 className={styles.title}>{props.title}</h1>
      <p className={styles.text}>{props.text}</p>
    </>
  );
}
