// The dialog of a transfer, over whatever page asks for it.
import { useEffect, useState } from "react";
import { lazyPart } from "../lib/lazy_part";
import { onTransferAsked, type TransferWish } from "../lib/transfer";
import { LazyDialog } from "../ui/lazy_boundary";

const TransferDialog = lazyPart(
  () => import("../features/transfer/transfer_dialog"),
  ["transfer", "confirm", "errors"],
);

export function TransferHost() {
  const [wish, show] = useState<TransferWish | null>(null);
  useEffect(() => onTransferAsked(show), []);
  if (!wish) return null;
  return (
    <LazyDialog close={() => show(null)} open={() => show(wish)}>
      <TransferDialog wish={wish} onClose={() => show(null)} />
    </LazyDialog>
  );
}
