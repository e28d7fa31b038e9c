// One side's form: market or limit, amount or total, what it will cost, and the way to the password.
import { Minus, Plus } from "lucide-react";
import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { clean_typing, multiply, places_of, trim_zeros, type Decimal } from "../../lib/decimal";
import { comma_is_point, format_number, format_percent } from "../../lib/format";
import { current_language, t } from "../../lib/i18n";
import { useSession } from "../../lib/session";
import { Button, IconButton, LinkButton } from "../../ui/button";
import { Checkbox, FieldError, Input } from "../../ui/input";
import { Amount, Price } from "../../ui/number";
import { Slider } from "../../ui/slider";
import { Segment, TabPanel, Tabs } from "../../ui/tabs";
import { ConfirmOrder } from "./confirm_order";
import styles from "./form.module.css";
import {
  empty_draft,
  estimate,
  linked,
  problem_of,
  share_of,
  step_price,
  with_share,
  type Draft,
  type Market,
  type Problem,
  type Rules,
  type Side,
} from "./order";

const quote = "USDT";
const quote_places = 2;
const coin_places = 8;
const total_places = 6;

export interface Picked {
  price: Decimal;
  /** Counts the presses, so that the same price can be picked again. */
  count: number;
}

export interface FormProps {
  side: Side;
  /** "BTC" */
  coin: string;
  image: string | undefined;
  /** The client's; undefined for a guest and while loading. */
  rules: Rules | undefined;
  /** Of the pair, for a guest too. */
  tick: Decimal;
  lot: Decimal;
  market: Market | undefined;
  picked: Picked | null;
  /** After an order was placed: the phone's sheet closes. */
  on_placed?: () => void;
}

const no_market: Market = { asks: [], bids: [], price: "0", stale: true };

const guest_rules = (tick: Decimal, lot: Decimal): Rules => ({
  tick,
  lot,
  minimum_buy: "0",
  minimum_sell: "0",
  maker_fee: "0",
  taker_fee: "0",
  available_base: "0",
  available_quote: "0",
});

/** The sentence of a problem. */
function sentence(problem: Problem, coin: string): string {
  const { code, n = "0" } = problem;
  return t(`spot.problem_${code}`, { n: format_number(trim_zeros(n)), coin });
}

/** The draft, with a price that was picked from the book and the first price that is known. */
function useDraft(props: FormProps, rules: Rules, market: Market) {
  const [draft, set_draft] = useState<Draft>(() => empty_draft(props.side));
  const [seen, set_seen] = useState(0);
  const [started, set_started] = useState(false);
  const set = (next: Draft) => set_draft(linked(next, rules, market));
  if (props.picked && props.picked.count !== seen) {
    set_seen(props.picked.count);
    set({ ...draft, kind: "LIMIT", price: trim_zeros(props.picked.price) });
  } else if (!started && props.market && props.market.price !== "0") {
    set_started(true);
    if (draft.price === "") set({ ...draft, price: trim_zeros(props.market.price) });
  }
  return { draft, set };
}

function PriceField(props: {
  draft: Draft;
  rules: Rules;
  error: string | undefined;
  set: (draft: Draft) => void;
}) {
  const { draft, rules, set } = props;
  if (draft.kind === "MARKET") {
    return (
      <Input
        label={t("spot.price")}
        layout="inside"
        value={t("spot.market_price")}
        on_value={() => undefined}
        disabled
        unit={quote}
      />
    );
  }
  const step = (direction: 1 | -1) => (
    <IconButton
      label={t(direction > 0 ? "spot.price_up" : "spot.price_down")}
      className={styles.step}
      onClick={() => set({ ...draft, price: step_price(draft.price, rules.tick, direction) })}
    >
      {direction > 0 ? (
        <Plus size={14} strokeWidth={1.5} aria-hidden="true" />
      ) : (
        <Minus size={14} strokeWidth={1.5} aria-hidden="true" />
      )}
    </IconButton>
  );
  return (
    <Input
      label={t("spot.price")}
      layout="inside"
      inputMode="decimal"
      value={draft.price}
      on_value={(text) =>
        set({
          ...draft,
          price: clean_typing(text, places_of(rules.tick), comma_is_point(current_language())),
        })
      }
      error={props.error}
      unit={quote}
      start={<span className={styles["on-phones"]}>{step(-1)}</span>}
      end={<span className={styles["on-phones"]}>{step(1)}</span>}
    />
  );
}

function Advanced({ draft, set }: { draft: Draft; set: (draft: Draft) => void }) {
  return (
    <details className={styles.advanced}>
      <summary>{t("spot.advanced")}</summary>
      <div className={styles["advanced-body"]}>
        <Segment
          label={t("spot.time_in_force")}
          items={(["GTC", "IOC", "FOK"] as const).map((id) => ({
            id,
            label: (
              <>
                {id}
                <span className="hidden-but-read">, {t(`spot.${id}`)}</span>
              </>
            ),
          }))}
          value={draft.time_in_force}
          on_value={(time_in_force) =>
            set({
              ...draft,
              time_in_force,
              post_only: draft.post_only && time_in_force === "GTC",
            })
          }
          small
        />
        <Checkbox
          checked={draft.post_only}
          on_change={(post_only) =>
            set({ ...draft, post_only, time_in_force: post_only ? "GTC" : draft.time_in_force })
          }
        >
          {t("spot.post_only")}
        </Checkbox>
        <p className={styles.note}>{t(`spot.${draft.time_in_force}`)}</p>
      </div>
    </details>
  );
}

function Costs(props: {
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
  const unit = buying ? coin : quote;
  const places = buying ? coin_places : quote_places + 4;
  const percent = props.known ? multiply(costs.fee_rate, "100") : null;
  const rate = format_percent(percent, { signed: false });
  return (
    <dl className={styles.costs}>
      <div>
        <dt>{t("spot.average_price")}</dt>
        <dd>
          <Price value={costs.average} places={places_of(props.tick)} unit={quote} />
        </dd>
      </div>
      <div>
        <dt>{t("spot.estimated_fee", { rate })}</dt>
        <dd>
          <Amount value={props.known ? costs.fee : null} places={places} unit={unit} />
        </dd>
      </div>
      <div className={styles.receive}>
        <dt>{t("spot.receive")}</dt>
        <dd>
          <Amount value={props.known ? costs.receive : null} places={places} unit={unit} />
        </dd>
      </div>
    </dl>
  );
}

function Fields(props: {
  kinds: string;
  draft: Draft;
  rules: Rules;
  coin: string;
  signed_in: boolean;
  error: (field: Problem["field"]) => string | undefined;
  set: (draft: Draft) => void;
  on_share: (percent: number) => void;
}) {
  const { draft, rules, error, set } = props;
  const type = (field: "amount" | "total", text: string) => {
    const places = field === "amount" ? places_of(rules.lot) : total_places;
    set({
      ...draft,
      basis: field,
      [field]: clean_typing(text, places, comma_is_point(current_language())),
    });
  };
  return (
    <TabPanel tabs={props.kinds} tab={draft.kind} className={styles.fields}>
      <PriceField draft={draft} rules={rules} error={error("price")} set={set} />
      <Input
        label={t("spot.amount")}
        layout="inside"
        inputMode="decimal"
        value={draft.amount}
        on_value={(text) => type("amount", text)}
        error={error("amount")}
        unit={props.coin}
      />
      <Slider
        label={t("spot.share")}
        value={share_of(draft, rules)}
        on_value={props.on_share}
        disabled={!props.signed_in}
      />
      <Input
        label={t("spot.total")}
        layout="inside"
        inputMode="decimal"
        value={draft.total}
        on_value={(text) => type("total", text)}
        error={error("total")}
        unit={quote}
      />
    </TabPanel>
  );
}

function Top(props: {
  kinds: string;
  draft: Draft;
  /** Undefined for a guest. */
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
        items={(["LIMIT", "MARKET"] as const).map((id) => ({ id, label: t(`spot.${id}`) }))}
        value={draft.kind}
        on_value={(kind) => props.set({ ...draft, kind })}
        dense
        className={styles.kinds}
      />
      <span className={styles.available}>
        {t("spot.available")}{" "}
        <Amount
          value={buying ? rules?.available_quote : rules?.available_base}
          places={buying ? quote_places : places_of(props.lot)}
          unit={buying ? quote : props.coin}
        />
      </span>
    </div>
  );
}

function Submit(props: { side: Side; coin: string; ready: boolean }) {
  const session = useSession();
  const buying = props.side === "BUY";
  if (!session) {
    return (
      <LinkButton to="/signin" look="secondary" size="l" wide className={styles.submit}>
        {t("spot.sign_in_to_trade")}
      </LinkButton>
    );
  }
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
  const rules = props.rules ?? guest_rules(tick, lot);
  const market = props.market ?? no_market;
  const { draft, set } = useDraft(props, rules, market);
  const [tried, set_tried] = useState(false);
  const [confirming, set_confirming] = useState<Draft | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const kinds = useId();
  // What was typed as one field of a market order is worth more or less with each price.
  const shown = draft.kind === "MARKET" ? linked(draft, rules, market) : draft;
  const problem = tried && props.rules ? problem_of(shown, rules, market) : null;
  const error = (field: Problem["field"]) =>
    problem?.field === field ? sentence(problem, coin) : undefined;
  const whole = error(null);
  const change = (next: Draft) => {
    set_tried(false);
    set(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!props.rules) return;
    set_tried(true);
    if (problem_of(shown, rules, market) === null) set_confirming(shown);
  };
  useEffect(() => {
    if (tried) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tried]);
  const late = draft.kind === "MARKET" && market.stale && props.market && !whole;
  return (
    <div className={styles.frame}>
      <form
        ref={form}
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
          signed_in={props.rules !== undefined}
          error={error}
          set={change}
          on_share={(percent) => change(with_share(draft, percent, rules, market))}
        />
        <div className={styles.terms}>
          {draft.kind === "LIMIT" && <Advanced draft={draft} set={change} />}
          {late && <p className={styles.warning}>{t("spot.problem_stale_price")}</p>}
          {whole && <FieldError>{whole}</FieldError>}
        </div>
        <Submit side={side} coin={coin} ready={props.rules !== undefined} />
        {/* A guest has no fees yet: they depend on the level. */}
        <Costs
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
          on_close={() => set_confirming(null)}
          on_placed={() => {
            set_confirming(null);
            change({ ...draft, amount: "", total: "" });
            props.on_placed?.();
          }}
        />
      )}
    </div>
  );
}
