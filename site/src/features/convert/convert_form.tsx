// The form of a conversion: two sides, a quote or a limit, and the way to the password.
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useNavigate } from "react-router";
import { clean_typing, compare, divide, round, trim_zeros, typed_decimal } from "../../lib/decimal";
import { comma_is_point, format_number } from "../../lib/format";
import { current_language, t } from "../../lib/i18n";
import type { Pair } from "../../lib/pairs";
import { Button } from "../../ui/button";
import { FieldError, Input } from "../../ui/input";
import { PasswordDialog } from "../../ui/password_dialog";
import { TabPanel, Tabs } from "../../ui/tabs";
import { toast } from "../../ui/toast";
import { useConvert, useMinimums, useQuote, type Quote } from "./api";
import type { Coin } from "./coin_dialog";
import styles from "./convert.module.css";
import {
  content_of,
  empty_draft,
  linked,
  linked_by_price,
  pair_of,
  problem_of,
  rate_places,
  swapped,
  usdt,
  with_coin,
  type Draft,
  type PlacesOf,
  type Problem,
} from "./order";
import { QuoteCard } from "./quote_card";
import { Side, Swap } from "./sides";

const kinds_id = "convert-kinds";
const usual_places = 8;

const nothing = (name: string): Coin => ({
  name,
  full_name: name,
  image: "",
  available: "0",
  places: usual_places,
});

const price_in = (pairs: readonly Pair[] | undefined, coin: string) =>
  coin === usdt ? "1" : pairs?.find(({ name }) => name === coin)?.close;

/** The price that a limit begins with: that of the market. */
function usual_price(draft: Draft, pairs: readonly Pair[] | undefined): string {
  const [from, to] = [price_in(pairs, draft.from), price_in(pairs, draft.to)];
  if (!from || !to) return "";
  if (draft.from === usdt) return trim_zeros(to);
  return trim_zeros(draft.to === usdt ? from : divide(from, to, rate_places, "half_even"));
}

const sentence = ({ code, n }: Problem): string =>
  t(`convert.problem_${code}`, { n: format_number(trim_zeros(n ?? "0")) });

function PriceField(props: {
  draft: Draft;
  error: string | undefined;
  on_value: (text: string) => void;
}) {
  const { draft } = props;
  const unit = draft.from === usdt || draft.to === usdt ? usdt : draft.to;
  const coin = draft.from === usdt ? draft.to : draft.from;
  return (
    <Input
      label={t("convert.price_of", { coin })}
      layout="inside"
      inputMode="decimal"
      value={draft.price}
      unit={unit}
      error={props.error}
      hint={t("convert.limit_text")}
      on_value={(text) =>
        props.on_value(clean_typing(text, rate_places, comma_is_point(current_language())))
      }
    />
  );
}

function Confirmation(props: { draft: Draft; quote: Quote | undefined; on_close: () => void }) {
  const { draft, quote } = props;
  const convert = useConvert();
  const navigate = useNavigate();
  const amount = (text: string, coin: string) => `${format_number(typed_decimal(text))} ${coin}`;
  return (
    <PasswordDialog
      title={t("convert.confirmation")}
      refused={t("convert.refused")}
      send={(secret) => convert.mutateAsync({ ...content_of(draft, quote?.id), ...secret })}
      on_close={props.on_close}
      on_done={() => {
        toast({ tone: "success", title: t("common.success"), text: t("convert.created") });
        void navigate("/home");
      }}
    >
      <dl className={styles.details}>
        <div>
          <dt>{t("convert.you_give")}</dt>
          <dd>{amount(draft.from_amount, draft.from)}</dd>
        </div>
        <div className={styles["details-total"]}>
          <dt>{t("convert.you_receive")}</dt>
          <dd>{amount(draft.to_amount, draft.to)}</dd>
        </div>
        {draft.kind === "LIMIT" && (
          <div>
            <dt>{t("convert.limit_price")}</dt>
            <dd>{format_number(typed_decimal(draft.price))}</dd>
          </div>
        )}
      </dl>
    </PasswordDialog>
  );
}

/** The draft as it is shown: one amount was typed, the other one follows quote or limit. */
function useShown(draft: Draft, coins: readonly Coin[]) {
  const places: PlacesOf = (coin) =>
    coins.find(({ name }) => name === coin)?.places ?? usual_places;
  const asking = useQuote(draft);
  if (draft.kind === "LIMIT") return { shown: linked_by_price(draft, places), asking, places };
  const { quote, known } = asking;
  const shown = quote
    ? {
        ...draft,
        from_amount: draft.basis === "from" ? draft.from_amount : trim_zeros(quote.from_amount),
        to_amount: draft.basis === "to" ? draft.to_amount : trim_zeros(quote.to_amount),
      }
    : linked(draft, known?.rate ?? null, places);
  return { shown, asking, places };
}

/** What was typed, what follows from it, and what is wrong with it. */
function useForm(coins: readonly Coin[], pairs: readonly Pair[]) {
  const [draft, set_draft] = useState(empty_draft);
  const [tried, set_tried] = useState(false);
  const { shown, asking, places } = useShown(draft, coins);
  const minimums = useMinimums(pair_of(draft)).data;
  const coin = (name: string) => coins.find((one) => one.name === name) ?? nothing(name);
  const [from, to] = [coin(draft.from), coin(draft.to)];
  const rules = minimums && { ...minimums, available: from.available };
  const problem = rules ? problem_of(shown, rules) : null;
  // Too much is said at once, the rest when Convert was pressed.
  const said = tried || problem?.code === "insufficient";
  const change = (next: Draft) => {
    set_tried(false);
    const begins = next.kind === "LIMIT" && draft.kind === "MARKET";
    const other = next.from !== draft.from || next.to !== draft.to;
    const needs = next.kind === "LIMIT" && next.price === "" && (begins || other);
    set_draft(needs ? { ...next, price: usual_price(next, pairs) } : next);
  };
  const most = trim_zeros(round(from.available, places(from.name), "down"));
  return {
    draft,
    shown,
    asking,
    from,
    to,
    tried,
    change,
    max: () => change({ ...shown, basis: "from", from_amount: compare(most, "0") > 0 ? most : "" }),
    error: (field: Problem["field"]) =>
      said && problem?.field === field ? sentence(problem) : undefined,
    ready: rules !== undefined,
    /** True when it can be confirmed. */
    check: () => {
      set_tried(true);
      return rules !== undefined && problem === null;
    },
    stale: [draft.from, draft.to].some((name) => pairs.find((pair) => pair.name === name)?.stale),
  };
}

type FormState = ReturnType<typeof useForm>;

function Fields({ form, coins }: { form: FormState; coins: readonly Coin[] }) {
  const { draft, shown, asking, error, change } = form;
  const market = draft.kind === "MARKET";
  return (
    <>
      <Side
        side="from"
        coin={form.from}
        coins={coins}
        value={shown.from_amount}
        error={error("from")}
        on_value={(from_amount) => change({ ...shown, basis: "from", from_amount })}
        on_coin={(name) => change(with_coin(shown, "from", name))}
        on_max={form.max}
      />
      <Swap on_swap={() => change(swapped(shown))} />
      <Side
        side="to"
        coin={form.to}
        coins={coins}
        value={shown.to_amount}
        error={error("to")}
        on_value={(to_amount) => change({ ...shown, basis: "to", to_amount })}
        on_coin={(name) => change(with_coin(shown, "to", name))}
      />
      {!market && (
        <div className={styles.price}>
          <PriceField
            draft={draft}
            error={error("price")}
            on_value={(price) => change({ ...draft, price })}
          />
        </div>
      )}
      <div className={styles.quote}>
        {market && form.stale && <FieldError>{t("convert.stale")}</FieldError>}
        {market && !form.stale && (
          <QuoteCard
            quote={asking.known}
            asked={Boolean(draft.basis === "from" ? draft.from_amount : draft.to_amount)}
            error={asking.error}
            expires_at={asking.expires_at}
          />
        )}
      </div>
    </>
  );
}

export function ConvertForm(props: { coins: readonly Coin[]; pairs: readonly Pair[] }) {
  const form = useForm(props.coins, props.pairs);
  const [confirming, set_confirming] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const { draft, shown, asking, tried } = form;
  const market = draft.kind === "MARKET";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (form.check() && (!market || asking.quote)) set_confirming(true);
  };
  useEffect(() => {
    if (tried) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tried]);
  return (
    <>
      <Tabs
        id={kinds_id}
        label={t("convert.kind")}
        items={[
          { id: "MARKET", label: t("convert.market") },
          { id: "LIMIT", label: t("convert.limit") },
        ]}
        value={draft.kind}
        on_value={(kind) => form.change({ ...shown, kind })}
        className={styles.kinds}
      />
      <TabPanel tabs={kinds_id} tab={draft.kind}>
        <form
          ref={element}
          className={styles.form}
          onSubmit={submit}
          noValidate
          aria-label={t("convert.title")}
        >
          <Fields form={form} coins={props.coins} />
          <Button
            type="submit"
            look="primary"
            size="xl"
            wide
            disabled={!form.ready || (market && form.stale)}
          >
            {t("convert.convert")}
          </Button>
        </form>
      </TabPanel>
      {confirming && (
        <Confirmation draft={shown} quote={asking.quote} on_close={() => set_confirming(false)} />
      )}
    </>
  );
}
