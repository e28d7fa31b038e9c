// The change of an open order: its price and its amount, and the transaction password.
import { useState } from "react";
import { ApiError, sentenceOf } from "../../lib/api";
import { compare, placesOf, trimZeros, type Decimal } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { t } from "../../lib/i18n";
import { useAllPairs } from "../../lib/pairs";
import { withReceipt } from "../../lib/receipts";
import { cleanTyping } from "../../lib/typing";
import { PasswordDialog } from "../../market/password_dialog";
import { Input } from "../../ui/input";
import { toast } from "../../ui/toast";
import {
  changeField,
  changeProblem,
  changesOf,
  keepsPlace,
  type Change,
  type ChangeField,
  type Steps,
} from "./amend";
import { useAmend, type Order } from "./api";
import { OrderLine, type PlacesOf } from "./order_columns";
import styles from "./orders.module.css";
import { filledOf, filledText } from "./receipts";

const quote = "USDT";
/** Of any decimal, while the pair's steps are not known. */
const mostPlaces = 18;

interface AmendProps {
  order: Order;
  /** Where it was dragged to; its own without it. */
  price?: Decimal | undefined;
  places: PlacesOf;
  onClose: () => void;
}

interface Wrong {
  field: ChangeField;
  sentence: string;
}

const coinOf = (order: Order) => order.coin_pair.pair_name.slice(0, -quote.length);

function tell(before: Order, after: Order, steps: Steps): void {
  const price = { places: placesOf(steps.tick) };
  const traded = compare(after.filled, before.filled) > 0;
  const amount = (value: Decimal) => `${formatNumber(trimZeros(value))} ${coinOf(after)}`;
  const text = traded
    ? filledText(after, steps.tick)
    : t("spot.amended_text", {
        amount: amount(after.number_of_order),
        price: formatNumber(after.price ?? "0", price),
      });
  toast({ tone: "success", title: t("spot.amended"), text });
}

/** What becomes of the order's place, and what of it is filled. */
function Hints({ order, change }: { order: Order; change: Change }) {
  const keeps = keepsPlace(order, change);
  const filled = compare(order.filled, "0") > 0;
  return (
    <>
      {filled && (
        <p className={styles.question}>
          {t("spot.amend_filled", { n: formatNumber(trimZeros(order.filled)) })}
        </p>
      )}
      <p className={styles.place} aria-live="polite">
        {keeps !== null && t(keeps ? "spot.amend_keeps_place" : "spot.amend_new_place")}
      </p>
    </>
  );
}

export function AmendOrder({ order, price, places, onClose }: AmendProps) {
  const amend = useAmend();
  const name = order.coin_pair.pair_name;
  const pair = useAllPairs().data?.coinpair.find((other) => other.coin_pair_name === name);
  const steps: Steps = { tick: pair?.tick ?? "0", lot: pair?.lot ?? "0" };
  const [change, setChange] = useState<Change>({
    price: trimZeros(price ?? order.price ?? ""),
    amount: trimZeros(order.number_of_order),
  });
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const field = (id: ChangeField, step: Decimal, unit: string) => (
    <Input
      label={t(`spot.${id}`)}
      layout="above"
      inputMode="decimal"
      value={change[id]}
      unit={unit}
      error={wrong?.field === id ? wrong.sentence : undefined}
      onValue={(text) => {
        setWrong(null);
        setChange({
          ...change,
          [id]: cleanTyping(text, pair ? placesOf(step) : mostPlaces),
        });
      }}
    />
  );
  const check = () => {
    const problem = changeProblem(order, change, steps);
    if (!problem) return true;
    const { code, n = "0" } = problem;
    const sentence = t(`spot.problem_${code}`, { n: formatNumber(trimZeros(n)) });
    setWrong({ field: problem.field, sentence });
    return false;
  };
  const refusedField = (reason: unknown) =>
    reason instanceof ApiError ? changeField(reason.field) : undefined;
  return (
    <PasswordDialog
      trades
      title={t("spot.amend_title")}
      confirm={t("spot.amend_confirm")}
      refused={t("spot.not_amended")}
      check={check}
      send={(secret) =>
        withReceipt(amend.mutateAsync({ ...changesOf(order, change), ...secret }), filledOf).catch(
          (reason: unknown) => {
            const about = refusedField(reason);
            if (about) setWrong({ field: about, sentence: sentenceOf(reason) });
            throw reason;
          },
        )
      }
      stays={(reason) => refusedField(reason) !== undefined}
      onClose={onClose}
      onDone={(answer) => {
        onClose();
        if ("order" in answer) tell(order, answer.order, steps);
      }}
    >
      <p className={styles.question}>
        <OrderLine order={order} places={places} />
      </p>
      <div className={styles.changes}>
        {field("price", steps.tick, quote)}
        {field("amount", steps.lot, coinOf(order))}
      </div>
      <Hints order={order} change={change} />
    </PasswordDialog>
  );
}
