import { useEffect, useRef, useState, type ReactNode } from "react";
import { LazyBoundary } from "./lazy_boundary";

/** Shows its children, and fetches their code, when the reader comes within a screen of them. */
export function WhenNear({ height, children }: { height: number; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(typeof IntersectionObserver === "undefined");
  useEffect(() => {
    const element = ref.current;
    if (near || !element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: "600px 0px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [near]);
  const place = <div ref={ref} style={{ minHeight: height }} />;
  return near ? <LazyBoundary fallback={place}>{children}</LazyBoundary> : place;
}
