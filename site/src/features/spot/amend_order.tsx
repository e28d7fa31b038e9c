// The change of an open order: its price and its amount, and the transaction password.
import { useState } from "react";
import { ApiError, sentence_of } from "../../lib/api";
import { clean_typing, compare, places_of, trim_zeros, type Decimal } from "../../lib/decimal";
import { comma_is_point, format_number } from "../../lib/format";
import { current_language, t } from "../../lib/i18n";
import { useAllPairs } from "../../lib/pairs";
import { Input } from "../../ui/input";
import { PasswordDialog } from "../../ui/password_dialog";
import { toast } from "../../ui/toast";
import {
  change_field,
  change_problem,
  changes_of,
  keeps_place,
  type Change,
  type ChangeField,
  type Steps,
} from "./amend";
import { useAmend, type Order } from "./api";
import { OrderLine, type PlacesOf } from "./order_columns";
import styles from "./orders.module.css";

const quote = "USDT";
/** Of any decimal, while the pair's steps are not known. */
const most_places = 18;

interface AmendProps {
  order: Order;
  places: PlacesOf;
  on_close: () => void;
}

interface Wrong {
  field: ChangeField;
  sentence: string;
}

const coin_of = (order: Order) => order.coin_pair.pair_name.slice(0, -quote.length);

function tell(before: Order, after: Order, steps: Steps): void {
  const price = { places: places_of(steps.tick) };
  const traded = compare(after.filled, before.filled) > 0;
  const amount = (value: Decimal) => `${format_number(trim_zeros(value))} ${coin_of(after)}`;
  const text = traded
    ? t(after.delegate_type === "BUY" ? "spot.bought" : "spot.sold", {
        amount: amount(after.filled),
        price: format_number(after.final_price, price),
        fee: `${format_number(trim_zeros(after.fee))} ${after.fee_asset}`,
      })
    : t("spot.amended_text", {
        amount: amount(after.number_of_order),
        price: format_number(after.price ?? "0", price),
      });
  toast({ tone: "success", title: t("spot.amended"), text });
}

/** What becomes of the order's place, and what of it is filled. */
function Hints({ order, change }: { order: Order; change: Change }) {
  const keeps = keeps_place(order, change);
  const filled = compare(order.filled, "0") > 0;
  return (
    <>
      {filled && (
        <p className={styles.question}>
          {t("spot.amend_filled", { n: format_number(trim_zeros(order.filled)) })}
        </p>
      )}
      <p className={styles.place} aria-live="polite">
        {keeps !== null && t(keeps ? "spot.amend_keeps_place" : "spot.amend_new_place")}
      </p>
    </>
  );
}

export function AmendOrder({ order, places, on_close }: AmendProps) {
  const amend = useAmend();
  const name = order.coin_pair.pair_name;
  const pair = useAllPairs().data?.coinpair.find((other) => other.coin_pair_name === name);
  const steps: Steps = { tick: pair?.tick ?? "0", lot: pair?.lot ?? "0" };
  const [change, set_change] = useState<Change>({
    price: trim_zeros(order.price ?? ""),
    amount: trim_zeros(order.number_of_order),
  });
  const [wrong, set_wrong] = useState<Wrong | null>(null);
  const field = (id: ChangeField, step: Decimal, unit: string) => (
    <Input
      label={t(`spot.${id}`)}
      layout="above"
      inputMode="decimal"
      value={change[id]}
      unit={unit}
      error={wrong?.field === id ? wrong.sentence : undefined}
      on_value={(text) => {
        set_wrong(null);
        const comma = comma_is_point(current_language());
        set_change({
          ...change,
          [id]: clean_typing(text, pair ? places_of(step) : most_places, comma),
        });
      }}
    />
  );
  const check = () => {
    const problem = change_problem(order, change, steps);
    if (!problem) return true;
    const { code, n = "0" } = problem;
    const sentence = t(`spot.problem_${code}`, { n: format_number(trim_zeros(n)) });
    set_wrong({ field: problem.field, sentence });
    return false;
  };
  const refused_field = (reason: unknown) =>
    reason instanceof ApiError ? change_field(reason.field) : undefined;
  return (
    <PasswordDialog
      trades
      title={t("spot.amend_title")}
      confirm={t("spot.amend_confirm")}
      refused={t("spot.not_amended")}
      check={check}
      send={(secret) =>
        amend.mutateAsync({ ...changes_of(order, change), ...secret }).catch((reason: unknown) => {
          const about = refused_field(reason);
          if (about) set_wrong({ field: about, sentence: sentence_of(reason) });
          throw reason;
        })
      }
      stays={(reason) => refused_field(reason) !== undefined}
      on_close={on_close}
      on_done={(answer) => {
        on_close();
        if ("order" in answer) tell(order, answer.order, steps);
      }}
    >
      <p className={styles.question}>
        <OrderLine order={order} places={places} />
      </p>
      <div className={styles.changes}>
        {field("price", steps.tick, quote)}
        {field("amount", steps.lot, coin_of(order))}
      </div>
      <Hints order={order} change={change} />
    </PasswordDialog>
  );
}
