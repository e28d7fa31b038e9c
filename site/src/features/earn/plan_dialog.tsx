// A new plan: how much, how often, from when, and of what.
import { useState, type FormEvent } from "react";
import { clean_typing, trim_zeros } from "../../lib/decimal";
import { comma_is_point, format_number } from "../../lib/format";
import { current_language, t } from "../../lib/i18n";
import { Button } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { FieldError, Input, Select } from "../../ui/input";
import { Amount, Time, TradingNumbers } from "../../ui/number";
import { useStepUp } from "../../ui/step_up_dialog";
import { amount_problem } from "./offers";
import { useSpot, type Product } from "./offers_api";
import styles from "./offers.module.css";
import {
  cycles,
  dates,
  days,
  first_run,
  first_schedule,
  has_date,
  has_day,
  plan_bounds,
  plan_content,
  shares_problem,
  sum_of,
  usdt_places,
  type Cycle,
  type Day,
  type Schedule,
  type Share,
} from "./plan";
import { amount_sentence, useStoring } from "./subscribe_dialog";

const usdt = "USDT";
const longest_percent = 3;

function ScheduleFields(props: { schedule: Schedule; set: (changes: Partial<Schedule>) => void }) {
  const { schedule, set } = props;
  return (
    <div className={styles.pair}>
      <Select
        label={t("earn_offers.cycle")}
        value={schedule.cycle}
        options={cycles.map((value) => ({ value, label: t(`earn_offers.cycle_${value}`) }))}
        on_value={(cycle) => set({ cycle: cycle as Cycle })}
      />
      {has_day(schedule.cycle) && (
        <Select
          label={t("earn_offers.day")}
          value={schedule.day}
          options={days.map((value) => ({ value, label: t(`earn_offers.day_${value}`) }))}
          on_value={(day) => set({ day: day as Day })}
        />
      )}
      {has_date(schedule.cycle) && (
        <Select
          label={t("earn_offers.date")}
          value={schedule.date.toString()}
          options={dates.map((date) => ({ value: date.toString(), label: date.toString() }))}
          on_value={(date) => set({ date: parseInt(date, 10) })}
          hint={t("earn_offers.short_month")}
        />
      )}
    </div>
  );
}

function ShareFields(props: { shares: readonly Share[]; set: (shares: Share[]) => void }) {
  const { shares } = props;
  const problem = shares_problem(shares);
  const change = (coin: string, percent: string) =>
    props.set(shares.map((share) => (share.coin === coin ? { coin, percent } : share)));
  return (
    <fieldset className={styles.terms}>
      <legend>{t("earn_offers.shares")}</legend>
      <div className={styles["share-fields"]}>
        {shares.map(({ coin, percent }) => (
          <Input
            key={coin}
            label={coin}
            aria-label={t("earn_offers.share_of", { coin })}
            layout="inside"
            inputMode="numeric"
            value={percent}
            maxLength={longest_percent}
            unit={t("earn_offers.percent")}
            on_value={(text) => change(coin, text.replace(/\D/g, ""))}
          />
        ))}
      </div>
      {problem && (
        <FieldError>
          {problem === "share"
            ? t("earn_offers.share_low")
            : t("earn_offers.share_sum", { sum: sum_of(shares) })}
        </FieldError>
      )}
    </fieldset>
  );
}

export function PlanDialog(props: {
  products: readonly Product[];
  shares: readonly Share[];
  on_close: () => void;
}) {
  const { products } = props;
  const [shares, set_shares] = useState(props.shares);
  const [amount, set_amount] = useState("");
  const [schedule, set_schedule] = useState(first_schedule);
  const [seen, set_seen] = useState(false);
  const [now] = useState(() => Date.now());
  const spot = useSpot().data;
  const available = spot && (spot.find(({ name }) => name === usdt)?.coin_value ?? "0");
  const bounds = plan_bounds(products, shares);
  const problem = amount_problem(amount, bounds, available);
  const { send } = useStoring(props.on_close);
  const step_up = useStepUp();
  const title =
    shares.length === 1
      ? t("earn_offers.create_coin", { coin: shares[0]?.coin ?? "" })
      : t("earn_offers.plan_title");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set_seen(true);
    if (problem || shares_problem(shares)) return;
    const content = plan_content(products, { amount, schedule, shares });
    step_up.ask({
      act: "start_plan",
      title,
      text: t("earn_offers.start_text"),
      password: "transaction",
      confirm: t("earn_offers.make"),
      work: async (proof) => {
        await send(content, proof);
        step_up.close();
      },
    });
  };
  if (step_up.dialog) return step_up.dialog;
  return (
    <Dialog open on_close={props.on_close} title={title} width="wide" keep_on_scrim>
      <TradingNumbers value={true}>
        <form noValidate onSubmit={submit}>
          <div className={styles.stack}>
            {shares.length > 1 && <ShareFields shares={shares} set={set_shares} />}
            <Input
              label={t("earn_offers.invest_amount")}
              size="l"
              inputMode="decimal"
              value={amount}
              unit={usdt}
              error={seen && problem ? amount_sentence(problem) : undefined}
              hint={t("earn_offers.limits", {
                minimum: format_number(trim_zeros(bounds.minimum)),
                maximum: format_number(trim_zeros(bounds.maximum)),
                coin: usdt,
              })}
              on_value={(text) => {
                set_amount(clean_typing(text, usdt_places, comma_is_point(current_language())));
                set_seen(true);
              }}
              label_end={
                <span className={styles.quiet}>
                  {t("earn_offers.available")} <Amount value={available} places={2} unit={usdt} />
                </span>
              }
            />
            <ScheduleFields
              schedule={schedule}
              set={(changes) => set_schedule({ ...schedule, ...changes })}
            />
            <dl className={styles.facts}>
              <div data-testid="first-run">
                <dt>{t("earn_offers.first_run")}</dt>
                <dd>
                  <Time at={first_run(schedule, now).toISOString()} style="full" />
                </dd>
              </div>
            </dl>
            <p className={styles.note}>{t("earn_offers.each_from")}</p>
          </div>
          <DialogActions>
            <Button look="outline" size="l" onClick={props.on_close}>
              {t("common.cancel")}
            </Button>
            <Button type="submit" look="primary" size="l">
              {t("earn_offers.make")}
            </Button>
          </DialogActions>
        </form>
      </TradingNumbers>
    </Dialog>
  );
}
