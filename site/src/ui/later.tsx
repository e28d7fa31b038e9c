import { useEffect, useState, useTransition, type ReactNode } from "react";
import { useLaterHeld } from "../lib/ready";
import type { FailureProps } from "./failure";
import { LazyBoundary, OnTheWay } from "./lazy_boundary";

interface LaterProps extends FailureProps {
  fallback?: ReactNode;
}

/**
 * Shows its children, and fetches their code, once the page's first view stands (app/main.tsx). The
 * fallback is drawn with that view, and stays until they can be drawn.
 */
export function Later({ fallback = null, instead = null, children, ...rest }: LaterProps) {
  const held = useLaterHeld();
  const [come, setCome] = useState(!held);
  const [pending, startTransition] = useTransition();
  useEffect(() => {
    if (!held) startTransition(() => setCome(true));
  }, [held]);
  return (
    <>
      <LazyBoundary fallback={fallback} instead={instead} {...rest}>
        {come ? children : fallback}
      </LazyBoundary>
      {pending && <OnTheWay />}
    </>
  );
}
