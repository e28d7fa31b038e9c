// Closing a position, or a part of it, at once or at a price to come: which one, how much, what that
// would bring, and the transaction password.
import { useState } from "react";
import { useNavigate } from "react-router";
import { afterClosing } from "../../lib/after_closing";
import { useSecondsUntil } from "../../lib/countdown";
import { cx } from "../../lib/cx";
import {
  compare,
  multiply,
  placesOf,
  trimZeros,
  typedDecimal,
  type Decimal,
} from "../../lib/decimal";
import { formatPercent } from "../../lib/format";
import { t } from "../../lib/i18n";
import { usePaused } from "../../lib/status";
import { cleanTyping } from "../../lib/typing";
import { PasswordDialog, type TradeSecret } from "../../market/password_dialog";
import { Button } from "../../ui/button";
import { Fact, Facts } from "../../ui/facts";
import { FieldError, Input } from "../../ui/input";
import { Amount, Change, Price } from "../../ui/number";
import { Segment } from "../../ui/tabs";
import { toast } from "../../ui/toast";
import { useClose, usePlaceClosingOrder } from "./api";
import { closingOf, closingProblem, shareOfPosition, shares } from "./closing";
import { closePriceProblem, closeTypes, orderTermsOf, type CloseType } from "./closing_orders";
import type { CloseAnswer, Contract, OpenPosition } from "./contract";
import styles from "./form.module.css";
import { PositionAct } from "./position_act";
import { coinOf } from "./position_columns";
import type { DialogProps } from "./position_dialogs";
import { tellOfEarly, tellWhenClosed, unansweredOf } from "./receipts";
import { coinPlaces } from "./rules";
import { sentence } from "./trade_form";

const quote = "USDT";

/** What the server answered to a close request; true when it was accepted. */
function tellOfClosing(answer: CloseAnswer): boolean {
  if (answer.message === "closeRequest") {
    const text = t(
      answer.part_id === undefined ? "futures.close_requested" : "futures.close_part_requested",
    );
    toast({ tone: "success", title: t("common.success"), text });
    return true;
  }
  if (answer.message === "closePositionError") {
    tellOfEarly(answer);
    return false;
  }
  toast({ tone: "error", title: t("errors.unexpected") });
  return false;
}

/** What was answered to closing at once; null: an order was placed. */
interface Answered {
  message: string;
  given: CloseAnswer | null;
}

/** The dialog knows a refused password and a success; the rest is told by what was answered. */
async function answered(answer: Promise<CloseAnswer>): Promise<Answered> {
  const given = await answer;
  const wrong = given.message === "wrong_transaction_password";
  return { message: wrong ? given.message : "success", given };
}

interface FieldProps {
  position: OpenPosition;
  contract: Contract | undefined;
  typed: string;
  onTyped: (text: string) => void;
}

function QuantityField({ position, contract, typed, onTyped }: FieldProps) {
  const problem = closingProblem(typed, position, contract);
  const quantity = typedDecimal(typed);
  const lot = contract?.lot;
  return (
    <div className={styles.fields}>
      <Input
        label={t("futures.close_amount")}
        layout="inside"
        inputMode="decimal"
        unit={contract?.coin ?? coinOf(position.coin_pair.pair_name)}
        value={typed}
        error={problem ? sentence(problem) : undefined}
        onValue={(text) => onTyped(cleanTyping(text, lot ? placesOf(lot) : coinPlaces))}
      />
      <div className={styles.shares} role="group" aria-label={t("futures.share_of_position")}>
        {shares.map((percent) => {
          const share = shareOfPosition(position, percent, lot ?? "0.00000001");
          const chosen = quantity !== null && compare(share, quantity) === 0;
          return (
            <Button
              key={percent}
              size="s"
              look="outline"
              aria-pressed={chosen}
              onClick={() => onTyped(share)}
            >
              {formatPercent(percent.toString(), { signed: false, places: 0 })}
            </Button>
          );
        })}
      </div>
    </div>
  );
}

interface PriceProps extends Pick<FieldProps, "position" | "contract" | "typed" | "onTyped"> {
  type: CloseType;
  onType: (type: CloseType) => void;
}

/** MARKET has no price of its own. */
function PriceFields({ type, onType, position, contract, typed, onTyped }: PriceProps) {
  const problem = closePriceProblem(type, typed, position.delegate_type, contract);
  return (
    <div className={styles.fields}>
      <Segment
        small
        label={t("futures.order_type")}
        items={closeTypes.map((id) => ({ id, label: t(`futures.type_${id}`) }))}
        value={type}
        onValue={onType}
      />
      {type !== "MARKET" && (
        <Input
          label={t(type === "LIMIT" ? "futures.limit_price" : "futures.trigger_price")}
          layout="inside"
          inputMode="decimal"
          unit={quote}
          value={typed}
          error={problem && typed !== "" ? sentence(problem) : undefined}
          onValue={(text) =>
            onTyped(cleanTyping(text, contract ? placesOf(contract.tick) : coinPlaces))
          }
        />
      )}
    </div>
  );
}

interface BringsProps {
  position: OpenPosition;
  contract: Contract;
  /** Null while what was typed cannot be closed: the lines stay, so that nothing jumps. */
  quantity: Decimal | null;
}

/** What it comes to at the contract's mark. */
function Brings({ position, contract, quantity }: BringsProps) {
  const due = new Date(contract.next_funding_at ?? 0).getTime();
  const now = due - useSecondsUntil(due) * 1_000;
  const closing = quantity === null ? null : closingOf(position, quantity, contract, now);
  return (
    <Facts look="details" className={styles.beside}>
      <Fact name={t("futures.realised")} testId="closing-profit">
        <Change value={closing?.profit ?? null} valuePlaces={2} unit={quote} dense />
      </Fact>
      <Fact name={t("futures.closing_fee")}>
        <Amount value={closing?.fee} places={4} unit={quote} />
      </Fact>
      <Fact name={t("futures.closing_funding")} testId="closing-funding">
        <Price value={closing?.funding} places={4} estimate unit={quote} />
      </Fact>
      <Fact name={t("futures.close_returns")} testId="closing-returns">
        <Price value={closing?.returns} places={2} estimate unit={quote} />
      </Fact>
      <Fact name={t("futures.close_stays")} testId="closing-rest">
        <Amount value={closing?.rest} places={placesOf(contract.lot)} unit={contract.coin} />
      </Fact>
    </Facts>
  );
}

/** What was asked, with the position as it was then: a retry is the same request. */
function useRequest(now: OpenPosition, contract: Contract | undefined) {
  const [sent, setSent] = useState<OpenPosition | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [type, setType] = useState<CloseType>("MARKET");
  const [typedPrice, setTypedPrice] = useState("");
  const close = useClose();
  const place = usePlaceClosingOrder();
  const position = sent ?? now;
  const text = typed ?? trimZeros(position.quantity);
  const quantity = typedDecimal(text);
  const price = typedDecimal(typedPrice) ?? "0";
  const whole = quantity !== null && compare(quantity, position.quantity) === 0;
  const send = async (secret: TradeSecret) => {
    setSent(position);
    const part = whole || quantity === null ? {} : { quantity };
    const asked = { future_id: position.id, ...part, ...secret };
    const order = { ...asked, ...orderTermsOf(type, position.delegate_type), price };
    const answer: Answered =
      type === "MARKET"
        ? await answered(close.mutateAsync(asked))
        : { message: (await place.mutateAsync(order)).message, given: null };
    // The server has not taken the key for a request that it did not carry out.
    if (answer.message !== "success") setSent(null);
    return answer;
  };
  const problem = closingProblem(text, position, contract);
  const priceProblem = closePriceProblem(type, typedPrice, position.delegate_type, contract);
  return {
    position,
    amount: { typed: text, onTyped: setTyped },
    price: { type, onType: setType, typed: typedPrice, onTyped: setTypedPrice },
    quantity: problem ? null : quantity,
    /** Where it closes, as far as that is known. */
    mark: type === "MARKET" || priceProblem ? contract?.mark_price : price,
    atOnce: type === "MARKET",
    wrong: problem !== null || priceProblem !== null,
    whole,
    send,
  };
}

type Request = ReturnType<typeof useRequest>;

/** The position, the fields, and what it comes to. */
function Content({ request, contract }: { request: Request; contract: Contract | undefined }) {
  const { position, amount, price, quantity, mark, atOnce } = request;
  const rate = contract && formatPercent(multiply(contract.closing_fee, "100"), { signed: false });
  return (
    <>
      <PositionAct position={position} contract={contract} />
      <p className={cx(styles.note, styles.first)}>
        {t(atOnce ? "futures.close_text" : "futures.close_at_text")}
      </p>
      <PriceFields position={position} contract={contract} {...price} />
      <QuantityField position={position} contract={contract} {...amount} />
      {contract && mark !== undefined && (
        <Brings
          position={position}
          contract={{ ...contract, mark_price: mark }}
          quantity={quantity}
        />
      )}
      {rate !== undefined && (
        <p className={styles.note}>
          {t("futures.close_fee", { rate })} {t("futures.close_funding")}
        </p>
      )}
    </>
  );
}

export function CloseDialog({ position: now, contract, onClose }: DialogProps) {
  const request = useRequest(now, contract);
  const { position, whole, atOnce, wrong } = request;
  const navigate = useNavigate();
  const stopped = usePaused(position.coin_pair.pair_name).trading;
  const done = ({ given }: Answered) => {
    onClose();
    if (given === null) {
      const text = t("futures.close_at_text");
      return void toast({ tone: "success", title: t("futures.order_placed"), text });
    }
    if (!tellOfClosing(given)) return;
    const part = given.message === "closeRequest" ? given.part_id : undefined;
    void tellWhenClosed(part ?? position.id, contract);
    if (whole && afterClosing() === "home") void navigate("/home");
  };
  return (
    <PasswordDialog
      trades
      title={t("futures.close_title")}
      look="sell"
      confirm={t(atOnce ? "futures.close" : "futures.place_order")}
      refused={t(atOnce ? "futures.request_error" : "futures.order_not_placed")}
      heldBack={stopped !== null || wrong}
      unknown={unansweredOf}
      send={request.send}
      onClose={onClose}
      onDone={done}
    >
      <Content request={request} contract={contract} />
      {stopped && (
        <div className={styles.note}>
          <FieldError>{t(`futures.trading_${stopped}`)}</FieldError>
        </div>
      )}
    </PasswordDialog>
  );
}
