// The dialog of a transfer, over whatever page asks for it.
import { lazy, useEffect, useState } from "react";
import { load_text } from "../lib/i18n";
import { on_transfer_asked, type TransferWish } from "../lib/transfer";
import { LazyBoundary } from "../ui/lazy_boundary";

const TransferDialog = lazy(async () => {
  const [module] = await Promise.all([
    import("../features/transfer/transfer_dialog"),
    load_text(["transfer", "confirm", "errors"]),
  ]);
  return module;
});

export function TransferHost() {
  const [wish, show] = useState<TransferWish | null>(null);
  useEffect(() => on_transfer_asked(show), []);
  if (!wish) return null;
  return (
    <LazyBoundary fallback={null}>
      <TransferDialog wish={wish} on_close={() => show(null)} />
    </LazyBoundary>
  );
}
