// A new plan: how much, how often, from when, and of what.
import { useState, type FormEvent } from "react";
import { trimZeros } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { t } from "../../lib/i18n";
import { cleanTyping } from "../../lib/typing";
import { Button } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { Facts } from "../../ui/facts";
import { FieldError, Input, Select } from "../../ui/input";
import { Amount, Time, TradingNumbers } from "../../ui/number";
import { useStepUp } from "../../ui/step_up_dialog";
import { amountProblem } from "./offers";
import { useSpot, type Product } from "./offers_api";
import styles from "./offers.module.css";
import {
  cycles,
  dates,
  days,
  firstRun,
  firstSchedule,
  hasDate,
  hasDay,
  planBounds,
  planContent,
  sharesProblem,
  sumOf,
  usdtPlaces,
  type Cycle,
  type Day,
  type Schedule,
  type Share,
} from "./plan";
import { amountSentence, useStoring } from "./subscribe_dialog";

const usdt = "USDT";
const longestPercent = 3;

function ScheduleFields(props: { schedule: Schedule; set: (changes: Partial<Schedule>) => void }) {
  const { schedule, set } = props;
  return (
    <div className={styles.pair}>
      <Select
        label={t("earn_offers.cycle")}
        value={schedule.cycle}
        options={cycles.map((value) => ({ value, label: t(`earn_offers.cycle_${value}`) }))}
        onValue={(cycle) => set({ cycle: cycle as Cycle })}
      />
      {hasDay(schedule.cycle) && (
        <Select
          label={t("earn_offers.day")}
          value={schedule.day}
          options={days.map((value) => ({ value, label: t(`earn_offers.day_${value}`) }))}
          onValue={(day) => set({ day: day as Day })}
        />
      )}
      {hasDate(schedule.cycle) && (
        <Select
          label={t("earn_offers.date")}
          value={schedule.date.toString()}
          options={dates.map((date) => ({ value: date.toString(), label: date.toString() }))}
          onValue={(date) => set({ date: parseInt(date, 10) })}
          hint={t("earn_offers.short_month")}
        />
      )}
    </div>
  );
}

function ShareFields(props: { shares: readonly Share[]; set: (shares: Share[]) => void }) {
  const { shares } = props;
  const problem = sharesProblem(shares);
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
            maxLength={longestPercent}
            unit={t("earn_offers.percent")}
            onValue={(text) => change(coin, cleanTyping(text, 0))}
          />
        ))}
      </div>
      {problem && (
        <FieldError>
          {problem === "share"
            ? t("earn_offers.share_low")
            : t("earn_offers.share_sum", { sum: sumOf(shares) })}
        </FieldError>
      )}
    </fieldset>
  );
}

export function PlanDialog(props: {
  products: readonly Product[];
  shares: readonly Share[];
  onClose: () => void;
}) {
  const { products } = props;
  const [shares, setShares] = useState(props.shares);
  const [amount, setAmount] = useState("");
  const [schedule, setSchedule] = useState(firstSchedule);
  const [seen, setSeen] = useState(false);
  const [now] = useState(() => Date.now());
  const spot = useSpot().data;
  const available = spot && (spot.find(({ name }) => name === usdt)?.coin_value ?? "0");
  const bounds = planBounds(products, shares);
  const problem = amountProblem(amount, bounds, available);
  const { send } = useStoring(props.onClose);
  const stepUp = useStepUp();
  const title =
    shares.length === 1
      ? t("earn_offers.create_coin", { coin: shares[0]?.coin ?? "" })
      : t("earn_offers.plan_title");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSeen(true);
    if (problem || sharesProblem(shares)) return;
    const content = planContent(products, { amount, schedule, shares });
    stepUp.ask({
      act: "start_plan",
      title,
      text: t("earn_offers.start_text"),
      password: "transaction",
      confirm: t("earn_offers.make"),
      work: async (proof) => {
        await send(content, proof);
        stepUp.close();
      },
    });
  };
  if (stepUp.dialog) return stepUp.dialog;
  return (
    <Dialog open onClose={props.onClose} title={title} width="wide" keepOnScrim>
      <TradingNumbers value={true}>
        <form noValidate onSubmit={submit}>
          <div className={styles.stack}>
            {shares.length > 1 && <ShareFields shares={shares} set={setShares} />}
            <Input
              label={t("earn_offers.invest_amount")}
              size="l"
              inputMode="decimal"
              value={amount}
              unit={usdt}
              error={seen && problem ? amountSentence(problem) : undefined}
              hint={t("earn_offers.limits", {
                minimum: formatNumber(trimZeros(bounds.minimum)),
                maximum: formatNumber(trimZeros(bounds.maximum)),
                coin: usdt,
              })}
              onValue={(text) => {
                setAmount(cleanTyping(text, usdtPlaces));
                setSeen(true);
              }}
              labelEnd={
                <span className={styles.quiet}>
                  {t("earn_offers.available")} <Amount value={available} places={2} unit={usdt} />
                </span>
              }
            />
            <ScheduleFields
              schedule={schedule}
              set={(changes) => setSchedule({ ...schedule, ...changes })}
            />
            <Facts look="well">
              <div data-testid="first-run">
                <dt>{t("earn_offers.first_run")}</dt>
                <dd>
                  <Time at={firstRun(schedule, now).toISOString()} style="full" />
                </dd>
              </div>
            </Facts>
            <p className={styles.note}>{t("earn_offers.each_from")}</p>
          </div>
          <DialogActions>
            <Button look="outline" size="l" onClick={props.onClose}>
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
