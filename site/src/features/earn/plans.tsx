// The client's plans: when each buys next, pausing and ending it, and what it has bought.
import { useState } from "react";
import { sentence_of } from "../../lib/api";
import { trim_zeros } from "../../lib/decimal";
import { t, text_or } from "../../lib/i18n";
import { by_transaction_password } from "../../lib/step_up";
import { Button } from "../../ui/button";
import { Chip } from "../../ui/chip";
import { CoinIcon } from "../../ui/coin";
import { Dialog, DialogActions } from "../../ui/dialog";
import { Amount, Price, Time } from "../../ui/number";
import { Panel, PanelHead, PanelTitle } from "../../ui/page";
import { usePages } from "../../ui/pages";
import { EmptyState } from "../../ui/states";
import { useStepUp } from "../../ui/step_up_dialog";
import { Table, type Column } from "../../ui/table";
import { toast } from "../../ui/toast";
import { runs_on_a_page, usePlans, usePlanState, useRuns, type Plan, type Run } from "./offers_api";
import styles from "./offers.module.css";
import { coins_of, cycles, type Cycle } from "./plan";

const rows_on_a_page = 10;
const most_icons = 4;
const tones = { ACTIVE: "accent", PAUSED: "warning", ENDED: "neutral" } as const;

type Act = "pause" | "resume" | "end" | "history";

const cycle_text = (plan: Plan): string => {
  const cycle = cycles.find((one) => one === plan.cycle) ?? ("Daily" satisfies Cycle);
  const when = plan.day
    ? text_or(`earn_offers.day_${plan.day}`, plan.day)
    : (plan.date?.toString() ?? "");
  return [t(`earn_offers.cycle_${cycle}`), when].filter(Boolean).join(" · ");
};

function Acts({ plan, act }: { plan: Plan; act: (what: Act) => void }) {
  const offered: readonly Act[] =
    plan.state === "ENDED"
      ? ["history"]
      : [plan.state === "ACTIVE" ? "pause" : "resume", "end", "history"];
  return (
    <span className={styles.acts}>
      {offered.map((what) => (
        <Button
          key={what}
          size="xs"
          aria-label={t("earn_offers.act_of", {
            act: t(`earn_offers.${what}`),
            coins: coins_of(plan),
          })}
          onClick={() => act(what)}
        >
          {t(`earn_offers.${what}`)}
        </Button>
      ))}
    </span>
  );
}

const Next = ({ plan }: { plan: Plan }) =>
  plan.state === "ACTIVE" && plan.next_run ? (
    <Time at={plan.next_run} style="table" />
  ) : (
    <Chip tone={tones[plan.state]}>{t(`earn_offers.${plan.state}`)}</Chip>
  );

const columns = (act: (plan: Plan, what: Act) => void): Column<Plan>[] => [
  {
    id: "plan",
    header: t("earn_offers.plan"),
    cell: (row) => (
      <span className={styles.coin}>
        <span className={styles.icons}>
          {row.coins.slice(0, most_icons).map(({ coin, image }) => (
            <CoinIcon key={coin} name={coin} image={image} size={24} />
          ))}
        </span>
        <span>
          <span className={styles["coin-name"]}>{coins_of(row)}</span>
          <span className={styles["coin-full"]}>{cycle_text(row)}</span>
          <span className={styles["phone-line"]}>
            <Amount value={trim_zeros(row.amount)} unit={row.currency} />
          </span>
          <span className={styles["phone-line"]}>
            <Next plan={row} />
          </span>
        </span>
      </span>
    ),
    skeleton: 140,
  },
  {
    id: "amount",
    header: t("earn_offers.invest_amount"),
    cell: (row) => <Amount value={trim_zeros(row.amount)} unit={row.currency} />,
    align: "right",
    show: "not-phone",
  },
  {
    id: "invested",
    header: t("earn_offers.invested"),
    cell: (row) => <Amount value={trim_zeros(row.invested)} unit={row.currency} />,
    align: "right",
    show: "wide",
  },
  {
    id: "next",
    header: t("earn_offers.next_run"),
    cell: (row) => <Next plan={row} />,
    align: "right",
    show: "not-phone",
  },
  {
    id: "acts",
    header: <span className="hidden-but-read">{t("earn_offers.actions")}</span>,
    cell: (row) => <Acts plan={row} act={(what) => act(row, what)} />,
    align: "right",
  },
];

const run_columns = (): Column<Run>[] => [
  {
    id: "time",
    header: t("earn_offers.time"),
    cell: (row) => <Time at={row.due_at} style="table" />,
    skeleton: 88,
  },
  { id: "coin", header: t("earn_offers.coin"), cell: (row) => row.coin },
  {
    id: "amount",
    header: t("earn_offers.invested"),
    cell: (row) => <Amount value={trim_zeros(row.amount)} />,
    align: "right",
    show: "not-phone",
  },
  {
    id: "quantity",
    header: t("earn_offers.quantity"),
    cell: (row) => <Amount value={row.quantity && trim_zeros(row.quantity)} />,
    align: "right",
  },
  {
    id: "price",
    header: t("earn_offers.run_price"),
    cell: (row) => <Price value={row.price} />,
    align: "right",
    show: "not-phone",
  },
  {
    id: "result",
    header: t("earn_offers.result"),
    cell: (row) => (
      <span className={styles.result}>
        <Chip tone={row.state === "BOUGHT" ? "up" : "warning"}>
          {t(`earn_offers.${row.state}`)}
        </Chip>
        {row.reason && (
          <span className={styles.reason}>
            {row.reason === "missed"
              ? t("earn_offers.skipped_missed")
              : text_or(`errors.${row.reason}`, row.reason)}
          </span>
        )}
      </span>
    ),
    align: "right",
  },
];

function HistoryDialog({ plan, on_close }: { plan: Plan; on_close: () => void }) {
  const { page, paged } = usePages(runs_on_a_page);
  const query = useRuns(plan.id, page);
  const title = t("earn_offers.history_of", { coins: coins_of(plan) });
  return (
    <Dialog open on_close={on_close} title={title} width="roomy">
      <div className={styles.runs}>
        <Table
          label={title}
          columns={run_columns()}
          rows={query.data?.runs}
          row_key={(row) => row.id}
          density="orders"
          {...paged(query)}
          empty={
            <EmptyState
              compact
              title={t("earn_offers.no_runs")}
              text={t("earn_offers.no_runs_text")}
            />
          }
        />
      </div>
    </Dialog>
  );
}

function EndDialog(props: { busy: boolean; on_end: () => void; on_close: () => void }) {
  return (
    <Dialog open on_close={props.on_close} title={t("earn_offers.end_title")}>
      <p className={styles.note}>{t("earn_offers.end_text")}</p>
      <DialogActions>
        <Button look="outline" size="l" onClick={props.on_close}>
          {t("common.cancel")}
        </Button>
        <Button look="primary" size="l" busy={props.busy} onClick={props.on_end}>
          {t("earn_offers.end")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const tell_changed = () =>
  toast({ tone: "success", title: t("common.success"), text: t("earn_offers.state_changed") });

export function Plans() {
  const query = usePlans();
  const [open, set_open] = useState<{ id: string; what: "end" | "history" } | null>(null);
  const change = usePlanState();
  const step_up = useStepUp();
  const close = () => set_open(null);
  const plan = query.data?.find(({ id }) => id === open?.id);
  const set_state = ({ id }: Plan, state: Plan["state"]) =>
    change.mutate(
      { id, state },
      {
        onSuccess: () => {
          tell_changed();
          close();
        },
        onError: (error) =>
          toast({ tone: "error", title: t("earn_offers.state_failed"), text: sentence_of(error) }),
      },
    );
  const resume = (of: Plan) =>
    step_up.ask({
      act: "start_plan",
      title: t("earn_offers.act_of", { act: t("earn_offers.resume"), coins: coins_of(of) }),
      text: t("earn_offers.start_text"),
      password: "transaction",
      confirm: t("earn_offers.resume"),
      work: async (proof) => {
        const proved = by_transaction_password(proof);
        await change.mutateAsync({ id: of.id, state: "ACTIVE", ...proved });
        tell_changed();
        step_up.close();
      },
    });
  const act = (of: Plan, what: Act) => {
    if (what === "pause") return set_state(of, "PAUSED");
    if (what === "resume") return resume(of);
    set_open({ id: of.id, what });
  };
  return (
    <Panel aria-labelledby="own-plans">
      <PanelHead>
        <PanelTitle id="own-plans">{t("earn_offers.plans")}</PanelTitle>
      </PanelHead>
      <Table
        label={t("earn_offers.plans")}
        columns={columns(act)}
        rows={query.data}
        row_key={(row) => row.id}
        page_size={rows_on_a_page}
        error={query.error}
        on_retry={() => void query.refetch()}
        empty={
          <EmptyState
            compact
            title={t("earn_offers.no_plans")}
            text={t("earn_offers.no_plans_text")}
          />
        }
      />
      {plan && open?.what === "history" && <HistoryDialog plan={plan} on_close={close} />}
      {plan && open?.what === "end" && (
        <EndDialog
          busy={change.isPending}
          on_end={() => set_state(plan, "ENDED")}
          on_close={close}
        />
      )}
      {step_up.dialog}
    </Panel>
  );
}
