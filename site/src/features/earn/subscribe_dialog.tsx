// Subscribing a product: for how long, how much, and what it brings.
import { useRef, useState, type FormEvent } from "react";
import { useNavigate } from "react-router";
import { ApiError, new_client_id, sentence_of, type Parameters } from "../../lib/api";
import { clean_typing, trim_zeros, typed_decimal } from "../../lib/decimal";
import { comma_is_point, format_number } from "../../lib/format";
import { current_language, t } from "../../lib/i18n";
import { by_transaction_password, is_about_proof, type Proof } from "../../lib/step_up";
import { Button, TextButton } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { Checkbox, Input } from "../../ui/input";
import { Amount, Time, TradingNumbers } from "../../ui/number";
import { toast } from "../../ui/toast";
import {
  amount_problem,
  bounds_of,
  content_of,
  daily_reward,
  interest_from,
  most,
  rate_of,
  term_end,
  term_reward,
  usual_days,
  type AmountProblem,
  type Kind,
} from "./offers";
import { useSpot, useStore, type Product } from "./offers_api";
import styles from "./offers.module.css";
import { range_text, rate_text } from "./product_table";

const usdt = "USDT";
const places = 8;
const told_ms = 3_000;

const sentences = {
  required: "earn_offers.amount_required",
  minimum: "earn_offers.amount_minimum",
  maximum: "earn_offers.amount_maximum",
  balance: "earn_offers.amount_balance",
} as const;

/** The specification's sentence, and the limit that it speaks of. */
export function amount_sentence({ code, limit }: AmountProblem): string {
  const sentence = t(sentences[code]);
  if (code === "required") return sentence;
  return t("earn_offers.amount_with_limit", { sentence, limit: format_number(limit) });
}

function Durations(props: { product: Product; days: number; on_days: (days: number) => void }) {
  return (
    <fieldset className={styles.terms}>
      <legend>{t("earn_offers.duration")}</legend>
      <div className={styles["term-cards"]}>
        {props.product.durations.map(({ days, apr }) => (
          <label key={days} className={styles.term}>
            <input
              type="radio"
              className="hidden-but-read"
              name="days"
              checked={days === props.days}
              onChange={() => props.on_days(days)}
            />
            <span>
              {days === 0 ? t("earn_offers.flexible") : t("earn_offers.days", { count: days })}
            </span>
            <span className={styles.rate}>{rate_text(apr)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** What the subscription brings, and when. */
function Estimate(props: { product: Product; days: number; amount: string; now: number }) {
  const { product, days, now } = props;
  const amount = typed_decimal(props.amount) ?? "0";
  const apr = rate_of(product, days) ?? "0";
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t("earn_offers.apr_range")}</dt>
        <dd>{range_text(product, "all")}</dd>
      </div>
      <div data-testid="daily-reward">
        <dt>{t("earn_offers.daily_reward")}</dt>
        <dd>
          <Amount value={daily_reward(amount, apr)} unit={product.name} />
        </dd>
      </div>
      {days > 0 && (
        <div>
          <dt>{t("earn_offers.term_reward")}</dt>
          <dd>
            <Amount value={term_reward(amount, apr, days)} unit={product.name} />
          </dd>
        </div>
      )}
      <div>
        <dt>{t("earn_offers.first_interest")}</dt>
        <dd>
          <Time at={interest_from(now).toISOString()} style="date" />
        </dd>
      </div>
      <div>
        <dt>{t("earn_offers.term_ends")}</dt>
        <dd>
          {days > 0 ? (
            <Time at={term_end(now, days).toISOString()} style="date" />
          ) : (
            t("earn_offers.any_time")
          )}
        </dd>
      </div>
    </dl>
  );
}

/** Sending, and what is said of it: the words of the specification. */
export function useStoring(on_close: () => void) {
  const store = useStore();
  const navigate = useNavigate();
  // The same key for each retry of a request whose fate is unknown; a new one after a refusal.
  const key = useRef(new_client_id());
  const answered = ({ message }: { message: string }) => {
    if (message !== "success") {
      return toast({
        tone: "error",
        title: t("earn_offers.error"),
        text: t("errors.unexpected"),
      });
    }
    toast({
      tone: "success",
      title: t("earn_offers.success"),
      text: t("earn_offers.stored"),
      for_ms: told_ms,
    });
    on_close();
    void navigate("/home");
  };
  /** Throws what the dialog that asked for the proof has to say. */
  const send = async (content: Parameters, proof?: Proof) => {
    if (store.isPending) return;
    const proved = proof && by_transaction_password(proof);
    try {
      answered(await store.mutateAsync({ ...content, ...proved, client_id: key.current }));
    } catch (error) {
      const known = error instanceof ApiError && error.status > 0 && error.status < 500;
      if (known) key.current = new_client_id();
      if (proof && is_about_proof(error)) throw error;
      toast({
        tone: "error",
        title: t("earn_offers.error"),
        text: known ? sentence_of(error) : t("errors.unexpected"),
        for_ms: told_ms,
      });
    }
  };
  return { send, busy: store.isPending };
}

export function SubscribeDialog(props: { product: Product; kind: Kind; on_close: () => void }) {
  const { product } = props;
  const [days, set_days] = useState(props.kind === "flexible" ? 0 : usual_days);
  const [amount, set_amount] = useState("");
  const [auto_renew, set_auto_renew] = useState(false);
  const [seen, set_seen] = useState(false);
  const [now] = useState(() => Date.now());
  const spot = useSpot().data;
  const available = spot && (spot.find(({ name }) => name === product.name)?.coin_value ?? "0");
  const problem = amount_problem(amount, bounds_of(product), available);
  const { send, busy } = useStoring(props.on_close);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set_seen(true);
    if (problem === null) void send(content_of(product, { amount, days, auto_renew }));
  };
  const type = (text: string) => {
    set_amount(clean_typing(text, places, comma_is_point(current_language())));
    set_seen(true);
  };
  return (
    <Dialog
      open
      on_close={props.on_close}
      title={t("earn_offers.subscribe_coin", { coin: product.name })}
      width="wide"
      keep_on_scrim
    >
      <TradingNumbers value={true}>
        <form noValidate onSubmit={submit}>
          <div className={styles.stack}>
            <Durations product={product} days={days} on_days={set_days} />
            <Input
              label={t("earn_offers.amount")}
              size="l"
              inputMode="decimal"
              value={amount}
              unit={product.name}
              error={seen && problem ? amount_sentence(problem) : undefined}
              hint={t("earn_offers.limits", {
                minimum: format_number(trim_zeros(product.minimum_amount)),
                maximum: format_number(trim_zeros(product.maximum_amount)),
                coin: product.name,
              })}
              on_value={type}
              label_end={
                <span className={styles.quiet} data-testid="available">
                  {t("earn_offers.available")}{" "}
                  <Amount
                    value={available}
                    places={product.name === usdt ? 2 : places}
                    unit={product.name}
                  />
                </span>
              }
              end={
                <TextButton onClick={() => type(most(product, available, places))}>
                  {t("earn_offers.max")}
                </TextButton>
              }
            />
            {days > 0 && (
              <Checkbox checked={auto_renew} on_change={set_auto_renew}>
                {t("earn_offers.auto_renew")}
              </Checkbox>
            )}
            <Estimate product={product} days={days} amount={amount} now={now} />
            {days > 0 && <p className={styles.note}>{t("earn_offers.early")}</p>}
          </div>
          <DialogActions>
            <Button look="outline" size="l" onClick={props.on_close}>
              {t("common.cancel")}
            </Button>
            <Button type="submit" look="primary" size="l" busy={busy}>
              {t("earn_offers.subscribe")}
            </Button>
          </DialogActions>
        </form>
      </TradingNumbers>
    </Dialog>
  );
}
