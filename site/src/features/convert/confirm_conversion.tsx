// What will be converted, at which rate, and the transaction password. A market conversion is bound
// to the one quote that is shown: another one is taken only by a press.
import { useState } from "react";
import { ApiError, sentenceOf } from "../../lib/api";
import { useSecondsUntil } from "../../lib/countdown";
import type { Schemas } from "../../lib/calls";
import { trimZeros, typedDecimal } from "../../lib/decimal";
import { formatNumber, formatPercent } from "../../lib/format";
import { t } from "../../lib/i18n";
import { PasswordDialog } from "../../market/password_dialog";
import { Button } from "../../ui/button";
import { Fact, Facts } from "../../ui/facts";
import { FieldError } from "../../ui/input";
import { toast } from "../../ui/toast";
import { useConvert, type Offer } from "./api";
import styles from "./convert.module.css";
import { atQuote, contentOf, limitUnit, type Draft } from "./order";
import { rateText } from "./quote_card";

/** What was seen when Convert was pressed; a limit has no quote. */
export interface Confirmed {
  draft: Draft;
  offer: Offer | undefined;
}

interface ConfirmProps extends Confirmed {
  /** The newest quote for the same amount; undefined while there is none. */
  newest: Offer | undefined;
  /** Why there is none. */
  error: unknown;
  renew: () => void;
  onClose: () => void;
  onDone: () => void;
}

/** Why a quote is not taken that another one may replace. */
const gone = new Set(["quote_expired", "price_moved"]);

const amount = (text: string, coin: string) => `${formatNumber(typedDecimal(text))} ${coin}`;

const rateOf = ({ quote }: Offer) =>
  t("convert.rate_of", { from: quote.from, to: rateText(quote.rate, quote.to) });

function Terms({ offer }: { offer: Offer }) {
  return (
    <>
      <Fact name={t("convert.rate")} testId="bound-rate">
        {rateOf(offer)}
      </Fact>
      <Fact name={t("convert.spread")}>{formatPercent(offer.quote.spread, { signed: false })}</Fact>
    </>
  );
}

/** The quote has run out, or the market has left it: what a new one would give. */
function Expired(props: {
  why: string;
  draft: Draft;
  offer: Offer | undefined;
  error: unknown;
  onTake: (offer: Offer) => void;
}) {
  const { draft, offer } = props;
  const now = offer && atQuote(draft, offer.quote);
  return (
    <>
      <FieldError>{props.why}</FieldError>
      {!offer && props.error === null && <p>{t("convert.quoting")}</p>}
      {!offer && props.error !== null && <FieldError>{sentenceOf(props.error)}</FieldError>}
      {offer && now && (
        <>
          <Facts className={styles.renewed}>
            <Fact name={t("convert.rate")}>{rateOf(offer)}</Fact>
            {draft.basis === "from" ? (
              <Fact name={t("convert.new_receive")}>{amount(now.to_amount, draft.to)}</Fact>
            ) : (
              <Fact name={t("convert.new_give")}>{amount(now.from_amount, draft.from)}</Fact>
            )}
          </Facts>
          <Button
            look="outline"
            wide
            onClick={(event) => {
              event.currentTarget.closest("form")?.querySelector("input")?.focus();
              props.onTake(offer);
            }}
          >
            {t("convert.take_new")}
          </Button>
        </>
      )}
    </>
  );
}

/** What was given for what; nothing: it waits for its rate. */
function receipt(answer: Schemas["OrderPlaced"]): string | undefined {
  const done = "conversion" in answer ? answer.conversion : undefined;
  if (done?.state !== "APPROVED") return undefined;
  return t("convert.converted", {
    from: amount(trimZeros(done.from_amount), done.from),
    to: amount(trimZeros(done.to_amount), done.to),
  });
}

export function ConfirmConversion(props: ConfirmProps) {
  const [bound, bind] = useState(props.offer);
  const [refused, refuse] = useState<{ offer: Offer | undefined; why: ApiError }>();
  const convert = useConvert();
  const left = useSecondsUntil(bound?.expires_at ?? 0);
  const expired = bound !== undefined && (left === 0 || refused?.offer === bound);
  const draft = bound ? atQuote(props.draft, bound.quote) : props.draft;
  const newer = props.newest?.quote.id === bound?.quote.id ? undefined : props.newest;
  return (
    <PasswordDialog
      trades
      title={t("convert.confirmation")}
      refused={t("convert.refused")}
      heldBack={expired}
      send={(secret) => convert.mutateAsync({ ...contentOf(draft, bound?.quote.id), ...secret })}
      stays={(reason) => {
        if (!(reason instanceof ApiError) || !gone.has(reason.code)) return false;
        refuse({ offer: bound, why: reason });
        if (!newer) props.renew();
        return true;
      }}
      onClose={props.onClose}
      onDone={(answer) => {
        toast({ tone: "success", title: t("convert.created"), text: receipt(answer) });
        props.onDone();
      }}
    >
      <Facts look="details">
        <Fact name={t("convert.you_give")}>{amount(draft.from_amount, draft.from)}</Fact>
        <Fact total name={t("convert.you_receive")}>
          {amount(draft.to_amount, draft.to)}
        </Fact>
        {draft.kind === "LIMIT" && (
          <Fact name={t("convert.limit_price")}>{amount(draft.price, limitUnit(draft))}</Fact>
        )}
        {bound && <Terms offer={bound} />}
      </Facts>
      {bound && (
        <div className={styles.bound}>
          {expired ? (
            <Expired
              why={
                refused?.offer === bound && refused.why.code === "price_moved"
                  ? refused.why.sentence
                  : t("convert.expired")
              }
              draft={props.draft}
              offer={newer}
              error={props.error}
              onTake={bind}
            />
          ) : (
            <p role="timer">{t("convert.holds", { n: left })}</p>
          )}
        </div>
      )}
    </PasswordDialog>
  );
}
