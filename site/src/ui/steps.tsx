// A task in numbered steps beside a column of what happened before: deposits and withdrawals.
import { ChevronRight } from "lucide-react";
import { useId, type ReactNode } from "react";
import { t } from "../lib/i18n";
import { Link } from "../lib/router";
import styles from "./steps.module.css";

/** The page: where it lies, its title, its steps, and what stands beside them. */
export function StepsPage(props: {
  title: string;
  /** The page above: "Wallet". */
  above: string;
  children: ReactNode;
  side: ReactNode;
}) {
  return (
    <div className={styles.page}>
      <nav aria-label={t("common.path")} className={styles.path}>
        <Link to="/wallet">{props.above}</Link>
        <ChevronRight size={14} strokeWidth={1.5} aria-hidden="true" />
        <span aria-current="page">{props.title}</span>
      </nav>
      <h1 className={styles.title}>{props.title}</h1>
      <div className={styles.columns}>
        <div>{props.children}</div>
        <div className={styles.side}>{props.side}</div>
      </div>
    </div>
  );
}

export function Step(props: { number: number; title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.step} aria-labelledby={id}>
      <span className={styles.mark} aria-hidden="true">
        {props.number}
      </span>
      <h2 id={id} className={styles.name}>
        {props.title}
      </h2>
      <div className={styles.body}>{props.children}</div>
    </section>
  );
}
