// The dialog of a transfer, over whatever page asks for it.
import { lazy, useEffect, useState } from "react";
import { loadText } from "../lib/i18n";
import { onTransferAsked, type TransferWish } from "../lib/transfer";
import { LazyBoundary } from "../ui/lazy_boundary";

const TransferDialog = lazy(async () => {
  const [module] = await Promise.all([
    import("../features/transfer/transfer_dialog"),
    loadText(["transfer", "confirm", "errors"]),
  ]);
  return module;
});

export function TransferHost() {
  const [wish, show] = useState<TransferWish | null>(null);
  useEffect(() => onTransferAsked(show), []);
  if (!wish) return null;
  return (
    <LazyBoundary fallback={null}>
      <TransferDialog wish={wish} onClose={() => show(null)} />
    </LazyBoundary>
  );
}
