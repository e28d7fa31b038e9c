// Take-profit and stop-loss beside an order: a checkbox, and below it their two prices.
import type { ReactNode } from "react";
import { cx } from "../lib/cx";
import { cleanTyping } from "../lib/typing";
import { Checkbox, Input } from "../ui/input";
import styles from "./target_fields.module.css";

type Target = "take_profit" | "stop_loss";

interface TargetFieldsProps {
  label: string;
  checked: boolean;
  onChecked: (checked: boolean) => void;
  labels: Readonly<Record<Target, string>>;
  values: Readonly<Record<Target, string>>;
  onValue: (field: Target, text: string) => void;
  error: (field: Target) => ReactNode;
  places: number;
  unit: ReactNode;
  /** At the end of the checkbox's line. */
  end?: ReactNode;
  /** Below the prices. */
  note?: string;
  className?: string | undefined;
}

export function TargetFields(props: TargetFieldsProps) {
  return (
    <div className={cx(styles.targets, props.className)}>
      <div className={styles.head}>
        <Checkbox checked={props.checked} onChange={props.onChecked}>
          {props.label}
        </Checkbox>
        {props.end}
      </div>
      {props.checked && (
        <div className={styles.fields}>
          {(["take_profit", "stop_loss"] as const).map((field) => (
            <Input
              key={field}
              label={props.labels[field]}
              layout="inside"
              inputMode="decimal"
              unit={props.unit}
              value={props.values[field]}
              error={props.error(field)}
              onValue={(text) => props.onValue(field, cleanTyping(text, props.places))}
            />
          ))}
        </div>
      )}
      {props.checked && props.note && <p className={styles.note}>{props.note}</p>}
    </div>
  );
}
