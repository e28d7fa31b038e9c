// Opening a position, at once or at a price to come: direction, leverage, price, amount, targets, and
// what it will cost.
import { ArrowDownRight, ArrowLeftRight, ArrowUpRight, ChevronDown } from "lucide-react";
import { useState, type FormEvent, type ReactNode } from "react";
import { isZero, multiply, placesOf, trimZeros, type Decimal } from "../../lib/decimal";
import { formatNumber, formatPercent } from "../../lib/format";
import { t } from "../../lib/i18n";
import { usePaused, type Paused } from "../../lib/status";
import { cleanTyping } from "../../lib/typing";
import { Slider } from "../../market/slider";
import { TargetFields } from "../../market/target_fields";
import { Costs, MarketPrice, useConfirming } from "../../market/ticket";
import { TradingLock, useTradingKeys } from "../../market/trading_lock";
import { Button } from "../../ui/button";
import { Fact } from "../../ui/facts";
import { useFocusOnWrong } from "../../ui/focus_on_wrong";
import { FieldError, Input, Select } from "../../ui/input";
import { Amount, Price } from "../../ui/number";
import { Segment } from "../../ui/tabs";
import { TransferLink } from "../../ui/transfer_link";
import { ConfirmOrder, ConfirmPosition } from "./confirm_position";
import type { Contract } from "./contract";
import styles from "./form.module.css";
import { draftProblem, pricedFor } from "./orders";
import {
  costsOf,
  emptyDraft,
  marginOf,
  orderTypes,
  shareOf,
  typingPlaces,
  withShare,
  withUnit,
  type Draft,
  type Problem,
  type Unit,
} from "./rules";

const quote = "USDT";

/** The sentence of a problem. */
export const sentence = ({ code, n }: { code: Problem["code"]; n?: Decimal }): string =>
  t(`futures.problem_${code}`, { n: formatNumber(trimZeros(n ?? "0")) });

/** With the way out, where money lies in another wallet. */
function Explained({ problem }: { problem: Problem }) {
  return (
    <>
      {sentence(problem)}
      {problem.code === "insufficient" && (
        <>
          {" "}
          <TransferLink>{t("futures.transfer_usdt")}</TransferLink>
        </>
      )}
    </>
  );
}

interface PartProps {
  draft: Draft;
  contract: Contract;
  available: Decimal | undefined;
  set: (draft: Draft) => void;
  error: (field: Problem["field"]) => ReactNode;
}

/** What it is called here, and what it does. */
function Direction({ side }: { side: Draft["side"] }) {
  return (
    <span className={styles.direction}>
      <span>{t(`futures.${side}`)}</span>
      <span className={styles["direction-does"]}>
        {t(side === "BUY_MORE" ? "futures.open_long" : "futures.open_short")}
      </span>
    </span>
  );
}

function Top({ draft, contract, set }: PartProps) {
  return (
    <>
      <Segment
        label={t("futures.side")}
        items={[
          { id: "BUY_MORE", label: <Direction side="BUY_MORE" />, tone: "buy" },
          { id: "SELL_EMPTY", label: <Direction side="SELL_EMPTY" />, tone: "sell" },
        ]}
        className={styles.directions}
        value={draft.side}
        onValue={(side) => set({ ...draft, side })}
      />
      <div className={styles.pair}>
        <span className={styles.mode}>{t("futures.isolated")}</span>
        <Select
          label={t("futures.leverage")}
          layout="inside"
          value={draft.leverage.toString()}
          options={contract.leverages.map((n) => ({ value: n.toString(), label: `x${n}` }))}
          onValue={(value) =>
            set({
              ...draft,
              leverage: contract.leverages.find((n) => n.toString() === value) ?? draft.leverage,
            })
          }
        />
      </div>
    </>
  );
}

/** MARKET has no price of its own. */
function PriceFields({ draft, contract, set, error }: PartProps) {
  return (
    <>
      <Segment
        small
        label={t("futures.order_type")}
        items={orderTypes.map((id) => ({ id, label: t(`futures.type_${id}`) }))}
        value={draft.type}
        onValue={(type) => set({ ...draft, type })}
      />
      {draft.type === "MARKET" ? (
        <MarketPrice />
      ) : (
        <Input
          label={t(draft.type === "LIMIT" ? "futures.limit_price" : "futures.trigger_price")}
          name="price"
          layout="inside"
          inputMode="decimal"
          unit={quote}
          value={draft.price}
          error={error("price")}
          onValue={(text) => set({ ...draft, price: cleanTyping(text, placesOf(contract.tick)) })}
        />
      )}
    </>
  );
}

function AmountField({ draft, contract, available, set, error }: PartProps) {
  const units: readonly Unit[] = ["USDT", "COIN"];
  const margin = draft.unit === "COIN" ? marginOf(draft, contract.mark_price) : null;
  return (
    <>
      <Input
        label={t("futures.amount")}
        name="amount"
        layout="inside"
        inputMode="decimal"
        value={draft.amount}
        error={error("amount")}
        hint={margin && t("futures.margin_sent", { n: formatNumber(margin) })}
        onValue={(text) =>
          set({
            ...draft,
            amount: cleanTyping(text, typingPlaces(draft.unit)),
          })
        }
        end={
          <span className={styles["unit-box"]}>
            <select
              aria-label={t("futures.amount_unit")}
              className={styles.unit}
              value={draft.unit}
              onChange={(event) => {
                const unit = units.find((one) => one === event.target.value);
                if (unit) set(withUnit(draft, unit, contract.mark_price));
              }}
            >
              {units.map((unit) => (
                <option key={unit} value={unit}>
                  {unit === "COIN" ? contract.coin : quote}
                </option>
              ))}
            </select>
            <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />
          </span>
        }
      />
      <Slider
        label={t("futures.share")}
        value={available ? shareOf(draft, available, contract) : 0}
        onValue={(percent) => {
          if (available) set(withShare(draft, percent, available, contract));
        }}
        disabled={!available}
      />
    </>
  );
}

function Targets({ draft, contract, set, error }: PartProps) {
  return (
    <TargetFields
      label={t("futures.with_targets")}
      checked={draft.with_targets}
      onChecked={(withTargets) => set({ ...draft, with_targets: withTargets })}
      labels={{ take_profit: t("futures.take_profit"), stop_loss: t("futures.stop_loss") }}
      values={draft}
      onValue={(field, text) => set({ ...draft, [field]: text })}
      error={error}
      places={placesOf(contract.tick)}
      unit={quote}
      end={<TradingLock />}
    />
  );
}

function Estimate({ draft, contract }: PartProps) {
  const costs = costsOf(draft, contract);
  const rate = formatPercent(multiply(contract.taker_fee, "100"), { signed: false });
  return (
    <Costs>
      <Fact name={t("futures.position_size")}>
        <Amount value={costs?.quantity} places={placesOf(contract.lot)} unit={contract.coin} />
      </Fact>
      <Fact
        name={t("futures.liquidation_price")}
        valueClass={styles.liquidation}
        testId="liquidation"
      >
        <Price value={costs?.liquidation} places={placesOf(contract.tick)} estimate unit={quote} />
      </Fact>
      <Fact name={t("futures.fee", { rate })}>
        <Amount value={costs?.fee} places={4} unit={quote} />
      </Fact>
      <Fact name={t(draft.type === "MARKET" ? "futures.cost" : "futures.order_held")} testId="cost">
        <Price value={costs?.cost} places={2} unit={quote} />
      </Fact>
    </Costs>
  );
}

function Available({ available }: { available: Decimal | undefined }) {
  return (
    <p className={styles.available}>
      {t("futures.available")}
      <span className={styles["available-end"]} data-testid="available">
        <Amount value={available} places={2} unit={quote} />
        {available !== undefined && isZero(available) ? (
          <TransferLink className={styles["transfer-words"]}>
            {t("futures.transfer_usdt")}
          </TransferLink>
        ) : (
          <TransferLink aria-label={t("futures.transfer")} className={styles.transfer}>
            <ArrowLeftRight size={14} strokeWidth={1.5} aria-hidden="true" />
          </TransferLink>
        )}
      </span>
    </p>
  );
}

/** What is said of the whole position: why there can be none, before what is wrong with it. */
function Said(props: { stopped: Paused["trading"]; late: boolean; error: ReactNode }) {
  const text = props.stopped
    ? t(`futures.trading_${props.stopped}`)
    : props.late
      ? t("futures.problem_stale_price")
      : props.error;
  return text && <FieldError>{text}</FieldError>;
}

/** When what is sent is carried out. */
const fills = {
  MARKET: "futures.fills_at_mark",
  LIMIT: "futures.fills_limit",
  TRIGGER: "futures.fills_trigger",
} as const;

export const useDraft = () => useState(emptyDraft);

interface TradeFormProps {
  contract: Contract;
  available: Decimal | undefined;
  /** Kept above the form, which comes and goes with the screen's shape and the phone's tabs. */
  draft: ReturnType<typeof useDraft>;
}

export function TradeForm(props: TradeFormProps) {
  const { contract, available } = props;
  const [draft, setDraft] = props.draft;
  const [tried, setTried] = useState(false);
  const { confirming, atOnce, ask, end } = useConfirming<Draft>();
  const stopped = usePaused(contract.name).trading;
  const form = useFocusOnWrong(tried);
  const priced = pricedFor(draft, contract);
  const problem = tried && available ? draftProblem(draft, contract, available) : null;
  const error = (field: Problem["field"]) =>
    problem?.field === field ? <Explained problem={problem} /> : undefined;
  const change = (next: Draft) => {
    setTried(false);
    setDraft(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!available || stopped) return;
    setTried(true);
    if (draftProblem(draft, contract, available) !== null) return;
    ask(draft, costsOf(draft, priced)?.cost ?? null);
  };
  const begin = (side: Draft["side"]) => {
    change({ ...draft, side });
    form.current?.querySelector<HTMLElement>('input[name="amount"]')?.focus();
  };
  useTradingKeys({ b: () => begin("BUY_MORE"), s: () => begin("SELL_EMPTY") });
  const buying = draft.side === "BUY_MORE";
  const part = { draft, contract: priced, available, set: change, error };
  const Confirm = confirming?.type === "MARKET" ? ConfirmPosition : ConfirmOrder;
  const Arrow = buying ? ArrowUpRight : ArrowDownRight;
  return (
    <>
      <form
        ref={form}
        className={styles.form}
        onSubmit={submit}
        noValidate
        aria-label={t("futures.panel_form")}
      >
        <Top {...part} />
        <Available available={available} />
        <PriceFields {...part} />
        <AmountField {...part} />
        <Targets {...part} />
        <Said stopped={stopped} late={priced.stale} error={error(null)} />
        <Button
          type="submit"
          look={buying ? "buy" : "sell"}
          size="l"
          wide
          disabled={!available || priced.stale || stopped !== null}
          className={styles.submit}
        >
          <Arrow size={16} strokeWidth={2} aria-hidden="true" />
          <span className={styles.direction}>
            <span>
              {t(buying ? "futures.buy_more" : "futures.sell_empty")} ·{" "}
              {t(buying ? "futures.open_long" : "futures.open_short")}
            </span>
            <span className={styles["direction-does"]}>{t(fills[draft.type])}</span>
          </span>
        </Button>
        <Estimate {...part} />
      </form>
      {confirming && (
        <Confirm
          draft={confirming}
          contract={contract}
          atOnce={atOnce}
          onClose={end}
          onOpened={() => {
            end();
            change({ ...draft, price: "", amount: "", take_profit: "", stop_loss: "" });
          }}
        />
      )}
    </>
  );
}
