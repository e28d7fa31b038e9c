// What will be bought or sold, and the transaction password.
import { ApiError, sentence_of } from "../../lib/api";
import { is_zero, multiply, places_of, trim_zeros, typed_decimal } from "../../lib/decimal";
import { format_number, format_percent } from "../../lib/format";
import { t } from "../../lib/i18n";
import { CoinIcon } from "../../ui/coin";
import { Amount, Price } from "../../ui/number";
import { PasswordDialog } from "../../ui/password_dialog";
import { toast } from "../../ui/toast";
import { usePlaceOrder, type Placed } from "./api";
import styles from "./form.module.css";
import {
  content_of,
  estimate,
  may_have,
  price_fields,
  type_of,
  type Draft,
  type Market,
  type Rules,
} from "./order";

const quote = "USDT";

interface ConfirmProps {
  draft: Draft;
  coin: string;
  image: string | undefined;
  rules: Rules;
  market: Market;
  /** Sent without being shown first: trading is unlocked, and the client wants no question. */
  at_once: boolean;
  on_close: () => void;
  /** The server does not take it; `parameter` is what it is about, where it is about one. */
  on_refused: (parameter: string | undefined, sentence: string) => void;
  on_placed: () => void;
}

function Details({ draft, coin, rules, market }: ConfirmProps) {
  const costs = estimate(draft, rules, market);
  const buying = draft.side === "BUY";
  const type = type_of(draft);
  const limit = type !== "MARKET";
  const rate = format_percent(multiply(costs.fee_rate, "100"), { signed: false });
  const line = (text: string, value: string | null, guess = false) => (
    <div key={text}>
      <dt>{text}</dt>
      <dd>
        <Price value={value} places={places_of(rules.tick)} estimate={guess} unit={quote} />
      </dd>
    </div>
  );
  return (
    <>
      {!costs.deep_enough && <p className={styles.warning}>{t("spot.not_deep")}</p>}
      <dl className={styles.details}>
        {limit
          ? price_fields[type].map((field) =>
              line(
                t(`spot.${field === "price" && type !== "LIMIT" ? "limit_price" : field}`),
                typed_decimal(draft[field]),
              ),
            )
          : line(t("spot.average_price"), costs.average, true)}
        <div>
          <dt>{t("spot.fee", { rate })}</dt>
          <dd>
            <Amount value={costs.fee} places={buying ? 8 : 6} unit={buying ? coin : quote} />
          </dd>
        </div>
        <div className={styles["details-total"]}>
          <dt>{t("spot.total")}</dt>
          <dd>
            <Price value={costs.total} places={2} estimate={!limit} unit={quote} />
          </dd>
        </div>
      </dl>
    </>
  );
}

function Act({ draft, coin, image, rules }: ConfirmProps) {
  const buying = draft.side === "BUY";
  const by_total = draft.kind === "MARKET" && buying && draft.basis === "total";
  const terms = [`${coin}/${quote}`, t(`spot.${type_of(draft)}`)];
  if (may_have(draft).time_in_force) terms.push(draft.time_in_force);
  if (may_have(draft).post_only && draft.post_only) terms.push(t("spot.post_only"));
  return (
    <div className={styles.act}>
      <CoinIcon name={coin} image={image} size={36} />
      <div>
        <p className={styles["act-what"]}>
          <span className={buying ? styles.buying : styles.selling}>
            {t(buying ? "spot.buy" : "spot.sell")}
          </span>{" "}
          {by_total && "≈ "}
          <Amount value={typed_decimal(draft.amount)} places={places_of(rules.lot)} /> {coin}
        </p>
        <p className={styles["act-terms"]}>{terms.join(" · ")}</p>
      </div>
    </div>
  );
}

/** What was bought or sold at once, and at which price on average; nothing: the order waits. */
function receipt(placed: Placed, rules: Rules, coin: string): string | undefined {
  const order = "order" in placed ? placed.order : undefined;
  if (!order || is_zero(order.filled)) return undefined;
  return t(order.delegate_type === "BUY" ? "spot.bought" : "spot.sold", {
    amount: `${format_number(trim_zeros(order.filled))} ${coin}`,
    price: format_number(order.final_price, { places: places_of(rules.tick) }),
    fee: `${format_number(trim_zeros(order.fee))} ${order.fee_asset}`,
  });
}

export function ConfirmOrder(props: ConfirmProps) {
  const { draft, coin } = props;
  const place = usePlaceOrder();
  const buying = draft.side === "BUY";
  const field_of = (reason: unknown) => (reason instanceof ApiError ? reason.field : undefined);
  return (
    <PasswordDialog
      trades
      at_once={props.at_once}
      title={t("spot.confirm_order")}
      look={buying ? "buy" : "sell"}
      confirm={t(buying ? "spot.confirm_buy" : "spot.confirm_sell")}
      refused={t("spot.refused")}
      send={(secret) => place.mutateAsync({ ...content_of(draft, `${coin}${quote}`), ...secret })}
      stays={(reason) => field_of(reason) === "transaction_password"}
      on_close={props.on_close}
      on_refused={(reason) => props.on_refused(field_of(reason), sentence_of(reason))}
      on_done={(answer) => {
        const text = receipt(answer, props.rules, coin);
        toast({ tone: "success", title: t("spot.created"), text });
        props.on_placed();
      }}
    >
      <Act {...props} />
      <Details {...props} />
    </PasswordDialog>
  );
}
