// What will be bought or sold, and the transaction password.
import { useEffect, useRef, useState, type FormEvent } from "react";
import { ApiError, fate_unknown, new_client_id, sent_before, sentence_of } from "../../lib/api";
import { cx } from "../../lib/cx";
import { is_zero, multiply, places_of, trim_zeros, typed_decimal } from "../../lib/decimal";
import { format_number, format_percent } from "../../lib/format";
import { t } from "../../lib/i18n";
import { Button } from "../../ui/button";
import { CoinIcon } from "../../ui/coin";
import { Dialog, DialogActions } from "../../ui/dialog";
import { PasswordInput } from "../../ui/input";
import { Amount, Price } from "../../ui/number";
import { tell_failure } from "../../ui/password_dialog";
import { toast } from "../../ui/toast";
import { usePlaceOrder, type Placed } from "./api";
import styles from "./form.module.css";
import {
  content_of,
  estimate,
  may_have,
  price_fields,
  type_of,
  type Draft,
  type Market,
  type Rules,
} from "./order";

const quote = "USDT";

interface ConfirmProps {
  draft: Draft;
  coin: string;
  image: string | undefined;
  rules: Rules;
  market: Market;
  on_close: () => void;
  /** The server does not take it; `parameter` is what it is about, where it is about one. */
  on_refused: (parameter: string | undefined, sentence: string) => void;
  on_placed: () => void;
}

function Details({ draft, coin, rules, market }: ConfirmProps) {
  const costs = estimate(draft, rules, market);
  const buying = draft.side === "BUY";
  const type = type_of(draft);
  const limit = type !== "MARKET";
  const rate = format_percent(multiply(costs.fee_rate, "100"), { signed: false });
  const line = (text: string, value: string | null, guess = false) => (
    <div key={text}>
      <dt>{text}</dt>
      <dd>
        <Price value={value} places={places_of(rules.tick)} estimate={guess} unit={quote} />
      </dd>
    </div>
  );
  return (
    <>
      {!costs.deep_enough && <p className={styles.warning}>{t("spot.not_deep")}</p>}
      <dl className={styles.details}>
        {limit
          ? price_fields[type].map((field) =>
              line(
                t(`spot.${field === "price" && type !== "LIMIT" ? "limit_price" : field}`),
                typed_decimal(draft[field]),
              ),
            )
          : line(t("spot.average_price"), costs.average, true)}
        <div>
          <dt>{t("spot.fee", { rate })}</dt>
          <dd>
            <Amount value={costs.fee} places={buying ? 8 : 6} unit={buying ? coin : quote} />
          </dd>
        </div>
        <div className={styles["details-total"]}>
          <dt>{t("spot.total")}</dt>
          <dd>
            <Price value={costs.total} places={2} estimate={!limit} unit={quote} />
          </dd>
        </div>
      </dl>
    </>
  );
}

function Act({ draft, coin, image, rules }: ConfirmProps) {
  const buying = draft.side === "BUY";
  const by_total = draft.kind === "MARKET" && buying && draft.basis === "total";
  const terms = [`${coin}/${quote}`, t(`spot.${type_of(draft)}`)];
  if (may_have(draft).time_in_force) terms.push(draft.time_in_force);
  if (may_have(draft).post_only && draft.post_only) terms.push(t("spot.post_only"));
  return (
    <div className={styles.act}>
      <CoinIcon name={coin} image={image} size={36} />
      <div>
        <p className={styles["act-what"]}>
          <span className={buying ? styles.buying : styles.selling}>
            {t(buying ? "spot.buy" : "spot.sell")}
          </span>{" "}
          {by_total && "≈ "}
          <Amount value={typed_decimal(draft.amount)} places={places_of(rules.lot)} /> {coin}
        </p>
        <p className={styles["act-terms"]}>{terms.join(" · ")}</p>
      </div>
    </div>
  );
}

/** What was bought or sold at once, and at which price on average; nothing: the order waits. */
function receipt(placed: Placed, rules: Rules, coin: string): string | undefined {
  const order = "order" in placed ? placed.order : undefined;
  if (!order || is_zero(order.filled)) return undefined;
  return t(order.delegate_type === "BUY" ? "spot.bought" : "spot.sold", {
    amount: `${format_number(trim_zeros(order.filled))} ${coin}`,
    price: format_number(order.final_price, { places: places_of(rules.tick) }),
    fee: `${format_number(trim_zeros(order.fee))} ${order.fee_asset}`,
  });
}

/** The same key for each retry of a request whose fate is unknown; a new one after a refusal. */
function useKey() {
  const key = useRef(new_client_id());
  return { current: () => key.current, renew: () => (key.current = new_client_id()) };
}

export function ConfirmOrder(props: ConfirmProps) {
  const { draft, coin } = props;
  const [password, set_password] = useState("");
  const [error, set_error] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const place = usePlaceOrder();
  const key = useKey();
  const buying = draft.side === "BUY";
  useEffect(() => field.current?.focus(), []);

  const failed = (text: string) => {
    set_error(text);
    toast({ tone: "error", title: text });
    field.current?.focus();
  };
  const answered = (answer: Placed) => {
    const { message } = answer;
    if (message === "success") {
      const text = receipt(answer, props.rules, coin);
      toast({ tone: "success", title: t("spot.created"), text });
      return props.on_placed();
    }
    if (message === "wrong_transaction_password") return failed(t("spot.wrong_password"));
    toast({ tone: "error", title: t("errors.unexpected") });
  };
  const refused = (reason: unknown) => {
    const parameter = reason instanceof ApiError ? reason.field : undefined;
    if (parameter === "transaction_password") return failed(sentence_of(reason));
    tell_failure(t("spot.refused"), reason);
    if (fate_unknown(reason)) return;
    if (sent_before(reason)) return props.on_close();
    key.renew();
    props.on_refused(parameter, sentence_of(reason));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (place.isPending) return;
    if (password === "") {
      set_error(t("spot.password_required"));
      field.current?.focus();
      return;
    }
    set_error(undefined);
    place.mutate(
      {
        ...content_of(draft, `${coin}${quote}`),
        transaction_password: password,
        client_id: key.current(),
      },
      { onSuccess: answered, onError: refused },
    );
  };
  return (
    <Dialog open on_close={props.on_close} title={t("spot.confirm_order")} keep_on_scrim>
      <form onSubmit={submit} noValidate>
        <Act {...props} />
        <Details {...props} />
        <div className={cx(styles.password)}>
          <PasswordInput
            ref={field}
            label={t("spot.transaction_password")}
            layout="above"
            value={password}
            error={error}
            autoComplete="off"
            on_value={(text) => {
              set_password(text);
              set_error(undefined);
            }}
          />
        </div>
        <DialogActions>
          <Button look="outline" size="l" onClick={props.on_close}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" look={buying ? "buy" : "sell"} size="l" busy={place.isPending}>
            {t(buying ? "spot.confirm_buy" : "spot.confirm_sell")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
