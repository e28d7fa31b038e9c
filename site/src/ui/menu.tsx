import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { cx } from "../lib/cx";
import { AnyLink } from "./link";
import styles from "./menu.module.css";

interface MenuProps {
  /** The button's content, and what it says to screen readers. */
  button: ReactNode;
  label: string;
  buttonClass?: string | undefined;
  side?: "left" | "right";
  /** The list opens upwards: at the end of a page. */
  above?: boolean | undefined;
  /** Above the entries; not one of them. */
  head?: ReactNode;
  children: (close: () => void) => ReactNode;
}

const gapPx = 8;
const leastPx = 160;

/**
 * Ends the list where its surroundings end, and lets it scroll: a panel that clips it would hide its
 * last entries, where no mouse reaches them.
 */
function fit(list: HTMLElement, above: boolean): void {
  const { top, bottom } = list.getBoundingClientRect();
  let high = 0;
  let low = window.innerHeight;
  for (let box = list.parentElement; box; box = box.parentElement) {
    if (getComputedStyle(box).overflowY === "visible") continue;
    const around = box.getBoundingClientRect();
    high = Math.max(high, around.top);
    low = Math.min(low, around.bottom);
  }
  const room = (above ? bottom - high : low - top) - gapPx;
  list.style.maxHeight = `${Math.max(room, leastPx).toString()}px`;
}

/** A button with a list of links below it. Arrows move, Escape and a press outside close. */
export function Menu(props: MenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = () => setOpen(false);
  const above = props.above ?? false;

  useLayoutEffect(() => {
    if (open && list.current) fit(list.current, above);
  }, [open, above]);

  useEffect(() => {
    if (!open) return undefined;
    const outside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [open]);

  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape" && open) {
      close();
      button.current?.focus();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    if (!open) {
      setOpen(true);
      return;
    }
    const items = [...(root.current?.querySelectorAll<HTMLElement>("[data-menu-item]") ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    items[(at + step + items.length) % items.length]?.focus();
  };

  return (
    // Keys come up from its buttons.
    <div ref={root} role="presentation" className={styles.root} onKeyDown={press}>
      <button
        ref={button}
        type="button"
        aria-label={props.label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        className={props.buttonClass}
        onClick={() => setOpen(!open)}
      >
        {props.button}
      </button>
      {open && (
        <div
          ref={list}
          id={id}
          className={cx(styles.list, props.side === "left" && styles.left, above && styles.above)}
        >
          {props.head}
          {props.children(close)}
        </div>
      )}
    </div>
  );
}

/** An address that starts with https:// opens in a tab of its own. */
export function MenuLink(props: { to: string; close: () => void; children: ReactNode }) {
  const rest = { "data-menu-item": true, className: styles.item, onClick: props.close };
  return (
    <AnyLink to={props.to} {...rest}>
      {props.children}
    </AnyLink>
  );
}

export function MenuButton(props: {
  act: () => void;
  close: () => void;
  /** For menus that choose one of their entries. */
  chosen?: boolean;
  children: ReactNode;
}) {
  const press = () => {
    props.close();
    props.act();
  };
  return (
    <button
      type="button"
      data-menu-item
      aria-pressed={props.chosen}
      className={styles.item}
      onClick={press}
    >
      {props.children}
    </button>
  );
}
