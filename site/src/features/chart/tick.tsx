import { Check } from "lucide-react";
import { cx } from "../../lib/cx";
import styles from "./chart.module.css";

/** Before an entry of a menu that is on; the others keep its room. */
export const Tick = ({ on }: { on: boolean }) => (
  <Check
    size={16}
    strokeWidth={1.75}
    aria-hidden="true"
    className={cx(styles.check, !on && styles.unchosen)}
  />
);
