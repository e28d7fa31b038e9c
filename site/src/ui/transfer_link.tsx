// Leads to a transfer between wallets: a dialog where one stands; a tab of its own where the link is
// opened so.
import type { MouseEvent, ReactNode } from "react";
import { Link } from "../lib/router";
import { askTransfer, usualTransfer, type TransferWish } from "../lib/transfer";
import { buttonLook, type Look } from "./button";
import link_styles from "./button.module.css";
import { cx } from "../lib/cx";

interface TransferLinkProps {
  wish?: Partial<TransferWish>;
  /** A button's; without it a link inside text. */
  button?: Look;
  className?: string | undefined;
  "aria-label"?: string;
  children: ReactNode;
}

export function TransferLink({ wish, button, className, ...rest }: TransferLinkProps) {
  const press = (event: MouseEvent) => {
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    if (!elsewhere && askTransfer({ ...usualTransfer, ...wish })) event.preventDefault();
  };
  const look = button ? buttonLook({ ...button, className }) : cx(link_styles.link, className);
  return (
    <Link to="/wallet/transfer" aria-haspopup="dialog" {...rest} className={look} onClick={press} />
  );
}
