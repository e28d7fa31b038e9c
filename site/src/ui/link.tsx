import type { AnchorHTMLAttributes } from "react";
import { Link } from "../lib/router";

interface AnyLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  /** A page of the site, or the address of another one: that opens in a tab of its own. */
  to: string;
}

export function AnyLink({ to, children, ...rest }: AnyLinkProps) {
  if (!/^https?:\/\//.test(to)) {
    return (
      <Link to={to} {...rest}>
        {children}
      </Link>
    );
  }
  return (
    <a href={to} target="_blank" rel="noopener noreferrer" {...rest}>
      {children}
    </a>
  );
}
