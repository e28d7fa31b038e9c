// What will be opened, or ordered, and the transaction password.
import { useState } from "react";
import { multiply, placesOf, typedDecimal } from "../../lib/decimal";
import { formatNumber, formatPercent } from "../../lib/format";
import { t } from "../../lib/i18n";
import { PasswordDialog, type TradeSecret } from "../../market/password_dialog";
import { Act } from "../../market/ticket";
import { Fact, Facts } from "../../ui/facts";
import { Amount, Price } from "../../ui/number";
import { toast } from "../../ui/toast";
import { useOpen, usePlaceOrder } from "./api";
import type { Contract } from "./contract";
import styles from "./form.module.css";
import { orderOf, pricedFor } from "./orders";
import { openedText, placedText } from "./receipts";
import { contentOf, costsOf, type Draft } from "./rules";

const quote = "USDT";

interface ConfirmProps {
  draft: Draft;
  contract: Contract;
  /** Sent without being shown first: trading is unlocked, and the client wants no question. */
  atOnce: boolean;
  onClose: () => void;
  onOpened: () => void;
}

function Asked({ draft, contract }: ConfirmProps) {
  const buying = draft.side === "BUY_MORE";
  const costs = costsOf(draft, contract);
  const terms = [`${contract.coin}/${quote}`, `x${draft.leverage}`, t("futures.isolated")];
  return (
    <Act
      coin={contract.coin}
      image={contract.image}
      tone={buying ? "buy" : "sell"}
      verb={t(`futures.${draft.side}`)}
      terms={terms}
    >
      <Amount value={costs?.quantity} places={placesOf(contract.lot)} />
    </Act>
  );
}

/** The price at which it opens: the mark as it will be, or what was ordered. */
function Entry({ draft, contract }: ConfirmProps) {
  const price = (estimate: boolean) => (
    <Price
      value={contract.mark_price}
      places={placesOf(contract.tick)}
      estimate={estimate}
      unit={quote}
    />
  );
  if (draft.type === "MARKET") {
    return <Fact name={t("futures.entry_price")}>{price(true)}</Fact>;
  }
  return (
    <>
      <Fact name={t("futures.order_type")}>{t(`futures.type_${draft.type}`)}</Fact>
      <Fact name={t(draft.type === "LIMIT" ? "futures.limit_price" : "futures.trigger_price")}>
        {price(false)}
      </Fact>
    </>
  );
}

function Details(props: ConfirmProps) {
  const { draft, contract } = props;
  const costs = costsOf(draft, contract);
  const places = placesOf(contract.tick);
  const rate = formatPercent(multiply(contract.taker_fee, "100"), { signed: false });
  const targets = (["take_profit", "stop_loss"] as const).filter(
    (field) => draft.with_targets && typedDecimal(draft[field]),
  );
  return (
    <Facts look="details">
      <Entry {...props} />
      <Fact name={t("futures.liquidation_price")} valueClass={styles.liquidation}>
        <Price value={costs?.liquidation} places={places} estimate unit={quote} />
      </Fact>
      {targets.map((field) => (
        <Fact key={field} name={t(`futures.${field}`)}>
          {formatNumber(typedDecimal(draft[field]), { places })} {quote}
        </Fact>
      ))}
      <Fact name={t("futures.margin")}>
        <Amount value={costs?.initial_margin} places={2} unit={quote} />
      </Fact>
      <Fact name={t("futures.fee", { rate })}>
        <Amount value={costs?.fee} places={4} unit={quote} />
      </Fact>
      <Fact total name={t(draft.type === "MARKET" ? "futures.cost" : "futures.order_held")}>
        <Price value={costs?.cost} places={2} estimate={draft.type === "MARKET"} unit={quote} />
      </Fact>
    </Facts>
  );
}

/** An order is the same whatever the mark is: it is counted by its own price. */
export function ConfirmOrder(props: ConfirmProps) {
  const { draft, contract } = props;
  const place = usePlaceOrder();
  const shown = { ...props, contract: pricedFor(draft, contract) };
  return (
    <PasswordDialog
      trades
      atOnce={props.atOnce}
      title={t("futures.confirm_order")}
      look={draft.side === "BUY_MORE" ? "buy" : "sell"}
      refused={t("futures.order_not_placed")}
      send={(secret: TradeSecret) =>
        place.mutateAsync({ ...orderOf(draft, contract.name, contract), ...secret })
      }
      onClose={props.onClose}
      onDone={(answer) => {
        const text = "order" in answer ? placedText(answer.order) : undefined;
        toast({ tone: "success", title: t("futures.order_placed"), text });
        props.onOpened();
      }}
    >
      <Asked {...shown} />
      <Details {...shown} />
    </PasswordDialog>
  );
}

export function ConfirmPosition(props: ConfirmProps) {
  const { draft } = props;
  const open = useOpen();
  // A retry is the same request: it is shown and sent as it was, whatever the mark is by now.
  const [sent, setSent] = useState<Contract | null>(null);
  const contract = sent ?? props.contract;
  const shown = { ...props, contract };
  const send = async (secret: TradeSecret) => {
    setSent(contract);
    const answer = await open.mutateAsync({
      ...contentOf(draft, contract.name, contract),
      ...secret,
    });
    // The server has not taken the key for a request that it did not carry out.
    if (answer.message !== "success") setSent(null);
    return answer;
  };
  return (
    <PasswordDialog
      trades
      atOnce={props.atOnce}
      title={t("futures.confirm_title")}
      look={draft.side === "BUY_MORE" ? "buy" : "sell"}
      refused={t("futures.not_opened")}
      send={send}
      onClose={props.onClose}
      onDone={(answer) => {
        const text = "position" in answer ? openedText(answer.position, contract) : undefined;
        toast({ tone: "success", title: t("futures.created"), text });
        props.onOpened();
      }}
    >
      <Asked {...shown} />
      <Details {...shown} />
    </PasswordDialog>
  );
}
