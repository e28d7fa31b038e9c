// One side's form: its kind, its fields, what it will cost, and the way to the password.
import { useId, useState, type FormEvent } from "react";
import {
  isZero,
  multiply,
  placesOf,
  smaller,
  toStep,
  trimZeros,
  type Decimal,
} from "../../lib/decimal";
import { formatNumber, formatPercent } from "../../lib/format";
import { t } from "../../lib/i18n";
import { usePaused, type Paused } from "../../lib/status";
import { Costs, useConfirming } from "../../market/ticket";
import { TradingLock } from "../../market/trading_lock";
import { Button } from "../../ui/button";
import { Fact } from "../../ui/facts";
import { useFocusOnWrong } from "../../ui/focus_on_wrong";
import { FieldError } from "../../ui/input";
import { Amount, Price } from "../../ui/number";
import { Tabs } from "../../ui/tabs";
import { ConfirmOrder } from "./confirm_order";
import styles from "./form.module.css";
import {
  affordable,
  atMarket,
  emptyDraft,
  estimate,
  fieldOf,
  isConditional,
  linked,
  problemOf,
  withShare,
  type Draft,
  type Field,
  type Market,
  type Problem,
  type Rules,
  type Side,
} from "./order";
import { Extras, Fields } from "./order_fields";

const quote = "USDT";
const quotePlaces = 2;
const coinPlaces = 8;

/** A level of the book that was pressed. */
export interface Picked {
  price: Decimal;
  /** The side whose order would take it. */
  taker: Side;
  /** All there is up to that level; null when only the price was pressed. */
  amount: Decimal | null;
  /** Counts the presses, so that the same price can be picked again. */
  count: number;
}

/** What was typed into a form. */
export interface Kept {
  draft: Draft;
  /** The newest press of a level that the draft knows. */
  seen: number;
}

/** Outlives the forms, which come and go with the phone's sheet and the screen's shape. */
export interface Memory {
  of: (side: Side) => Kept | undefined;
  keep: (side: Side, kept: Kept) => void;
  forget: (side: Side) => void;
}

export interface FormProps {
  side: Side;
  /** "BTC" */
  coin: string;
  image: string | undefined;
  /** The client's; undefined while loading. */
  rules: Rules | undefined;
  /** Of the pair. */
  tick: Decimal;
  lot: Decimal;
  market: Market | undefined;
  picked: Picked | null;
  memory: Memory;
  /** After an order was placed: the phone's sheet closes. */
  onPlaced?: () => void;
}

const noMarket: Market = { asks: [], bids: [], price: "0", stale: true };

/** What the form reckons with until the client's rules are there. */
const noRules = (tick: Decimal, lot: Decimal): Rules => ({
  tick,
  lot,
  minimum_buy: "0",
  minimum_sell: "0",
  minimum_quantity: "0",
  maker_fee: "0",
  taker_fee: "0",
  available_base: "0",
  available_quote: "0",
});

/** What the server said about an order that looked well here. */
interface Refused {
  field: Field | null;
  sentence: string;
}

/** The sentence of a problem. */
function sentence(problem: Problem, coin: string): string {
  const { code, n = "0" } = problem;
  return t(`spot.problem_${code}`, { n: formatNumber(trimZeros(n)), coin });
}

/** What the form keeps for the next order: the price and the terms. */
const afterPlacing = (draft: Draft): Draft => ({
  ...draft,
  amount: "",
  total: "",
  stop: "",
  stop_limit: "",
  trail: "",
  targets: { ...draft.targets, take_profit: "", stop_loss: "" },
});

/** A price for both forms; the amount only for the one that would take it: what can be paid of it. */
function withLevel(draft: Draft, picked: Picked, rules: Rules): Draft {
  const kind = draft.kind === "MARKET" ? "LIMIT" : draft.kind;
  const price = trimZeros(picked.price);
  // One that waits and has no limit has its stop alone.
  const priced = { ...draft, kind, [atMarket(kind) ? "stop" : "price"]: price };
  if (kind === "TRAILING_STOP_MARKET") return draft;
  if (picked.amount === null || picked.taker !== draft.side) return priced;
  const most = affordable(draft.side, price, rules);
  const wanted = isZero(most) ? picked.amount : smaller(picked.amount, most);
  const amount = trimZeros(toStep(wanted, rules.lot, "down"));
  return { ...priced, basis: "amount" as const, amount };
}

/** The draft, with a price that was picked from the book and the first price that is known. */
function useDraft(props: FormProps, rules: Rules, market: Market) {
  const { side, memory } = props;
  const [before] = useState(() => memory.of(side));
  const [draft, setDraft] = useState<Draft>(before?.draft ?? emptyDraft(side));
  const [seen, setSeen] = useState(before?.seen ?? 0);
  const [started, setStarted] = useState(before !== undefined);
  const set = (next: Draft) => setDraft(linked(next, rules, market));
  if (props.picked && props.picked.count !== seen) {
    setSeen(props.picked.count);
    set(withLevel(draft, props.picked, rules));
  } else if (!started && props.market && props.market.price !== "0") {
    setStarted(true);
    if (draft.price === "") set({ ...draft, price: trimZeros(props.market.price) });
  }
  const type = (next: Draft) => {
    const whole = linked(next, rules, market);
    memory.keep(side, { draft: whole, seen });
    setDraft(whole);
  };
  return { draft, type };
}

function Estimate(props: {
  known: boolean;
  draft: Draft;
  rules: Rules;
  market: Market;
  coin: string;
  tick: Decimal;
}) {
  const { draft, rules, coin } = props;
  const costs = estimate(draft, rules, props.market);
  const buying = draft.side === "BUY";
  const follows = draft.kind === "TRAILING_STOP_MARKET";
  const unit = buying ? coin : quote;
  const places = buying ? coinPlaces : quotePlaces + 4;
  const percent = props.known ? multiply(costs.feeRate, "100") : null;
  const rate = formatPercent(percent, { signed: false });
  return (
    <>
      {!costs.deepEnough && <p className={styles.warning}>{t("spot.not_deep")}</p>}
      <Costs className={styles.costs}>
        <Fact name={t(follows ? "spot.stop_now" : "market.average_price")}>
          <Price value={costs.average} places={placesOf(props.tick)} unit={quote} />
        </Fact>
        <Fact name={t("spot.estimated_fee", { rate })}>
          <Amount value={props.known ? costs.fee : null} places={places} unit={unit} />
        </Fact>
        <Fact className={styles.receive} name={t("spot.receive")}>
          <Amount value={props.known ? costs.receive : null} places={places} unit={unit} />
        </Fact>
      </Costs>
    </>
  );
}

function Top(props: {
  kinds: string;
  draft: Draft;
  /** Undefined while loading. */
  rules: Rules | undefined;
  lot: Decimal;
  coin: string;
  set: (draft: Draft) => void;
}) {
  const { draft, rules } = props;
  const buying = draft.side === "BUY";
  return (
    <div className={styles.top}>
      <Tabs
        id={props.kinds}
        label={t("spot.order_type")}
        items={[
          { id: "LIMIT", label: t("spot.LIMIT") },
          { id: "MARKET", label: t("spot.MARKET") },
          {
            id: isConditional(draft.kind) ? draft.kind : "STOP_LIMIT",
            label: t("spot.conditional"),
          },
        ]}
        value={draft.kind}
        onValue={(kind) => props.set({ ...draft, kind })}
        dense
        className={styles.kinds}
      />
      <span className={styles.available}>
        {t("spot.available")}{" "}
        <Amount
          value={buying ? rules?.available_quote : rules?.available_base}
          places={buying ? quotePlaces : placesOf(props.lot)}
          unit={buying ? quote : props.coin}
        />
      </span>
    </div>
  );
}

/** What is said of the whole order: why there can be none, before what is wrong with it. */
function Said(props: { stopped: Paused["trading"]; late: boolean; error: string | undefined }) {
  const { stopped, late, error } = props;
  if (stopped) return <p className={styles.warning}>{t(`spot.trading_${stopped}`)}</p>;
  if (error) return <FieldError>{error}</FieldError>;
  return late && <p className={styles.warning}>{t("spot.problem_stale_price")}</p>;
}

function Submit(props: { side: Side; coin: string; ready: boolean }) {
  const buying = props.side === "BUY";
  return (
    <Button
      type="submit"
      look={buying ? "buy" : "sell"}
      size="l"
      wide
      disabled={!props.ready}
      className={styles.submit}
    >
      {t(buying ? "spot.buy_coin" : "spot.sell_coin", { coin: props.coin })}
    </Button>
  );
}

export function OrderForm(props: FormProps) {
  const { side, coin, tick, lot } = props;
  const rules = props.rules ?? noRules(tick, lot);
  const market = props.market ?? noMarket;
  const stopped = usePaused(`${coin}${quote}`).trading;
  const { draft, type } = useDraft(props, rules, market);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const { confirming, atOnce, ask, end } = useConfirming<Draft>();
  const form = useFocusOnWrong(tried, refused);
  const kinds = useId();
  // What was typed as one field is worth more or less with each price that the order follows.
  const follows = draft.kind === "MARKET" || draft.kind === "TRAILING_STOP_MARKET";
  const shown = follows ? linked(draft, rules, market) : draft;
  const problem = tried && props.rules ? problemOf(shown, rules, market) : null;
  const error = (field: Field | null) => {
    if (problem) return problem.field === field ? sentence(problem, coin) : undefined;
    return refused?.field === field ? refused.sentence : undefined;
  };
  const change = (next: Draft) => {
    setTried(false);
    setRefused(null);
    type(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!props.rules || stopped) return;
    setTried(true);
    if (problemOf(shown, rules, market) !== null) return;
    ask(shown, estimate(shown, rules, market).total);
  };
  return (
    <div className={styles.frame}>
      <form
        ref={form}
        data-side={side}
        className={styles.form}
        onSubmit={submit}
        noValidate
        aria-label={t(side === "BUY" ? "spot.buy_coin" : "spot.sell_coin", { coin })}
      >
        <Top kinds={kinds} draft={draft} rules={props.rules} lot={lot} coin={coin} set={change} />
        <Fields
          kinds={kinds}
          draft={shown}
          rules={rules}
          coin={coin}
          ready={props.rules !== undefined}
          error={error}
          set={change}
          onShare={(percent) => change(withShare(draft, percent, rules, market))}
        />
        <div className={styles.terms}>
          <Extras draft={draft} rules={rules} error={error} set={change} />
          <TradingLock />
          <Said
            stopped={stopped}
            late={draft.kind === "MARKET" && props.market?.stale === true}
            error={error(null)}
          />
        </div>
        <Submit side={side} coin={coin} ready={props.rules !== undefined && !stopped} />
        <Estimate
          known={props.rules !== undefined}
          draft={shown}
          rules={rules}
          market={market}
          coin={coin}
          tick={tick}
        />
      </form>
      {confirming && (
        <ConfirmOrder
          draft={confirming}
          coin={coin}
          image={props.image}
          rules={rules}
          market={market}
          atOnce={atOnce}
          onClose={end}
          onRefused={(parameter, text) => {
            end();
            setRefused({ field: fieldOf(parameter, draft), sentence: text });
          }}
          onPlaced={() => {
            end();
            change(afterPlacing(draft));
            props.onPlaced?.();
          }}
        />
      )}
    </div>
  );
}
