import type { ReactNode } from "react";
import { t } from "../lib/i18n";
import { Button, type ButtonLook } from "./button";
import styles from "./confirm_dialog.module.css";
import { Dialog, DialogActions } from "./dialog";

interface ConfirmDialogProps {
  title: string;
  /** What it means, in paragraphs, and a choice that belongs to it. */
  children: ReactNode;
  /** Names the act. */
  confirm: string;
  /** "Cancel" without it. */
  cancel?: string;
  look?: ButtonLook;
  /** The act is on its way. */
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** The question before an act that needs no password. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog open onClose={props.onClose} title={props.title}>
      <div className={styles.question}>{props.children}</div>
      <DialogActions>
        <Button look="outline" size="l" onClick={props.onClose}>
          {props.cancel ?? t("common.cancel")}
        </Button>
        <Button look={props.look ?? "primary"} size="l" busy={props.busy} onClick={props.onConfirm}>
          {props.confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
