// What will be bought or sold, and the transaction password.
import { ApiError, sentenceOf } from "../../lib/api";
import { multiply, placesOf, typedDecimal } from "../../lib/decimal";
import { formatPercent } from "../../lib/format";
import { t } from "../../lib/i18n";
import { withReceipt } from "../../lib/receipts";
import { PasswordDialog } from "../../market/password_dialog";
import { Act } from "../../market/ticket";
import { Fact, Facts } from "../../ui/facts";
import { Amount, Price } from "../../ui/number";
import { toast } from "../../ui/toast";
import { usePlaceOrder } from "./api";
import styles from "./form.module.css";
import {
  atMarket,
  contentOf,
  estimate,
  mayHave,
  priceFields,
  spendsTotal,
  typeOf,
  type Draft,
  type Market,
  type Rules,
} from "./order";
import { filledOf, filledText } from "./receipts";
import { targetFields, targetOf } from "./targets";
import { trailingStop } from "./trail";

const quote = "USDT";

interface ConfirmProps {
  draft: Draft;
  coin: string;
  image: string | undefined;
  rules: Rules;
  market: Market;
  /** Sent without being shown first: trading is unlocked, and the client wants no question. */
  atOnce: boolean;
  onClose: () => void;
  /** The server does not take it; `parameter` is what it is about, where it is about one. */
  onRefused: (parameter: string | undefined, sentence: string) => void;
  onPlaced: () => void;
}

function Details({ draft, coin, rules, market }: ConfirmProps) {
  const costs = estimate(draft, rules, market);
  const buying = draft.side === "BUY";
  const type = typeOf(draft);
  const open = atMarket(draft.kind);
  const rate = formatPercent(multiply(costs.feeRate, "100"), { signed: false });
  const line = (text: string, value: string | null, guess = false) => (
    <Fact key={text} name={text}>
      <Price value={value} places={placesOf(rules.tick)} estimate={guess} unit={quote} />
    </Fact>
  );
  return (
    <>
      {!costs.deepEnough && <p className={styles.warning}>{t("spot.not_deep")}</p>}
      <Facts look="details">
        {priceFields[type].map((field) =>
          line(
            t(`spot.${field === "price" && type !== "LIMIT" ? "limit_price" : field}`),
            typedDecimal(draft[field]),
          ),
        )}
        {type === "TRAILING_STOP_MARKET" ? (
          <>
            <Fact name={t("spot.trail")}>
              {formatPercent(typedDecimal(draft.trail), { signed: false })}
            </Fact>
            {line(t("spot.stop_now"), trailingStop(draft.side, draft.trail, market.price), true)}
          </>
        ) : (
          open && line(t("market.average_price"), costs.average, true)
        )}
        {mayHave(draft).targets &&
          targetFields.map((field) => {
            const target = targetOf(draft.targets, field);
            return target && line(t(`spot.${field}`), target);
          })}
        <Fact name={t("spot.fee", { rate })}>
          <Amount value={costs.fee} places={buying ? 8 : 6} unit={buying ? coin : quote} />
        </Fact>
        <Fact total name={t("spot.total")}>
          <Price value={costs.total} places={2} estimate={open} unit={quote} />
        </Fact>
      </Facts>
    </>
  );
}

function Asked({ draft, coin, image, rules }: ConfirmProps) {
  const buying = draft.side === "BUY";
  const terms = [`${coin}/${quote}`, t(`spot.${typeOf(draft)}`)];
  if (mayHave(draft).time_in_force) terms.push(draft.time_in_force);
  if (mayHave(draft).post_only && draft.post_only) terms.push(t("spot.post_only"));
  return (
    <Act
      coin={coin}
      image={image}
      tone={buying ? "buy" : "sell"}
      verb={t(buying ? "market.buy" : "market.sell")}
      terms={terms}
    >
      {spendsTotal(draft) && "≈ "}
      <Amount value={typedDecimal(draft.amount)} places={placesOf(rules.lot)} />
    </Act>
  );
}

export function ConfirmOrder(props: ConfirmProps) {
  const { draft, coin } = props;
  const place = usePlaceOrder();
  const buying = draft.side === "BUY";
  const fieldOf = (reason: unknown) => (reason instanceof ApiError ? reason.field : undefined);
  return (
    <PasswordDialog
      trades
      atOnce={props.atOnce}
      title={t("spot.confirm_order")}
      look={buying ? "buy" : "sell"}
      confirm={t(buying ? "spot.confirm_buy" : "spot.confirm_sell")}
      refused={t("spot.refused")}
      send={(secret) => {
        const wanted = { ...contentOf(draft, `${coin}${quote}`), ...secret };
        return withReceipt(place.mutateAsync(wanted), filledOf);
      }}
      stays={(reason) => fieldOf(reason) === "transaction_password"}
      onClose={props.onClose}
      onRefused={(reason) => props.onRefused(fieldOf(reason), sentenceOf(reason))}
      onDone={(answer) => {
        // Where nothing was filled at once, the order waits.
        const filled = filledOf(answer);
        const text = filled && filledText(filled, props.rules.tick);
        toast({ tone: "success", title: t("spot.created"), text });
        props.onPlaced();
      }}
    >
      <Asked {...props} />
      <Details {...props} />
    </PasswordDialog>
  );
}
