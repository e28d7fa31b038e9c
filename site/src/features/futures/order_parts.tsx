// What the lists of orders share, whether these open a position or close one.
import { useClientKey } from "../../lib/client_key";
import type { Decimal } from "../../lib/decimal";
import { sentenceOf } from "../../lib/api";
import { t } from "../../lib/i18n";
import { perform } from "../../lib/perform";
import { ConfirmDialog } from "../../ui/confirm_dialog";
import { Price } from "../../ui/number";
import { toast } from "../../ui/toast";
import type { PlacesOf } from "./position_columns";
import styles from "./positions.module.css";

interface ConditionProps {
  type: string;
  order: { fills_when: "RISES" | "FALLS"; price: Decimal; coin_pair: { pair_name: string } };
  places: PlacesOf;
}

/** "Trigger ≥ 51,000.0": at which marks it is filled. */
export function Condition({ type, order, places }: ConditionProps) {
  return (
    <span className={styles.condition}>
      {type} {order.fills_when === "RISES" ? "≥" : "≤"}{" "}
      <Price value={order.price} places={places(order.coin_pair.pair_name)?.price} />
    </span>
  );
}

interface CancelProps {
  /** Under an idempotency key. */
  send: (clientId: string) => Promise<unknown>;
  busy: boolean;
  /** What comes of it. */
  text: string;
  onClose: () => void;
}

export function CancelDialog({ send, busy, text, onClose }: CancelProps) {
  const clientId = useClientKey();
  const confirm = () =>
    perform({ mutateAsync: send }, clientId, {
      onSuccess: () => {
        onClose();
        const told = t("futures.order_cancelled");
        toast({ tone: "success", title: t("common.success"), text: told });
      },
      onError: (error) => {
        onClose();
        const title = t("futures.order_not_cancelled");
        toast({ tone: "error", title, text: sentenceOf(error) });
      },
    });
  return (
    <ConfirmDialog
      title={t("futures.cancel_title")}
      confirm={t("futures.cancel_this")}
      cancel={t("futures.keep_order")}
      look="sell"
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
}
