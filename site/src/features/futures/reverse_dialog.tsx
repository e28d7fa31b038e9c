// Reversing a position: what is closed and what is opened in its place, what both come to, and the
// transaction password.
import { useState } from "react";
import { useSecondsUntil } from "../../lib/countdown";
import { cx } from "../../lib/cx";
import { placesOf, type Decimal } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { usePaused } from "../../lib/status";
import { PasswordDialog, type TradeSecret } from "../../market/password_dialog";
import { Fact, Facts } from "../../ui/facts";
import { FieldError } from "../../ui/input";
import { Amount, Change, Price } from "../../ui/number";
import { toast } from "../../ui/toast";
import { useMargin, useReverse } from "./api";
import type { Contract, OpenPosition, ReverseAnswer } from "./contract";
import styles from "./form.module.css";
import { PositionAct } from "./position_act";
import type { DialogProps } from "./position_dialogs";
import { tellOfEarly, tellWhenClosed, unansweredOf } from "./receipts";
import { oppositeOf, reversalOf, reversingProblem, type Reversal } from "./reversing";
import { contractBeside, usdtPlaces } from "./rules";
import { sentence } from "./trade_form";

const quote = "USDT";

/** The dialog knows a refused password and a success; the rest is told by what was answered. */
interface Answered {
  message: string;
  given: ReverseAnswer;
}

/** What it comes to at the contract's mark; null where that is not known. */
function useReversal(position: OpenPosition, contract: Contract | undefined) {
  const due = new Date(contract?.next_funding_at ?? 0).getTime();
  const now = due - useSecondsUntil(due) * 1_000;
  const all = useMargin().data?.margin ?? [];
  if (!contract) return null;
  const others = all.filter(({ id }) => id !== position.id);
  return reversalOf(position, contractBeside(contract, others), now);
}

/** What was asked, with the position and the mark as they were then: a retry is the same request. */
function useRequest(now: OpenPosition, contract: Contract | undefined) {
  const [sent, setSent] = useState<{ position: OpenPosition; seen?: Decimal } | null>(null);
  const reverse = useReverse();
  const asked = sent ?? { position: now, ...(contract && { seen: contract.mark_price }) };
  const send = async (secret: TradeSecret): Promise<Answered> => {
    setSent(asked);
    const given = await reverse.mutateAsync({
      future_id: asked.position.id,
      opening_price: asked.seen,
      ...secret,
    });
    // The server has not taken the key for a request that it did not carry out.
    if (given.message !== "reverseRequest") setSent(null);
    const wrong = given.message === "wrong_transaction_password";
    return { message: wrong ? given.message : "success", given };
  };
  return { position: asked.position, send };
}

function Comes({
  reversal,
  contract,
  available,
}: {
  reversal: Reversal;
  contract: Contract;
  available: Decimal;
}) {
  const { closing, margin, fee, cost, liquidation } = reversal;
  const places = placesOf(contract.tick);
  return (
    <Facts look="details" className={styles.beside}>
      <Fact name={t("futures.mark_price")}>
        <Price value={contract.mark_price} places={places} unit={quote} />
      </Fact>
      <Fact name={t("futures.realised")} testId="reversing-profit">
        <Change value={closing.profit} valuePlaces={2} unit={quote} dense />
      </Fact>
      <Fact name={t("futures.closing_fee")}>
        <Amount value={closing.fee} places={4} unit={quote} />
      </Fact>
      <Fact name={t("futures.closing_funding")}>
        <Price value={closing.funding} places={4} estimate unit={quote} />
      </Fact>
      <Fact name={t("futures.close_returns")} testId="reversing-returns">
        <Price value={closing.returns} places={2} estimate unit={quote} />
      </Fact>
      <Fact name={t("futures.reverse_margin")} testId="reversing-margin">
        <Price value={margin} places={2} estimate unit={quote} />
      </Fact>
      <Fact name={t("futures.reverse_fee")}>
        <Price value={fee} places={4} estimate unit={quote} />
      </Fact>
      <Fact name={t("futures.liquidation_price")} valueClass={styles.liquidation}>
        <Price value={liquidation} places={places} estimate unit={quote} />
      </Fact>
      <Fact name={t("futures.reverse_needs")} testId="reversing-needs">
        <Price value={cost} places={usdtPlaces} estimate unit={quote} />
      </Fact>
      <Fact name={t("futures.available")}>
        <Amount value={available} places={usdtPlaces} unit={quote} />
      </Fact>
    </Facts>
  );
}

export function ReverseDialog({ position: now, contract, available, onClose }: DialogProps) {
  const { position, send } = useRequest(now, contract);
  const reversal = useReversal(position, contract);
  const problem = reversal && contract ? reversingProblem(reversal, contract, available) : null;
  const stopped = usePaused(position.coin_pair.pair_name).trading;
  const long = position.delegate_type === "BUY_MORE";
  const done = ({ given }: Answered) => {
    onClose();
    if (given.message === "closePositionError") return tellOfEarly(given);
    const text = t("futures.reverse_requested");
    toast({ tone: "success", title: t("common.success"), text });
    void tellWhenClosed(position.id, contract);
  };
  return (
    <PasswordDialog
      trades
      title={t("futures.reverse_title")}
      look={long ? "sell" : "buy"}
      confirm={t("futures.reverse")}
      refused={t("futures.not_reversed")}
      heldBack={stopped !== null || problem !== null}
      unknown={unansweredOf}
      send={send}
      onClose={onClose}
      onDone={done}
    >
      <PositionAct
        position={position}
        contract={contract}
        verb={t(long ? "futures.reverse_closes_long" : "futures.reverse_closes_short")}
      />
      <PositionAct
        position={position}
        contract={contract}
        side={oppositeOf(position.delegate_type)}
        verb={t(long ? "futures.reverse_opens_short" : "futures.reverse_opens_long")}
      />
      <p className={cx(styles.note, styles.first)}>{t("futures.reverse_text")}</p>
      {reversal && contract && (
        <Comes reversal={reversal} contract={contract} available={available} />
      )}
      {(problem ?? stopped) && (
        <div className={styles.note}>
          <FieldError>
            {stopped ? t(`futures.trading_${stopped}`) : problem && sentence({ ...problem })}
          </FieldError>
        </div>
      )}
    </PasswordDialog>
  );
}
