import { useId, type KeyboardEvent, type ReactNode } from "react";
import { cx } from "../lib/cx";
import { NavLink } from "../lib/router";
import styles from "./tabs.module.css";

export interface TabItem<Id extends string> {
  id: Id;
  label: ReactNode;
}

interface Look {
  /** underline: 2 px accent below. filled: the selected one stands on surface 4. */
  look?: "underline" | "filled";
  /** 13 px, for panels. */
  dense?: boolean;
  className?: string | undefined;
}

const names = ({ look = "underline", dense, className }: Look) =>
  cx(
    styles.tabs,
    look === "filled" ? styles.filled : styles.lined,
    dense && styles.dense,
    className,
  );

/** The id of the panel that a tab shows; give it to the element with role="tabpanel". */
export const panelId = (tabs: string, tab: string): string => `${tabs}-panel-${tab}`;

interface TabsProps<Id extends string> extends Look {
  /** Also the prefix of the panels' ids. */
  id?: string;
  label: string;
  items: readonly TabItem<Id>[];
  value: Id;
  onValue: (id: Id) => void;
}

/** Tabs of one page: arrows, Home and End move between them. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { items, value, onValue } = props;
  const made = useId();
  const id = props.id ?? made;
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = items.findIndex((item) => item.id === value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = items[(to + items.length) % items.length];
    if (!next) return;
    onValue(next.id);
    document.getElementById(`${id}-tab-${next.id}`)?.focus();
  };
  return (
    // eslint-disable-next-line jsx-a11y/interactive-supports-focus -- the chosen tab has the focus
    <div role="tablist" aria-label={props.label} className={names(props)} onKeyDown={press}>
      {items.map((item) => (
        <button
          key={item.id}
          id={`${id}-tab-${item.id}`}
          type="button"
          role="tab"
          aria-selected={item.id === value}
          aria-controls={props.id ? panelId(id, item.id) : undefined}
          tabIndex={item.id === value ? 0 : -1}
          className={styles.tab}
          onClick={() => onValue(item.id)}
        >
          {item.label}
        </button>
      ))}
    </div>
  );
}

/** The panel of one of the Tabs with the same id. */
export function TabPanel(props: {
  tabs: string;
  tab: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div
      role="tabpanel"
      id={panelId(props.tabs, props.tab)}
      aria-labelledby={`${props.tabs}-tab-${props.tab}`}
      className={props.className}
    >
      {props.children}
    </div>
  );
}

interface TabLinksProps extends Look {
  label: string;
  items: readonly { to: string; label: ReactNode }[];
}

/** Tabs that are pages of their own. */
export function TabLinks(props: TabLinksProps) {
  return (
    <nav aria-label={props.label} className={names(props)}>
      {props.items.map((item) => (
        <NavLink key={item.to} to={item.to} end className={styles.tab}>
          {item.label}
        </NavLink>
      ))}
    </nav>
  );
}

interface SegmentProps<Id extends string> {
  label: string;
  items: readonly (TabItem<Id> & { tone?: "buy" | "sell" })[];
  value: Id;
  onValue: (id: Id) => void;
  small?: boolean;
  className?: string | undefined;
}

/** One of a few choices, in a well; Buy and Sell get the direction's fill. */
export function Segment<Id extends string>(props: SegmentProps<Id>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={props.label}
      className={cx(styles.segment, props.small && styles.small, props.className)}
    >
      {props.items.map((item) => (
        <label key={item.id} className={cx(styles.part, item.tone && styles[`part-${item.tone}`])}>
          <input
            type="radio"
            className="hidden-but-read"
            name={name}
            value={item.id}
            checked={item.id === props.value}
            onChange={() => props.onValue(item.id)}
          />
          {item.label}
        </label>
      ))}
    </div>
  );
}
