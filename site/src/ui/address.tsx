import { cx } from "../lib/cx";
import styles from "./address.module.css";

const marked = 6;

/** An address or a transaction's id; its ends, which people compare, stand out. */
export function Address(props: { value: string; short?: boolean; className?: string | undefined }) {
  const { value, short } = props;
  if (value.length <= 2 * marked) {
    return <span className={cx("mono", props.className)}>{value}</span>;
  }
  const middle = short ? "…" : value.slice(marked, -marked);
  return (
    <span
      className={cx("mono", styles.address, short && styles.short, props.className)}
      title={short ? value : undefined}
    >
      <span className={styles.end}>{value.slice(0, marked)}</span>
      {middle}
      <span className={styles.end}>{value.slice(-marked)}</span>
    </span>
  );
}
