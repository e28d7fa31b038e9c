import { Suspense, useEffect, useReducer, type ReactNode } from "react";
import { useCodeOnTheWay } from "../lib/ready";
import { Failure, PartFailed, tryAgain, type FailureProps } from "./failure";

export function OnTheWay({ look, children }: { look?: () => void; children?: ReactNode }) {
  useCodeOnTheWay(look);
  return children;
}

interface LazyBoundaryProps extends FailureProps {
  fallback: ReactNode;
}

/**
 * Shows `fallback` until the code of its children is here; the page is not ready before. Where it
 * cannot be fetched, everything around goes on.
 */
export function LazyBoundary({ fallback, children, ...rest }: LazyBoundaryProps) {
  const [, look] = useReducer(() => ({}), {});
  return (
    <Failure instead={<PartFailed />} {...rest}>
      <Suspense fallback={<OnTheWay look={look}>{fallback}</OnTheWay>}>{children}</Suspense>
    </Failure>
  );
}

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
