import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./settings.module.css";

export function Setting(props: {
  icon: LucideIcon;
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <li className={styles.setting}>
      <props.icon size={20} strokeWidth={1.5} aria-hidden="true" className={styles.icon} />
      <div className={styles.words}>
        <h2 className={styles.name}>{props.title}</h2>
        <p className={styles.text}>{props.text}</p>
      </div>
      <div className={styles.control}>{props.children}</div>
    </li>
  );
}
