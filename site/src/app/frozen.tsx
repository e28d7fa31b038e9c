import { lazyCode } from "../lib/lazy_part";
import { LazyBoundary } from "../ui/lazy_boundary";
import { useFrozen } from "./account";

const FrozenDialog = lazyCode(() => import("./frozen_dialog"));

/** Follows the client's state, and says when the account is frozen. */
export default function Frozen() {
  if (!useFrozen()) return null;
  return (
    <LazyBoundary fallback={null} instead={null}>
      <FrozenDialog />
    </LazyBoundary>
  );
}
