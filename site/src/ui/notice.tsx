import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../lib/cx";
import styles from "./notice.module.css";

const icons = { warning: TriangleAlert, error: CircleAlert, info: Info };

/** A sentence that stands on the page as long as it is true. */
export function Notice(props: {
  tone?: keyof typeof icons;
  children: ReactNode;
  className?: string | undefined;
}) {
  const tone = props.tone ?? "warning";
  const Icon = icons[tone];
  return (
    <div className={cx(styles.notice, styles[tone], props.className)}>
      <Icon size={18} strokeWidth={1.5} aria-hidden="true" />
      <div>{props.children}</div>
    </div>
  );
}
