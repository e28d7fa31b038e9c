// The question before an open order is cancelled, and what is said afterwards.
import { sentenceOf } from "../../lib/api";
import { useClientKey } from "../../lib/client_key";
import { t } from "../../lib/i18n";
import { perform } from "../../lib/perform";
import { ConfirmDialog } from "../../ui/confirm_dialog";
import { toast } from "../../ui/toast";
import { useCancel, type Order } from "./api";
import { OrderLine, type PlacesOf } from "./order_columns";

export const cancelled = (count: number) =>
  toast({ tone: "success", title: t("common.success"), text: t("spot.cancelled", { count }) });
export const notCancelled = (error: unknown) =>
  toast({ tone: "error", title: t("spot.not_cancelled"), text: sentenceOf(error) });

export function CancelOrder({
  order,
  places,
  onClose,
}: {
  order: Order;
  places: PlacesOf;
  onClose: () => void;
}) {
  const cancel = useCancel();
  const clientId = useClientKey();
  const confirm = () =>
    perform(
      cancel,
      { order_id: order.id, client_id: clientId },
      {
        onSuccess: (answer) => {
          onClose();
          cancelled(answer.cancelled);
        },
        onError: (error) => {
          onClose();
          notCancelled(error);
        },
      },
    );
  return (
    <ConfirmDialog
      title={t("spot.cancel_one_title")}
      confirm={t("spot.cancel_this")}
      cancel={t("spot.keep_order")}
      look="sell"
      busy={cancel.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <OrderLine order={order} places={places} />
      </p>
      {order.oco_group !== undefined && <p>{t("spot.cancel_oco")}</p>}
    </ConfirmDialog>
  );
}
