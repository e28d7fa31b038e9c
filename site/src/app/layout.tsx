import type { ReactNode } from "react";
import type { Page } from "./pages";
import styles from "./layout.module.css";

export function Layout({ children }: { page: Page; children: ReactNode }) {
  return <main className={styles.main}>{children}</main>;
}
