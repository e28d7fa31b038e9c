import { CoinIcon } from "../../ui/coin";
import styles from "./screens.module.css";

/** A coin as a table's first column has it. */
export function CoinCell(props: { name: string; fullName?: string; image: string }) {
  return (
    <span className={styles.coin}>
      <CoinIcon name={props.name} image={props.image} size={28} />
      <span className={styles["coin-text"]}>
        <span className={styles.name}>{props.name}</span>
        {props.fullName && <span className={styles.quiet}>{props.fullName}</span>}
      </span>
    </span>
  );
}
