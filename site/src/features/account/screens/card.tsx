// What the account's pages are made of: cards with rows.
import {
  ChevronLeft,
  ChevronRight,
  CircleCheck,
  CircleDashed,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../../../lib/cx";
import { t } from "../../../lib/i18n";
import { Link } from "../../../lib/router";
import styles from "./account.module.css";

/** A page of its own below the security centre: a way back, its title, its content. */
export function SubPage(props: { title: string; text?: string; children: ReactNode }) {
  return (
    <div className={styles.sub}>
      <Link to="/account/security" className={styles.back}>
        <ChevronLeft size={16} strokeWidth={1.5} aria-hidden="true" />
        {t("account.back_to_security")}
      </Link>
      <h1 className={styles.title}>{props.title}</h1>
      {props.text && <p className={styles.lead}>{props.text}</p>}
      {props.children}
    </div>
  );
}

export function Card(props: {
  title?: string;
  end?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <section className={cx(styles.card, props.className)}>
      {props.title && (
        <div className={styles["card-head"]}>
          <h2 className={styles["card-title"]}>{props.title}</h2>
          {props.end}
        </div>
      )}
      {props.children}
    </section>
  );
}

interface RowProps {
  icon: LucideIcon;
  name: string;
  text: ReactNode;
  /** Where the name leads. */
  to?: string;
  /** On and Off; without it there is nothing to be on. */
  on?: boolean;
  /** Instead of On and Off. */
  state?: ReactNode;
  action?: ReactNode;
}

export function State({ on }: { on: boolean }) {
  const Icon = on ? CircleCheck : CircleDashed;
  return (
    <span className={cx(styles.state, on && styles.on)}>
      <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
      {t(on ? "account.on" : "account.off")}
    </span>
  );
}

/** Something that guards the account: what it is, whether it is on, and what can be done. */
export function Row(props: RowProps) {
  return (
    <li className={styles.row}>
      <props.icon size={20} strokeWidth={1.5} aria-hidden="true" className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.name}>
          {props.to ? (
            <Link to={props.to} className={styles["name-link"]}>
              {props.name}
            </Link>
          ) : (
            props.name
          )}
        </p>
        <p className={styles.text}>{props.text}</p>
      </div>
      <div className={styles["row-state"]}>
        {props.on !== undefined ? <State on={props.on} /> : props.state}
      </div>
      <div className={styles["row-action"]}>{props.action}</div>
    </li>
  );
}

/** A row that is a link as a whole. */
export function LinkRow(props: { icon: LucideIcon; name: string; text: string; to: string }) {
  return (
    <li>
      <Link to={props.to} className={cx(styles.row, styles["link-row"])}>
        <props.icon size={20} strokeWidth={1.5} aria-hidden="true" className={styles.icon} />
        <span className={styles.words}>
          <span className={styles.name}>{props.name}</span>
          <span className={styles.text}>{props.text}</span>
        </span>
        <ChevronRight
          size={18}
          strokeWidth={1.5}
          aria-hidden="true"
          className={styles["row-end"]}
        />
      </Link>
    </li>
  );
}
