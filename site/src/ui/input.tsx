import { ChevronDown, CircleAlert, Eye, EyeOff, Search, X } from "lucide-react";
import {
  useId,
  useState,
  type ChangeEvent,
  type FocusEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
} from "react";
import { flushSync } from "react-dom";
import { cx } from "../lib/cx";
import { isDecimal } from "../lib/decimal";
import { formatNumber } from "../lib/format";
import { t } from "../lib/i18n";
import { IconButton } from "./button";
import styles from "./input.module.css";

/** The sentence below a field that says what is wrong with it. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={styles.error} role="alert">
      <CircleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}

interface FieldProps {
  label: string;
  /**
   * inside: at the left in the box, the value at the right (trading). above: forms. hidden: read
   * only, where the words beside the field say it too.
   */
  layout?: "inside" | "above" | "hidden";
  /** 40 px, or 52 px in forms. */
  size?: "m" | "l";
  error?: ReactNode;
  hint?: ReactNode;
  /** Beside the label above: "Forgot password?". */
  labelEnd?: ReactNode;
}

interface FrameProps extends FieldProps {
  id: string;
  disabled?: boolean | undefined;
  children: ReactNode;
}

function Frame(props: FrameProps) {
  const { id, label, layout = "above", size = "m", error, hint } = props;
  const box = cx(
    styles.box,
    size === "l" && styles.large,
    layout === "inside" && styles.inside,
    Boolean(error) && styles.bad,
    props.disabled && styles.off,
  );
  return (
    <div className={styles.field}>
      {layout === "above" && (
        <div className={styles.above}>
          <label htmlFor={id}>{label}</label>
          {props.labelEnd}
        </div>
      )}
      <label className={box} htmlFor={id}>
        {layout !== "above" && (
          <span className={layout === "inside" ? styles.label : "hidden-but-read"}>{label}</span>
        )}
        {props.children}
      </label>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {!error && hint ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}

const described = (id: string, error: ReactNode, hint: ReactNode) => ({
  "aria-invalid": error ? true : undefined,
  "aria-describedby": error ? `${id}-error` : hint ? `${id}-hint` : undefined,
});

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, "size" | "onChange">;

export interface InputProps extends Native, FieldProps {
  value: string;
  onValue: (value: string) => void;
  unit?: ReactNode;
  /** Before and after the value inside the box. */
  start?: ReactNode;
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

const withoutCommas = (text: string): string => text.replace(/,/g, "");

/**
 * What a field holds after an edit of its grouped text: the commas of what was there before go, one
 * that was typed stays, as it is a point in some languages.
 */
function ungrouped({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): string {
  const { value, selectionStart } = target;
  const { inputType, data } = nativeEvent as Partial<InputEvent>;
  if (inputType?.startsWith("delete")) return withoutCommas(value);
  if (!data || selectionStart === null) return value;
  const before = value.slice(0, selectionStart - data.length);
  return `${withoutCommas(before)}${data}${withoutCommas(value.slice(selectionStart))}`;
}

/** An amount has its thousands apart until somebody edits it, and again when the field is left. */
export function useGrouped({
  inputMode,
  value,
  onBlur,
  onValue,
}: Pick<InputProps, "inputMode" | "value" | "onBlur" | "onValue">) {
  const [edited, edit] = useState(false);
  const grouped = inputMode === "decimal" && !edited && isDecimal(value);
  return {
    value: grouped ? formatNumber(value) : value,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { target } = event;
      if (!grouped) {
        edit(true);
        return onValue(target.value);
      }
      const behind = target.value.length - (target.selectionStart ?? target.value.length);
      const after = withoutCommas(target.value.slice(target.value.length - behind)).length;
      const text = ungrouped(event);
      // At once, so that the caret stays where the edit was.
      flushSync(() => {
        edit(true);
        onValue(text);
      });
      const place = Math.max(0, target.value.length - after);
      if (target.selectionStart !== place) target.setSelectionRange(place, place);
    },
    onBlur: (event: FocusEvent<HTMLInputElement>) => {
      edit(false);
      onBlur?.(event);
    },
  };
}

export function Input(props: InputProps) {
  const { label, layout, size, error, hint, labelEnd, unit, start, end, onValue, ...rest } = props;
  const made = useId();
  const id = rest.id ?? made;
  const grouped = useGrouped({ ...rest, onValue });
  return (
    <Frame {...{ id, label, layout, size, error, hint, labelEnd, disabled: rest.disabled }}>
      {start}
      <input
        autoComplete="off"
        spellCheck={false}
        {...rest}
        {...grouped}
        {...described(id, error, hint)}
        id={id}
        className={styles.input}
      />
      {unit !== undefined && <span className={styles.unit}>{unit}</span>}
      {end}
    </Frame>
  );
}

export function PasswordInput(props: Omit<InputProps, "type" | "end">) {
  const [shown, show] = useState(false);
  const Icon = shown ? Eye : EyeOff;
  const toggle = (
    <IconButton
      className={styles.eye}
      label={shown ? t("common.hide_password") : t("common.show_password")}
      aria-pressed={shown}
      onClick={() => show(!shown)}
    >
      <Icon size={18} strokeWidth={1.5} aria-hidden="true" />
    </IconButton>
  );
  return (
    <Input
      autoComplete="current-password"
      {...props}
      type={shown ? "text" : "password"}
      end={toggle}
    />
  );
}

/** A search box: the label is read, not shown. */
export function SearchInput(props: {
  label: string;
  value: string;
  onValue: (value: string) => void;
  className?: string | undefined;
  /** The list below it, of which a row is chosen by the field's keys; `active` is its id. */
  list?: { id: string; active: string | undefined };
}) {
  const { list } = props;
  const clear = (
    <IconButton label={t("common.clear")} className={styles.eye} onClick={() => props.onValue("")}>
      <X size={16} strokeWidth={1.5} aria-hidden="true" />
    </IconButton>
  );
  return (
    <label className={cx(styles.box, props.className)}>
      <Search size={16} strokeWidth={1.5} aria-hidden="true" className={styles.icon} />
      <input
        type="search"
        className={styles.input}
        aria-label={props.label}
        {...(list && {
          role: "combobox",
          "aria-expanded": true,
          "aria-controls": list.id,
          "aria-activedescendant": list.active,
        })}
        placeholder={props.label}
        value={props.value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => props.onValue(event.target.value)}
      />
      {props.value !== "" && clear}
    </label>
  );
}

export interface SelectProps extends FieldProps {
  value: string;
  onValue: (value: string) => void;
  options: readonly { value: string; label: string }[];
  name?: string;
  disabled?: boolean;
  /** Shown instead of the chosen option's label, where that is too long for the field. */
  shown?: string;
}

export function Select(props: SelectProps) {
  const { label, layout, size, error, hint, labelEnd, value, onValue, options } = props;
  const id = useId();
  return (
    <Frame {...{ id, label, layout, size, error, hint, labelEnd, disabled: props.disabled }}>
      {props.shown && (
        <span className={styles.shown} aria-hidden="true">
          {props.shown}
        </span>
      )}
      <select
        id={id}
        name={props.name}
        className={cx(styles.select, props.shown && styles["select-over"])}
        value={value}
        disabled={props.disabled}
        {...described(id, error, hint)}
        onChange={(event) => onValue(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" className={styles.arrow} />
    </Frame>
  );
}

export function Checkbox(props: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  name?: string;
  error?: ReactNode;
}) {
  const id = useId();
  return (
    <div>
      <label className={styles.check}>
        <input
          type="checkbox"
          className={styles.tick}
          name={props.name}
          checked={props.checked}
          {...described(id, props.error, undefined)}
          onChange={(event) => props.onChange(event.target.checked)}
        />
        <span>{props.children}</span>
      </label>
      {props.error ? <FieldError id={`${id}-error`}>{props.error}</FieldError> : null}
    </div>
  );
}
