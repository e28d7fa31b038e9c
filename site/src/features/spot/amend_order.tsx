// The change of an open order: its prices and its amount, and the transaction password.
import { useState } from "react";
import { ApiError, sentenceOf } from "../../lib/api";
import { compare, isZero, placesOf, trimZeros, type Decimal } from "../../lib/decimal";
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
  changeFields,
  changeProblem,
  changesOf,
  isPaired,
  isStopLeg,
  keepsPlace,
  startOf,
  waits,
  type Change,
  type ChangeField,
  type Steps,
} from "./amend";
import { useAmend, type Order } from "./api";
import { OrderLine, type PlacesOf } from "./order_columns";
import styles from "./orders.module.css";
import { filledOf, filledText } from "./receipts";
import { trailPlaces } from "./trail";

const quote = "USDT";
/** Of any decimal, while the pair's steps are not known. */
const mostPlaces = 18;

interface AmendProps {
  order: Order;
  /** Where it was dragged to; its own without it. */
  price?: Decimal | undefined;
  /** The last price, from which a stop that follows it is dragged. */
  last?: Decimal | undefined;
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
  const amount = isZero(after.number_of_order)
    ? `${formatNumber(trimZeros(after.total))} ${quote}`
    : `${formatNumber(trimZeros(after.number_of_order))} ${coinOf(after)}`;
  const at = (waits(after) ? after.stop_price : after.price) ?? "0";
  const text = traded
    ? filledText(after, steps.tick)
    : t("spot.amended_text", { amount, price: formatNumber(at, price) });
  toast({ tone: "success", title: t("spot.amended"), text });
}

/** What becomes of the order's place, what of it is filled, and what else is changed with it. */
function Hints({ order, change }: { order: Order; change: Change }) {
  const keeps = waits(order) || isPaired(order) ? null : keepsPlace(order, change);
  const filled = compare(order.filled, "0") > 0;
  return (
    <>
      {isPaired(order) && <p className={styles.question}>{t("spot.amend_pair")}</p>}
      {waits(order) && order.trailing_delta !== undefined && (
        <p className={styles.question}>{t("spot.amend_trail")}</p>
      )}
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

const priceLabel = (order: Order) => {
  if (isStopLeg(order)) return t("spot.stop_limit");
  return t(waits(order) ? "spot.limit_price" : "spot.price");
};

export function AmendOrder({ order, price, last, places, onClose }: AmendProps) {
  const amend = useAmend();
  const name = order.coin_pair.pair_name;
  const pair = useAllPairs().data?.coinpair.find((other) => other.coin_pair_name === name);
  const steps: Steps = { tick: pair?.tick ?? "0", lot: pair?.lot ?? "0" };
  const [change, setChange] = useState<Change>(() => startOf(order, price, last));
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const decimals = (id: ChangeField) => {
    if (id === "trail") return trailPlaces;
    return pair ? placesOf(id === "amount" ? steps.lot : steps.tick) : mostPlaces;
  };
  const units = { stop: quote, trail: "%", price: quote, amount: coinOf(order) };
  const field = (id: ChangeField) => (
    <Input
      key={id}
      label={id === "price" ? priceLabel(order) : t(`spot.${id}`)}
      layout="above"
      inputMode="decimal"
      value={change[id]}
      unit={units[id]}
      error={wrong?.field === id ? wrong.sentence : undefined}
      onValue={(text) => {
        setWrong(null);
        setChange({ ...change, [id]: cleanTyping(text, decimals(id)) });
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
    reason instanceof ApiError ? changeField(order, reason.field) : undefined;
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
      <div className={styles.changes}>{changeFields(order).map(field)}</div>
      <Hints order={order} change={change} />
    </PasswordDialog>
  );
}
