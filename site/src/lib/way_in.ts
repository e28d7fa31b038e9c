// What goes along with the way to sign in or to sign up. The browser keeps it beside the address, so
// that loading the page again changes nothing.
import { useLocation } from "react-router";

export interface WayIn {
  /** The address that an account is needed for, and where the way leads afterwards. */
  from?: string | undefined;
  /** Whoever comes has no account yet, so that /signin begins with making one. */
  new_here?: boolean;
  /** What was typed as the email before. */
  email?: string;
}

export const useWayIn = (): WayIn => (useLocation().state as WayIn | null) ?? {};
