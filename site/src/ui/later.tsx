import type { ReactNode } from "react";
import { useLaterHeld } from "../lib/ready";
import { LazyBoundary } from "./lazy_boundary";

/**
 * Shows its children, and fetches their code, once the page's first view stands (app/main.tsx). The
 * fallback is drawn with that view and takes the place of what comes.
 */
export function Later(props: { fallback?: ReactNode; children: ReactNode }) {
  const { fallback = null, children } = props;
  return <LazyBoundary fallback={fallback}>{useLaterHeld() ? fallback : children}</LazyBoundary>;
}
