import { X } from "lucide-react";
import { useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from "react";
import { cx } from "../lib/cx";
import { t } from "../lib/i18n";
import { IconButton } from "./button";
import styles from "./dialog.module.css";

interface ModalProps {
  open: boolean;
  /** Escape, the scrim and the cross. */
  onClose: () => void;
  title: string;
  /** The title is read but not shown. */
  hideTitle?: boolean;
  children: ReactNode;
  className?: string | undefined;
  /** A press outside does not close it: for forms that would lose what was typed. */
  keepOnScrim?: boolean;
}

/** The browser's own modal dialog: it traps the focus, closes on Escape and gives the focus back. */
function Modal(props: ModalProps & { look: string | undefined; handle?: boolean }) {
  const { open, onClose } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the element goes: a dialog that is closed in the page gives the focus back, one that has
  // left it cannot.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return undefined;
    dialog.showModal();
    return () => dialog.close();
  }, [open]);
  if (!open) return null;
  const pressScrim = (event: MouseEvent) => {
    if (props.keepOnScrim || event.target !== ref.current) return;
    const box = ref.current.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) onClose();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the scrim: Escape does the same
    <dialog
      ref={ref}
      aria-labelledby={id}
      className={cx(styles.dialog, props.look, props.className)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={pressScrim}
    >
      {props.handle && <div className={styles.handle} aria-hidden="true" />}
      {props.hideTitle ? (
        <h2 id={id} className="hidden-but-read">
          {props.title}
        </h2>
      ) : (
        <div className={styles.head}>
          <h2 id={id} className={styles.title}>
            {props.title}
          </h2>
          <IconButton label={t("common.close")} onClick={onClose}>
            <X size={18} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        </div>
      )}
      {props.children}
    </dialog>
  );
}

/** 402 px wide; `width` wide is 440, roomy (lists) 640. Order: act, details, password, actions. */
export function Dialog({ width, ...props }: ModalProps & { width?: "wide" | "roomy" }) {
  return <Modal {...props} look={width && styles[width]} />;
}

/** From the bottom edge; for phones. */
export function Sheet(props: ModalProps) {
  return <Modal {...props} look={styles.sheet} handle />;
}

/** The whole screen; the phone's menu. */
export function FullDialog(props: ModalProps) {
  return <Modal {...props} look={styles.full} hideTitle />;
}

/** Cancel and the button that names the act, side by side. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
