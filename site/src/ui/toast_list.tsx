import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { cx } from "../lib/cx";
import { t } from "../lib/i18n";
import { IconButton, TextButton } from "./button";
import { closeToast, staysMs, type Shown } from "./toast";
import styles from "./toast.module.css";

const icons = { success: CircleCheck, error: CircleAlert, info: Info };

/** Its time begins when it is drawn: this code, or a busy page, may come later than what it says. */
function useEnd(content: Shown): void {
  const { id } = content;
  const forMs = staysMs(content);
  useEffect(() => {
    if (forMs === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => closeToast(id), forMs);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [id, forMs]);
}

function Toast({ content }: { content: Shown }) {
  useEnd(content);
  const Icon = icons[content.tone];
  const { action } = content;
  return (
    <div className={styles.toast} role={content.tone === "error" ? "alert" : "status"}>
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
              closeToast(content.id);
              action.act();
            }}
          >
            {action.label}
          </TextButton>
        )}
        {content.tone === "error" && (
          <IconButton
            label={t("shell.close")}
            className={styles.close}
            onClick={() => closeToast(content.id)}
          >
            <X size={16} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </div>
  );
}

/** The notices, above everything else. */
export default function ToastList({ list }: { list: readonly Shown[] }) {
  const ref = useRef<HTMLDivElement>(null);
  // A popover that is shown again moves above a dialog that was opened in between.
  useEffect(() => {
    const stack = ref.current;
    if (!stack?.showPopover) return;
    if (stack.matches(":popover-open")) stack.hidePopover();
    if (list.length > 0) stack.showPopover();
  }, [list]);
  return (
    <div ref={ref} popover="manual" className={styles.stack}>
      {list.map((content) => (
        <Toast key={content.id} content={content} />
      ))}
    </div>
  );
}
