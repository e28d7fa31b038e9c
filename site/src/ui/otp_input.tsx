import {
  useEffect,
  useId,
  useRef,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { cx } from "../lib/cx";
import { t } from "../lib/i18n";
import { FieldError } from "./input";
import styles from "./input.module.css";

const cells = 6;

interface OtpInputProps {
  label: string;
  /** The digits typed so far. */
  value: string;
  onValue: (value: string) => void;
  onComplete?: (value: string) => void;
  error?: ReactNode;
  /** 48 px cells, for dialogs. */
  small?: boolean;
  autoFocus?: boolean;
  /** Beside the label. */
  labelEnd?: ReactNode;
}

/** Six cells for a one-time code: typing moves on, backspace moves back, pasting fills all. */
export function OtpInput(props: OtpInputProps) {
  const { value, onValue, onComplete, error } = props;
  const id = useId();
  const inputs = useRef<(HTMLInputElement | null)[]>([]);
  const focus = (index: number) => inputs.current[Math.max(0, Math.min(index, cells - 1))]?.focus();

  // A code that was refused is emptied by the form: the next one begins in the first cell.
  useEffect(() => {
    const at = document.activeElement;
    const here = inputs.current.findIndex((input) => input === at);
    const nowhere = at === null || at === document.body;
    if (value === "" && error && (here > 0 || nowhere)) inputs.current[0]?.focus();
  }, [value, error]);

  const set = (next: string, thenAt: number = cells) => {
    const digits = next.replace(/\D/g, "").slice(0, cells);
    onValue(digits);
    focus(Math.min(thenAt, digits.length));
    // Whoever types over a code is not done before its last digit.
    if (digits.length === cells && thenAt >= cells) onComplete?.(digits);
  };
  const type = (index: number, text: string) => {
    const digits = text.replace(/\D/g, "");
    // The cell already held a digit: keep what was typed last. Several digits come from autofill.
    if (digits.length > 2) set(digits);
    else set(value.slice(0, index) + digits.slice(-1) + value.slice(index + 1), index + 1);
  };
  const press = (index: number, event: KeyboardEvent) => {
    if (event.key === "Backspace") {
      event.preventDefault();
      const at = value[index] ? index : index - 1;
      if (at < 0) return;
      onValue(value.slice(0, at) + value.slice(at + 1));
      focus(at);
    } else if (event.key === value[index] && !event.ctrlKey && !event.metaKey) {
      // The same digit again changes nothing, of which no input tells.
      event.preventDefault();
      set(value, index + 1);
    } else if (event.key === "ArrowLeft") focus(index - 1);
    else if (event.key === "ArrowRight") focus(Math.min(index + 1, value.length));
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    set(event.clipboardData.getData("text"));
  };

  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <div className={styles.above}>
        <span id={`${id}-label`}>{props.label}</span>
        {props.labelEnd}
      </div>
      <div
        className={cx(
          styles.cells,
          props.small && styles["small-cells"],
          Boolean(error) && styles["bad-cells"],
        )}
      >
        {Array.from({ length: cells }, (_, index) => (
          <input
            key={index}
            ref={(input) => {
              inputs.current[index] = input;
            }}
            className={styles.cell}
            inputMode="numeric"
            autoComplete={index === 0 ? "one-time-code" : "off"}
            autoFocus={props.autoFocus && index === 0}
            aria-label={t("common.digit", { n: index + 1, count: cells })}
            aria-invalid={error ? true : undefined}
            value={value[index] ?? ""}
            onChange={(event) => type(index, event.target.value)}
            onKeyDown={(event) => press(index, event)}
            onPaste={paste}
            onFocus={(event) => event.target.select()}
          />
        ))}
      </div>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  );
}
