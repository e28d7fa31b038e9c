import { lazy } from "react";
import { LazyBoundary } from "../ui/lazy_boundary";
import { useFrozen } from "./account";

const FrozenDialog = lazy(() => import("./frozen_dialog"));

/** Follows the client's state, and says when the account is frozen. */
export default function Frozen() {
  if (!useFrozen()) return null;
  return (
    <LazyBoundary fallback={null}>
      <FrozenDialog />
    </LazyBoundary>
  );
}
