// What there is to know of one thing: names, each with its value.
import type { ReactNode } from "react";
import { cx } from "../lib/cx";
import styles from "./facts.module.css";

interface FactProps {
  name: ReactNode;
  children: ReactNode;
  /** What all comes to. */
  total?: boolean;
  className?: string | undefined;
  valueClass?: string | undefined;
  /** Of the value. */
  testId?: string;
}

export const Fact = ({ name, children, total, className, valueClass, testId }: FactProps) => (
  <div className={cx(total && styles.total, className) || undefined}>
    <dt>{name}</dt>
    <dd className={valueClass} data-testid={testId}>
      {children}
    </dd>
  </div>
);

interface FactsProps {
  children: ReactNode;
  /** Details are of an act that a dialog asks about: a line parts them from what follows. */
  look?: "details" | "well";
  className?: string | undefined;
}

/** One line for each. */
export const Facts = ({ children, look, className }: FactsProps) => (
  <dl className={cx(styles.facts, look && styles[look], className)}>{children}</dl>
);
