import { Suspense, useEffect, type ReactNode } from "react";
import { useCodeOnTheWay } from "../lib/ready";
import { Failure, PartFailed, tryAgain, type FailureProps } from "./failure";

export function OnTheWay({ children }: { children?: ReactNode }) {
  useCodeOnTheWay();
  return children;
}

interface LazyBoundaryProps extends FailureProps {
  fallback: ReactNode;
}

/**
 * Shows `fallback` until the code of its children is here; the page is not ready before. Where it
 * cannot be fetched, everything around goes on.
 */
export const LazyBoundary = ({ fallback, children, ...rest }: LazyBoundaryProps) => (
  <Failure instead={<PartFailed />} {...rest}>
    <Suspense fallback={<OnTheWay>{fallback}</OnTheWay>}>{children}</Suspense>
  </Failure>
);

interface LazyDialogProps {
  close: () => void;
  open: () => void;
  children: ReactNode;
}

/** Around a dialog that was opened. One that cannot be fetched is closed: it can be opened again. */
export function LazyDialog({ close, open, children }: LazyDialogProps) {
  // What a notice says of a try before is no longer true.
  useEffect(tryAgain, []);
  return (
    <LazyBoundary fallback={null} instead={null} onFail={close} again={open}>
      {children}
    </LazyBoundary>
  );
}
