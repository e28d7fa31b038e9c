import { useEffect, useState, useTransition, type ReactNode } from "react";
import { useCodeOnTheWay, useLaterHeld } from "../lib/ready";
import { Failure } from "./failure";
import { LazyBoundary } from "./lazy_boundary";

function OnTheWay() {
  useCodeOnTheWay();
  return null;
}

interface LaterProps {
  fallback?: ReactNode;
  /** Hears that they cannot be drawn. */
  onFail?: () => void;
  children: ReactNode;
}

/**
 * Shows its children, and fetches their code, once the page's first view stands (app/main.tsx). The
 * fallback is drawn with that view, and stays until they can be drawn; without a network, the page
 * stands without them.
 */
export function Later({ fallback = null, onFail, children }: LaterProps) {
  const held = useLaterHeld();
  const [come, setCome] = useState(!held);
  const [pending, startTransition] = useTransition();
  useEffect(() => {
    if (!held) startTransition(() => setCome(true));
  }, [held]);
  return (
    <>
      <Failure instead={fallback} onFail={onFail}>
        <LazyBoundary fallback={fallback}>{come ? children : fallback}</LazyBoundary>
      </Failure>
      {pending && <OnTheWay />}
    </>
  );
}
