import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { cx } from "../lib/cx";
import { Link } from "../lib/router";
import styles from "./button.module.css";

export type ButtonLook = "primary" | "secondary" | "outline" | "ghost" | "buy" | "sell";
/** 24, 32, 40, 44 and 52 px high. */
export type ButtonSize = "xs" | "s" | "m" | "l" | "xl";

export interface Look {
  look?: ButtonLook;
  size?: ButtonSize;
  /** As wide as its container. */
  wide?: boolean;
  className?: string | undefined;
}

export const buttonLook = ({ look = "secondary", size = "m", wide, className }: Look) =>
  cx(styles.button, styles[look], styles[size], wide && styles.wide, className);

interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  className?: string | undefined;
  /** Shows that work goes on and takes no second press. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button(props: ButtonProps) {
  const { look, size, wide, className, busy, type = "button", ...rest } = props;
  return (
    <button
      {...rest}
      type={type}
      disabled={rest.disabled || busy}
      aria-busy={busy || undefined}
      className={cx(buttonLook({ look, size, wide, className }), busy && styles.busy)}
    />
  );
}

interface LinkButtonProps extends Look {
  to: string;
  /** What goes along with the address (lib/way_in). */
  state?: object;
  children: ReactNode;
  onClick?: () => void;
}

/** A link that looks like a button. */
export function LinkButton({ to, state, children, onClick, ...look }: LinkButtonProps) {
  return (
    <Link to={to} state={state} className={buttonLook(look)} onClick={onClick}>
      {children}
    </Link>
  );
}

/** A link inside text. */
export function TextLink(props: {
  to: string;
  state?: object;
  children: ReactNode;
  className?: string;
}) {
  return (
    <Link to={props.to} state={props.state} className={cx(styles.link, props.className)}>
      {props.children}
    </Link>
  );
}

/** A button that looks like a link inside text. */
export function TextButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  const { className, type = "button", ...rest } = props;
  return <button {...rest} type={type} className={cx(styles.link, className)} />;
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What it does, for those who do not see the icon. */
  label: string;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, className, type = "button", ...rest }: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      className={cx(styles.icon, className)}
    />
  );
}
