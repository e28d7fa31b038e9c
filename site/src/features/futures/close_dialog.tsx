// Closing a position, or a part of it: which one, how much, what that would bring, and the
// transaction password.
import { useState } from "react";
import { useNavigate } from "react-router";
import { afterClosing } from "../../lib/after_closing";
import { ApiError } from "../../lib/api";
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
import { formatNumber, formatPercent } from "../../lib/format";
import { t } from "../../lib/i18n";
import { usePaused } from "../../lib/status";
import { cleanTyping } from "../../lib/typing";
import { PasswordDialog, type TradeSecret } from "../../market/password_dialog";
import { Act } from "../../market/ticket";
import { Button } from "../../ui/button";
import { Fact, Facts } from "../../ui/facts";
import { FieldError, Input } from "../../ui/input";
import { Amount, Change, Price } from "../../ui/number";
import { toast } from "../../ui/toast";
import { useClose } from "./api";
import { closingOf, closingProblem, shareOfPosition, shares } from "./closing";
import type { CloseAnswer, Contract, OpenPosition } from "./contract";
import styles from "./form.module.css";
import { coinOf } from "./position_columns";
import type { DialogProps } from "./position_dialogs";
import { tellWhenClosed } from "./receipts";
import { coinPlaces } from "./rules";
import { sentence } from "./trade_form";

const quote = "USDT";

const number = (value: Decimal | undefined) => formatNumber(value ?? null);

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
    const text = t("futures.close_early", {
      daysLeft: answer.daysLeft ?? "",
      futureTarget: number(answer.futureTarget),
      futureFundsToAdd: number(answer.futureFundsToAdd),
    });
    toast({ tone: "error", title: t("futures.close_early_title"), text });
    return false;
  }
  toast({ tone: "error", title: t("errors.unexpected") });
  return false;
}

/** The dialog knows a refused password and a success; the rest is told by what was answered. */
async function answered(answer: Promise<CloseAnswer>) {
  const given = await answer;
  const wrong = given.message === "wrong_transaction_password";
  return { message: wrong ? given.message : "success", given };
}

/** The position as a whole; what of it is closed stands in the field below. */
function Whole({ position, contract }: Pick<FieldProps, "position" | "contract">) {
  const long = position.delegate_type === "BUY_MORE";
  const coin = contract?.coin ?? coinOf(position.coin_pair.pair_name);
  const terms = [`${coin}/${quote}`, `x${position.leverage}`, t("futures.isolated")];
  return (
    <Act
      coin={coin}
      image={position.coin_pair.image}
      tone={long ? "buy" : "sell"}
      verb={t(long ? "futures.long" : "futures.short")}
      terms={terms}
    >
      <Amount value={position.quantity} places={contract && placesOf(contract.lot)} />
    </Act>
  );
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

interface BringsProps {
  position: OpenPosition;
  contract: Contract;
  /** Null while what was typed cannot be closed: the lines stay, so that nothing jumps. */
  quantity: Decimal | null;
}

/** What it comes to at the present mark. */
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
function useRequest(now: OpenPosition) {
  const [sent, setSent] = useState<OpenPosition | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const close = useClose();
  const position = sent ?? now;
  const text = typed ?? trimZeros(position.quantity);
  const quantity = typedDecimal(text);
  const whole = quantity !== null && compare(quantity, position.quantity) === 0;
  const send = async (secret: TradeSecret) => {
    setSent(position);
    const part = whole || quantity === null ? {} : { quantity };
    const answer = await answered(
      close.mutateAsync({ future_id: position.id, ...part, ...secret }),
    );
    // The server has not taken the key for a request that it did not carry out.
    if (answer.message !== "success") setSent(null);
    return answer;
  };
  return { position, text, setTyped, quantity, whole, send };
}

export function CloseDialog({ position: now, contract, onClose }: DialogProps) {
  const { position, text, setTyped, quantity, whole, send } = useRequest(now);
  const navigate = useNavigate();
  const stopped = usePaused(position.coin_pair.pair_name).trading;
  const rate = contract && formatPercent(multiply(contract.closing_fee, "100"), { signed: false });
  const problem = closingProblem(text, position, contract);
  return (
    <PasswordDialog
      trades
      title={t("futures.close_title")}
      look="sell"
      confirm={t("futures.close")}
      refused={t("futures.request_error")}
      heldBack={stopped !== null || problem !== null}
      unknown={(error) =>
        t(
          error instanceof ApiError && error.status === 0
            ? "futures.no_response"
            : "futures.request_error",
        )
      }
      send={send}
      onClose={onClose}
      onDone={({ given }) => {
        onClose();
        if (!tellOfClosing(given)) return;
        const part = given.message === "closeRequest" ? given.part_id : undefined;
        void tellWhenClosed(part ?? position.id, contract);
        if (whole && afterClosing() === "home") void navigate("/home");
      }}
    >
      <Whole position={position} contract={contract} />
      <p className={cx(styles.note, styles.first)}>{t("futures.close_text")}</p>
      <QuantityField position={position} contract={contract} typed={text} onTyped={setTyped} />
      {contract && (
        <Brings position={position} contract={contract} quantity={problem ? null : quantity} />
      )}
      {rate !== undefined && (
        <p className={styles.note}>
          {t("futures.close_fee", { rate })} {t("futures.close_funding")}
        </p>
      )}
      {stopped && (
        <div className={styles.note}>
          <FieldError>{t(`futures.trading_${stopped}`)}</FieldError>
        </div>
      )}
    </PasswordDialog>
  );
}
