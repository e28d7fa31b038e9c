import { Suspense, type ReactNode } from "react";
import { useCodeOnTheWay } from "../lib/ready";

function OnTheWay({ children }: { children: ReactNode }) {
  useCodeOnTheWay();
  return children;
}

/** Shows `fallback` until the code of its children is here; the page is not ready before. */
export function LazyBoundary(props: { fallback: ReactNode; children: ReactNode }) {
  return <Suspense fallback={<OnTheWay>{props.fallback}</OnTheWay>}>{props.children}</Suspense>;
}
