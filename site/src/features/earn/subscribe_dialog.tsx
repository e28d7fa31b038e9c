// Subscribing a product: for how long, how much, and what it brings.
import { useRef, useState, type FormEvent } from "react";
import { useNavigate } from "react-router";
import { ApiError, newClientId, sentenceOf } from "../../lib/api";
import type { PostBody } from "../../lib/calls";
import { trimZeros, typedDecimal } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { t } from "../../lib/i18n";
import { byTransactionPassword, isAboutProof, type Proof } from "../../lib/step_up";
import { useTradingLock } from "../../lib/trading_lock";
import { cleanTyping } from "../../lib/typing";
import { PasswordDialog } from "../../market/password_dialog";
import { Button, TextButton } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { Fact, Facts } from "../../ui/facts";
import { Checkbox, Input } from "../../ui/input";
import { Amount, Time, TradingNumbers } from "../../ui/number";
import { toast } from "../../ui/toast";
import {
  amountProblem,
  boundsOf,
  contentOf,
  dailyReward,
  interestFrom,
  most,
  rateOf,
  termEnd,
  termReward,
  usualDays,
  type AmountProblem,
  type Kind,
} from "./offers";
import { orWrongPassword, useSpot, useStore, type Product } from "./offers_api";
import styles from "./offers.module.css";
import { rangeText, rateText } from "./product_table";

const usdt = "USDT";
const places = 8;
const toldMs = 3_000;

const sentences = {
  required: "earn_offers.amount_required",
  minimum: "earn_offers.amount_minimum",
  maximum: "earn_offers.amount_maximum",
  balance: "earn_offers.amount_balance",
} as const;

/** The specification's sentence, and the limit that it speaks of. */
export function amountSentence({ code, limit }: AmountProblem): string {
  const sentence = t(sentences[code]);
  if (code === "required") return sentence;
  return t("earn_offers.amount_with_limit", { sentence, limit: formatNumber(limit) });
}

function Durations(props: { product: Product; days: number; onDays: (days: number) => void }) {
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
              onChange={() => props.onDays(days)}
            />
            <span>
              {days === 0 ? t("earn_offers.flexible") : t("earn_offers.days", { count: days })}
            </span>
            <span className={styles.rate}>{rateText(apr)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** What the subscription brings, and when. */
function Estimate(props: { product: Product; days: number; amount: string; now: number }) {
  const { product, days, now } = props;
  const amount = typedDecimal(props.amount) ?? "0";
  const apr = rateOf(product, days) ?? "0";
  return (
    <Facts look="well">
      <Fact name={t("earn_offers.apr_range")}>{rangeText(product, "all")}</Fact>
      <div data-testid="daily-reward">
        <dt>{t("earn_offers.daily_reward")}</dt>
        <dd>
          <Amount value={dailyReward(amount, apr)} unit={product.name} />
        </dd>
      </div>
      {days > 0 && (
        <Fact name={t("earn_offers.term_reward")}>
          <Amount value={termReward(amount, apr, days)} unit={product.name} />
        </Fact>
      )}
      <Fact name={t("earn_offers.first_interest")}>
        <Time at={interestFrom(now).toISOString()} style="date" />
      </Fact>
      <Fact name={t("earn_offers.term_ends")}>
        {days > 0 ? (
          <Time at={termEnd(now, days).toISOString()} style="date" />
        ) : (
          t("earn_offers.any_time")
        )}
      </Fact>
    </Facts>
  );
}

/** What is stored; sending adds its key and its owner's proof. */
type Content = PostBody<"/api/v2/earn/store">;

/** Sending, and what is said of it: the words of the specification. */
export function useStoring(onClose: () => void) {
  const store = useStore();
  const navigate = useNavigate();
  // The same key for each retry of a request whose fate is unknown; a new one after a refusal.
  const key = useRef(newClientId());
  const stored = () => {
    toast({
      tone: "success",
      title: t("earn_offers.success"),
      text: t("earn_offers.stored"),
      forMs: toldMs,
    });
    onClose();
    void navigate("/home");
  };
  const answered = ({ message }: { message: string }) => {
    if (message === "success") return stored();
    toast({ tone: "error", title: t("earn_offers.error"), text: t("errors.unexpected") });
  };
  /** Throws what the dialog that asked for the proof has to say. */
  const send = async (content: Content, proof?: Proof) => {
    if (store.isPending) return;
    const proved = proof && byTransactionPassword(proof);
    try {
      answered(await store.mutateAsync({ ...content, ...proved, client_id: key.current }));
    } catch (error) {
      const known = error instanceof ApiError && error.status > 0 && error.status < 500;
      if (known) key.current = newClientId();
      if (proof && isAboutProof(error)) throw error;
      toast({
        tone: "error",
        title: t("earn_offers.error"),
        text: known ? sentenceOf(error) : t("errors.unexpected"),
        forMs: toldMs,
      });
    }
  };
  return { send, busy: store.isPending, store, stored };
}

/** A term locks what it takes: its owner says so. In an opened session the form was enough. */
function TermConfirmation(props: {
  product: Product;
  content: Content & { days: number };
  now: number;
  onClose: () => void;
  /** The subscription is made. */
  onStored: () => void;
  store: ReturnType<typeof useStore>;
}) {
  const { product, content } = props;
  const { open } = useTradingLock();
  const [atOnce] = useState(open);
  return (
    <PasswordDialog
      trades
      atOnce={atOnce}
      title={t("earn_offers.subscribe_coin", { coin: product.name })}
      confirm={t("earn_offers.subscribe")}
      refused={t("earn_offers.error")}
      send={(secret) => orWrongPassword(props.store.mutateAsync({ ...content, ...secret }))}
      onClose={props.onClose}
      onDone={props.onStored}
    >
      <div className={styles.stack}>
        <Facts look="well">
          <Fact name={t("earn_offers.amount")}>
            <Amount value={content.amount} unit={product.name} />
          </Fact>
          <Fact name={t("earn_offers.duration")}>
            {t("earn_offers.days", { count: content.days })}
          </Fact>
          <Fact name={t("earn_offers.term_ends")}>
            <Time at={termEnd(props.now, content.days).toISOString()} style="date" />
          </Fact>
        </Facts>
        <p className={styles.note}>{t("earn_offers.early")}</p>
      </div>
    </PasswordDialog>
  );
}

export function SubscribeDialog(props: { product: Product; kind: Kind; onClose: () => void }) {
  const { product } = props;
  const [days, setDays] = useState(props.kind === "flexible" ? 0 : usualDays);
  const [amount, setAmount] = useState("");
  const [autoRenew, setAutoRenew] = useState(false);
  const [seen, setSeen] = useState(false);
  const [now] = useState(() => Date.now());
  const spot = useSpot().data;
  const available = spot && (spot.find(({ name }) => name === product.name)?.coin_value ?? "0");
  const problem = amountProblem(amount, boundsOf(product), available);
  const [confirms, confirm] = useState(false);
  const { send, busy, store, stored } = useStoring(props.onClose);
  const content = contentOf(product, { amount, days, auto_renew: autoRenew });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSeen(true);
    if (problem !== null) return;
    if (days > 0) confirm(true);
    else void send(content);
  };
  const type = (text: string) => {
    setAmount(cleanTyping(text, places));
    setSeen(true);
  };
  if (confirms) {
    const back = () => confirm(false);
    const given = { product, content, now, store };
    return <TermConfirmation {...given} onClose={back} onStored={stored} />;
  }
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={t("earn_offers.subscribe_coin", { coin: product.name })}
      width="wide"
      keepOnScrim
    >
      <TradingNumbers value={true}>
        <form noValidate onSubmit={submit}>
          <div className={styles.stack}>
            <Durations product={product} days={days} onDays={setDays} />
            <Input
              label={t("earn_offers.amount")}
              size="l"
              inputMode="decimal"
              value={amount}
              unit={product.name}
              error={seen && problem ? amountSentence(problem) : undefined}
              hint={t("earn_offers.limits", {
                minimum: formatNumber(trimZeros(product.minimum_amount)),
                maximum: formatNumber(trimZeros(product.maximum_amount)),
                coin: product.name,
              })}
              onValue={type}
              labelEnd={
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
              <Checkbox checked={autoRenew} onChange={setAutoRenew}>
                {t("earn_offers.auto_renew")}
              </Checkbox>
            )}
            <Estimate product={product} days={days} amount={amount} now={now} />
            {days > 0 && <p className={styles.note}>{t("earn_offers.early")}</p>}
          </div>
          <DialogActions>
            <Button look="outline" size="l" onClick={props.onClose}>
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
