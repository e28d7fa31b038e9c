// Coins to choose one of, for a dialog: what each is called, and what there is to say of it.
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../lib/cx";
import { CoinIcon } from "../ui/coin";
import styles from "./coin_rows.module.css";

export interface CoinChoice {
  name: string;
  full_name: string;
  image: string;
  /** What stands at the right. */
  note?: ReactNode;
}

export function CoinRows(props: {
  coins: readonly CoinChoice[];
  label?: string;
  /** The coin that has been chosen; without it none is marked. */
  value?: string;
  dense?: boolean;
  className: string | undefined;
  onChoose: (name: string) => void;
}) {
  const { value, dense } = props;
  return (
    <ul className={props.className} aria-label={props.label}>
      {props.coins.map((coin) => (
        <li key={coin.name}>
          <button
            type="button"
            className={cx(styles.row, dense && styles.dense)}
            aria-pressed={value === undefined ? undefined : coin.name === value}
            onClick={() => props.onChoose(coin.name)}
          >
            <CoinIcon name={coin.name} image={coin.image} size={dense ? 28 : 32} />
            <span>
              <span className={styles.name}>{coin.name}</span>
              <span className={styles.full}>{coin.full_name}</span>
            </span>
            <span className={styles.note}>{coin.note}</span>
            {coin.name === value && (
              <Check size={16} strokeWidth={1.75} aria-hidden="true" className={styles.tick} />
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
