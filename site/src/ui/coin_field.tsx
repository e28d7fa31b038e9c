// The coin of a deposit or a withdrawal: a field that opens the list, and the coins side by side.
import { Check, ChevronDown } from "lucide-react";
import { useState, type ReactNode } from "react";
import { cx } from "../lib/cx";
import styles from "./coin_field.module.css";
import { CoinIcon } from "./coin";
import { Dialog } from "./dialog";

export interface CoinChoice {
  name: string;
  full_name: string;
  image: string;
  /** What stands at the right in the list. */
  note?: ReactNode;
}

function CoinList(props: {
  title: string;
  coins: readonly CoinChoice[];
  value: string;
  onChoose: (name: string) => void;
  onClose: () => void;
}) {
  return (
    <Dialog open onClose={props.onClose} title={props.title}>
      <ul className={styles.list}>
        {props.coins.map((coin) => (
          <li key={coin.name}>
            <button
              type="button"
              className={styles.row}
              aria-pressed={coin.name === props.value}
              onClick={() => props.onChoose(coin.name)}
            >
              <CoinIcon name={coin.name} image={coin.image} size={32} />
              <span>
                <span className={styles["row-name"]}>{coin.name}</span>
                <span className={styles["row-full"]}>{coin.full_name}</span>
              </span>
              <span className={styles.note}>{coin.note}</span>
              {coin.name === props.value && (
                <Check size={16} strokeWidth={1.75} aria-hidden="true" className={styles.tick} />
              )}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

export function CoinField(props: {
  /** "Choose a coin" */
  label: string;
  coins: readonly CoinChoice[];
  value: string;
  onValue: (name: string) => void;
}) {
  const [open, setOpen] = useState(false);
  const chosen = props.coins.find(({ name }) => name === props.value);
  const choose = (name: string) => {
    setOpen(false);
    if (name !== props.value) props.onValue(name);
  };
  return (
    <div>
      <button
        type="button"
        className={styles.field}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <CoinIcon name={props.value} image={chosen?.image} size={28} />
        <span className={styles.name}>{props.value}</span>
        <span className={styles.full}>{chosen?.full_name}</span>
        <span className="hidden-but-read">{props.label}</span>
        <ChevronDown size={18} strokeWidth={1.5} aria-hidden="true" className={styles.arrow} />
      </button>
      <div className={styles.chips} role="group" aria-label={props.label}>
        {props.coins.map((coin) => (
          <button
            key={coin.name}
            type="button"
            aria-pressed={coin.name === props.value}
            className={cx(styles.chip, coin.name === props.value && styles.chosen)}
            onClick={() => choose(coin.name)}
          >
            <CoinIcon name={coin.name} image={coin.image} size={18} />
            {coin.name}
          </button>
        ))}
      </div>
      {open && (
        <CoinList
          title={props.label}
          coins={props.coins}
          value={props.value}
          onChoose={choose}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
