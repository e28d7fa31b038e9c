// One network of those that a coin goes over, as cards.
import { Check } from "lucide-react";
import { useId, type ReactNode } from "react";
import { cx } from "../lib/cx";
import styles from "./network_field.module.css";

export interface NetworkChoice {
  value: string;
  title: string;
  /** Two short lines below the title. */
  lines: readonly ReactNode[];
  closed: boolean;
}

export function NetworkField(props: {
  label: string;
  networks: readonly NetworkChoice[];
  value: string;
  onValue: (value: string) => void;
}) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={props.label} className={styles.cards}>
      {props.networks.map((network) => (
        <label key={network.value} className={cx(styles.card, network.closed && styles.closed)}>
          <input
            type="radio"
            className="hidden-but-read"
            name={name}
            value={network.value}
            checked={network.value === props.value}
            onChange={() => props.onValue(network.value)}
          />
          <span className={styles.title}>
            {network.title}
            {network.value === props.value && (
              <Check size={16} strokeWidth={1.75} aria-hidden="true" />
            )}
          </span>
          {network.lines.map((line, index) => (
            <span key={index} className={styles.line}>
              {line}
            </span>
          ))}
        </label>
      ))}
    </div>
  );
}
