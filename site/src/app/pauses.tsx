import { lazy } from "react";
import { loadText } from "../lib/i18n";
import { usePaused } from "../lib/status";
import { LazyBoundary } from "../ui/lazy_boundary";

const PausesNotice = lazy(async () => {
  const [notice] = await Promise.all([import("./pauses_notice"), loadText(["pauses"])]);
  return notice;
});

/** A market that is halted by itself says so where it is traded. */
export default function Pauses() {
  const paused = usePaused();
  if (!paused.trading && !paused.deposits && !paused.withdrawals) return null;
  return (
    <LazyBoundary fallback={null}>
      <PausesNotice {...paused} />
    </LazyBoundary>
  );
}
