// The coin of a deposit or a withdrawal: a field that opens the list, and the coins side by side.
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { cx } from "../lib/cx";
import { CoinIcon } from "../ui/coin";
import { Dialog } from "../ui/dialog";
import styles from "./coin_field.module.css";
import { CoinRows, type CoinChoice } from "./coin_rows";

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
        <Dialog open onClose={() => setOpen(false)} title={props.label}>
          <CoinRows
            coins={props.coins}
            value={props.value}
            className={styles.list}
            onChoose={choose}
          />
        </Dialog>
      )}
    </div>
  );
}
