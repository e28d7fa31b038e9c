// The pages of a client's money: one width, one head, and panels that lists and figures stand in.
import type { ComponentProps, ReactNode } from "react";
import { cx } from "../lib/cx";
import styles from "./page.module.css";

/** As wide as every other page; what stands in it stands below each other. */
export const Page = ({ children }: { children: ReactNode }) => (
  <div className={styles.page}>{children}</div>
);

interface PageHeadProps {
  title: ReactNode;
  /** The area that the page belongs to: "Wallet". */
  above?: string;
  /** One sentence about the page. */
  lead?: string;
  /** What can be done with the page as a whole: buttons, links, a search. */
  children?: ReactNode;
}

export const PageHead = ({ title, above, lead, children }: PageHeadProps) => (
  <header className={styles.head}>
    <div className={styles.words}>
      {above && <p className={styles.above}>{above}</p>}
      <h1 className={styles.title}>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
    </div>
    {children && <div className={styles.acts}>{children}</div>}
  </header>
);

/** A form in the middle of a page, no wider than its fields need; its head stands above it. */
export const PageForm = ({ children }: { children: ReactNode }) => (
  <div className={styles.form}>{children}</div>
);

/** A card that a list fills to its edges; from edge to edge on phones. */
export const Panel = ({ className, ...rest }: ComponentProps<"section">) => (
  <section {...rest} className={cx(styles.panel, className)} />
);

/** What stands above a panel's list: its heading, and what the list is narrowed with. */
export const PanelHead = ({ className, ...rest }: ComponentProps<"div">) => (
  <div {...rest} className={cx(styles["panel-head"], className)} />
);

export const PanelTitle = ({ className, children, ...rest }: ComponentProps<"h2">) => (
  <h2 {...rest} className={cx(styles["panel-title"], className)}>
    {children}
  </h2>
);
