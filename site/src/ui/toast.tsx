import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { cx } from "../lib/cx";
import { t } from "../lib/i18n";
import { IconButton, TextButton } from "./button";
import styles from "./toast.module.css";

export interface ToastContent {
  tone: "success" | "error" | "info";
  title: string;
  text?: string | undefined;
  action?: { label: string; act: () => void };
}

interface Shown extends ToastContent {
  id: number;
}

const shown_ms = 3_000;
const most_at_once = 4;
let toasts: readonly Shown[] = [];
let next_id = 1;
const listeners = new Set<() => void>();

function set(next: readonly Shown[]): void {
  toasts = next;
  listeners.forEach((listener) => listener());
}

export const close_toast = (id: number): void => set(toasts.filter((shown) => shown.id !== id));

/** Shows a notice for 3 s; an error stays until it is closed. Works from anywhere. */
export function toast(content: ToastContent): void {
  const id = next_id++;
  set([...toasts, { ...content, id }].slice(-most_at_once));
  if (content.tone !== "error") setTimeout(() => close_toast(id), shown_ms);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const icons = { success: CircleCheck, error: CircleAlert, info: Info };

function Toast({ content }: { content: Shown }) {
  const Icon = icons[content.tone];
  const { action } = content;
  return (
    <li className={styles.toast} role={content.tone === "error" ? "alert" : "status"}>
      <Icon
        size={18}
        strokeWidth={1.5}
        aria-hidden="true"
        className={cx(styles.icon, styles[content.tone])}
      />
      <div>
        <p className={styles.title}>{content.title}</p>
        {content.text && <p className={styles.text}>{content.text}</p>}
      </div>
      <div className={styles.end}>
        {action && (
          <TextButton
            onClick={() => {
              close_toast(content.id);
              action.act();
            }}
          >
            {action.label}
          </TextButton>
        )}
        {content.tone === "error" && (
          <IconButton
            label={t("common.close")}
            className={styles.close}
            onClick={() => close_toast(content.id)}
          >
            <X size={16} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </li>
  );
}

/** Stands once in the app. */
export function Toasts() {
  const list = useSyncExternalStore(subscribe, () => toasts);
  const ref = useRef<HTMLUListElement>(null);
  // A popover that is shown again moves above a dialog that was opened in between.
  useEffect(() => {
    const stack = ref.current;
    if (!stack?.showPopover) return;
    if (stack.matches(":popover-open")) stack.hidePopover();
    if (list.length > 0) stack.showPopover();
  }, [list]);
  return (
    <ul ref={ref} popover="manual" className={styles.stack} aria-live="polite">
      {list.map((content) => (
        <Toast key={content.id} content={content} />
      ))}
    </ul>
  );
}
