import { lazyPart } from "../lib/lazy_part";
import { usePaused } from "../lib/status";
import { LazyBoundary } from "../ui/lazy_boundary";

const PausesNotice = lazyPart(() => import("./pauses_notice"), ["pauses"]);

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
