// The form of a conversion: two sides, a quote or a limit, and the way to the password.
import { useState, type FormEvent } from "react";
import { compare, round, trimZeros } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { t } from "../../lib/i18n";
import type { Pair } from "../../lib/pairs";
import { usePaused } from "../../lib/status";
import { cleanTyping } from "../../lib/typing";
import { Button } from "../../ui/button";
import { useFocusOnWrong } from "../../ui/focus_on_wrong";
import { FieldError, Input } from "../../ui/input";
import { ErrorState } from "../../ui/states";
import { TabPanel, Tabs } from "../../ui/tabs";
import { useMinimums, useQuote } from "./api";
import type { Coin } from "./coin_dialog";
import { ConfirmConversion, type Confirmed } from "./confirm_conversion";
import styles from "./convert.module.css";
import {
  amountPlaces,
  atQuote,
  emptyDraft,
  limitPlaces,
  limitUnit,
  linked,
  linkedByPrice,
  pairOf,
  problemOf,
  swapped,
  usdt,
  usualLimit,
  withCoin,
  type Draft,
  type Problem,
} from "./order";
import { QuoteCard } from "./quote_card";
import { Side, Swap } from "./sides";

const kindsId = "convert-kinds";

const nothing = (name: string): Coin => ({
  name,
  full_name: name,
  image: "",
  available: "0",
  places: amountPlaces,
});

const priceIn = (pairs: readonly Pair[] | undefined, coin: string) =>
  coin === usdt ? "1" : pairs?.find(({ name }) => name === coin)?.close;

/** Empty where a coin has no price. */
function usualPrice(draft: Draft, pairs: readonly Pair[] | undefined): string {
  const [from, to] = [priceIn(pairs, draft.from), priceIn(pairs, draft.to)];
  return from && to ? usualLimit(draft, { from, to }) : "";
}

const sentence = ({ code, n }: Problem): string =>
  t(`convert.problem_${code}`, { n: formatNumber(trimZeros(n ?? "0")) });

function PriceField(props: {
  draft: Draft;
  error: string | undefined;
  onValue: (text: string) => void;
}) {
  const { draft } = props;
  const coin = draft.from === usdt ? draft.to : draft.from;
  return (
    <Input
      label={t("convert.price_of", { coin })}
      layout="inside"
      inputMode="decimal"
      value={draft.price}
      unit={limitUnit(draft)}
      error={props.error}
      hint={t("convert.limit_text")}
      onValue={(text) => props.onValue(cleanTyping(text, limitPlaces(draft)))}
    />
  );
}

/** The draft as it is shown: one amount was typed, the other one follows quote or limit. */
function useShown(draft: Draft) {
  const asking = useQuote(draft);
  if (draft.kind === "LIMIT") return { shown: linkedByPrice(draft), asking };
  const { offer, known } = asking;
  const shown = offer ? atQuote(draft, offer.quote) : linked(draft, known?.rate ?? null);
  return { shown, asking };
}

/** Why these two cannot be converted for now, whatever is asked; null: they can. */
function useStopped({ from, to }: Pick<Draft, "from" | "to">): string | null {
  const ofFrom = usePaused(`${from}${usdt}`).trading;
  const ofTo = usePaused(`${to}${usdt}`).trading;
  if (ofFrom === "paused") return t("convert.trading_paused");
  const halted = ofFrom ? from : ofTo && to;
  return halted && t("convert.trading_halted", { coin: halted });
}

/** What was typed, what follows from it, and what is wrong with it. */
function useForm(coins: readonly Coin[], pairs: readonly Pair[]) {
  const [draft, setDraft] = useState(emptyDraft);
  const [tried, setTried] = useState(false);
  const stopped = useStopped(draft);
  const { shown, asking } = useShown(draft);
  const askedMinimums = useMinimums(pairOf(draft));
  const minimums = askedMinimums.data;
  const coin = (name: string) => coins.find((one) => one.name === name) ?? nothing(name);
  const [from, to] = [coin(draft.from), coin(draft.to)];
  const rules = minimums && { ...minimums, available: from.available };
  const problem = rules ? problemOf(shown, rules) : null;
  // Too much is said at once, the rest when Convert was pressed.
  const said = tried || problem?.code === "insufficient";
  const change = (next: Draft) => {
    setTried(false);
    const begins = next.kind === "LIMIT" && draft.kind === "MARKET";
    const other = next.from !== draft.from || next.to !== draft.to;
    const needs = next.kind === "LIMIT" && next.price === "" && (begins || other);
    setDraft(needs ? { ...next, price: usualPrice(next, pairs) } : next);
  };
  const most = trimZeros(round(from.available, amountPlaces, "down"));
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
    /** Why it is not ready, where that was said. */
    failed: rules ? null : askedMinimums.error,
    retry: () => void askedMinimums.refetch(),
    wrong: problem !== null,
    stopped,
    /** True when it can be confirmed. */
    check: () => {
      setTried(true);
      return rules !== undefined && problem === null;
    },
    stale: [draft.from, draft.to].some((name) => pairs.find((pair) => pair.name === name)?.stale),
  };
}

type FormState = ReturnType<typeof useForm>;

function Fields({ form, coins }: { form: FormState; coins: readonly Coin[] }) {
  const { draft, shown, asking, error, change } = form;
  const market = draft.kind === "MARKET";
  const refusal = form.stopped ?? (market && form.stale && t("convert.stale"));
  return (
    <>
      <Side
        side="from"
        coin={form.from}
        coins={coins}
        value={shown.from_amount}
        error={error("from")}
        onValue={(fromAmount) => change({ ...shown, basis: "from", from_amount: fromAmount })}
        onCoin={(name) => change(withCoin(shown, "from", name))}
        onMax={form.max}
      />
      <Swap onSwap={() => change(swapped(shown))} />
      <Side
        side="to"
        coin={form.to}
        coins={coins}
        value={shown.to_amount}
        error={error("to")}
        onValue={(toAmount) => change({ ...shown, basis: "to", to_amount: toAmount })}
        onCoin={(name) => change(withCoin(shown, "to", name))}
      />
      {!market && (
        <div className={styles.price}>
          <PriceField
            draft={draft}
            error={error("price")}
            onValue={(price) => change({ ...draft, price })}
          />
        </div>
      )}
      <div className={styles.quote}>
        {form.failed && <ErrorState compact error={form.failed} onRetry={form.retry} />}
        {refusal && <FieldError>{refusal}</FieldError>}
        {market && !refusal && (
          <QuoteCard
            quote={asking.known}
            asked={Boolean(draft.basis === "from" ? draft.from_amount : draft.to_amount)}
            error={form.wrong ? null : asking.error}
            expiresAt={asking.expires_at}
          />
        )}
      </div>
    </>
  );
}

export function ConvertForm(props: { coins: readonly Coin[]; pairs: readonly Pair[] }) {
  const form = useForm(props.coins, props.pairs);
  const [confirming, confirm] = useState<Confirmed | null>(null);
  // Convert was pressed before its quote was there.
  const [pressed, press] = useState(false);
  const { draft, shown, asking, tried } = form;
  const element = useFocusOnWrong(tried);
  const market = draft.kind === "MARKET";
  const waiting = pressed && tried && market;
  if (pressed && (!waiting || form.wrong || asking.error || asking.offer)) {
    press(false);
    if (waiting && !form.wrong && asking.offer) confirm({ draft: shown, offer: asking.offer });
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (form.stopped || !form.check()) return;
    if (!market || asking.offer) return confirm({ draft: shown, offer: asking.offer });
    if (asking.error) return asking.renew();
    press(true);
  };
  return (
    <>
      <Tabs
        id={kindsId}
        label={t("convert.kind")}
        items={[
          { id: "MARKET", label: t("convert.market") },
          { id: "LIMIT", label: t("convert.limit") },
        ]}
        value={draft.kind}
        onValue={(kind) => form.change({ ...shown, kind })}
        className={styles.kinds}
      />
      <TabPanel tabs={kindsId} tab={draft.kind}>
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
            busy={waiting}
            disabled={!form.ready || form.stopped !== null || (market && form.stale)}
          >
            {t("convert.convert")}
          </Button>
        </form>
      </TabPanel>
      {confirming && (
        <ConfirmConversion
          {...confirming}
          newest={asking.offer}
          error={asking.error}
          renew={asking.renew}
          onClose={() => confirm(null)}
          onDone={() => {
            confirm(null);
            form.change({ ...form.draft, from_amount: "", to_amount: "" });
          }}
        />
      )}
    </>
  );
}
