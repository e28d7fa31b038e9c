import { useEffect, useState, useTransition, type ReactNode } from "react";
import { useCodeOnTheWay, useLaterHeld } from "../lib/ready";
import { LazyBoundary } from "./lazy_boundary";

function OnTheWay() {
  useCodeOnTheWay();
  return null;
}

/**
 * Shows its children, and fetches their code, once the page's first view stands (app/main.tsx). The
 * fallback is drawn with that view, and stays until they can be drawn.
 */
export function Later(props: { fallback?: ReactNode; children: ReactNode }) {
  const { fallback = null, children } = props;
  const held = useLaterHeld();
  const [come, setCome] = useState(!held);
  const [pending, startTransition] = useTransition();
  useEffect(() => {
    if (!held) startTransition(() => setCome(true));
  }, [held]);
  return (
    <>
      <LazyBoundary fallback={fallback}>{come ? children : fallback}</LazyBoundary>
      {pending && <OnTheWay />}
    </>
  );
}
