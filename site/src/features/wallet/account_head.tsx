// What stands above an account's lists: what it is worth, and where its money can go.
import type { ReactNode } from "react";
import type { Decimal } from "../../lib/decimal";
import { Amount } from "../../ui/number";
import { Skeleton } from "../../ui/states";
import { Balance } from "./balance";
import styles from "./wallet.module.css";

export function AccountHead(props: {
  label: string;
  total: Decimal | undefined;
  /** Links and buttons. */
  children: ReactNode;
}) {
  return (
    <section className={styles.account} aria-label={props.label}>
      <div>
        <p className={styles["total-label"]}>{props.label}</p>
        <p className={styles["account-value"]}>
          {props.total === undefined ? (
            <Skeleton width={160} height={28} />
          ) : (
            <Balance>
              <Amount value={props.total} places={2} />
            </Balance>
          )}
          <span className={styles["account-unit"]}>USDT</span>
        </p>
      </div>
      <div className={styles["account-acts"]}>{props.children}</div>
    </section>
  );
}
