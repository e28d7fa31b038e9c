// The client's plans: when each buys next, pausing and ending it, and what it has bought.
import { useState } from "react";
import { sentenceOf } from "../../lib/api";
import { trimZeros } from "../../lib/decimal";
import { t, textOr } from "../../lib/i18n";
import { perform } from "../../lib/perform";
import { byTransactionPassword } from "../../lib/step_up";
import { Button } from "../../ui/button";
import { Chip } from "../../ui/chip";
import { CoinIcon } from "../../ui/coin";
import { ConfirmDialog } from "../../ui/confirm_dialog";
import { Dialog } from "../../ui/dialog";
import { Amount, Price, Time } from "../../ui/number";
import { Panel, PanelHead, PanelTitle } from "../../ui/page";
import { usePages } from "../../ui/pages";
import { EmptyState } from "../../ui/states";
import { useStepUp } from "../../ui/step_up_dialog";
import { Table, type Column } from "../../ui/table";
import { toast } from "../../ui/toast";
import { runsOnAPage, usePlans, usePlanState, useRuns, type Plan, type Run } from "./offers_api";
import styles from "./offers.module.css";
import { coinsOf, cycles, type Cycle } from "./plan";

const rowsOnAPage = 10;
const mostIcons = 4;
const tones = { ACTIVE: "accent", PAUSED: "warning", ENDED: "neutral" } as const;

type Act = "pause" | "resume" | "end" | "history";

const cycleText = (plan: Plan): string => {
  const cycle = cycles.find((one) => one === plan.cycle) ?? ("Daily" satisfies Cycle);
  const when = plan.day
    ? textOr(`earn_offers.day_${plan.day}`, plan.day)
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
            coins: coinsOf(plan),
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
          {row.coins.slice(0, mostIcons).map(({ coin, image }) => (
            <CoinIcon key={coin} name={coin} image={image} size={24} />
          ))}
        </span>
        <span>
          <span className={styles["coin-name"]}>{coinsOf(row)}</span>
          <span className={styles["coin-full"]}>{cycleText(row)}</span>
          <span className={styles["phone-line"]}>
            <Amount value={trimZeros(row.amount)} unit={row.currency} />
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
    cell: (row) => <Amount value={trimZeros(row.amount)} unit={row.currency} />,
    align: "right",
    show: "not-phone",
  },
  {
    id: "invested",
    header: t("earn_offers.invested"),
    cell: (row) => <Amount value={trimZeros(row.invested)} unit={row.currency} />,
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

const runColumns = (): Column<Run>[] => [
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
    cell: (row) => <Amount value={trimZeros(row.amount)} />,
    align: "right",
    show: "not-phone",
  },
  {
    id: "quantity",
    header: t("earn_offers.quantity"),
    cell: (row) => <Amount value={row.quantity && trimZeros(row.quantity)} />,
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
              : textOr(`errors.${row.reason}`, row.reason)}
          </span>
        )}
      </span>
    ),
    align: "right",
  },
];

function HistoryDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const { page, paged } = usePages(runsOnAPage);
  const query = useRuns(plan.id, page);
  const title = t("earn_offers.history_of", { coins: coinsOf(plan) });
  return (
    <Dialog open onClose={onClose} title={title} width="roomy">
      <div className={styles.runs}>
        <Table
          label={title}
          columns={runColumns()}
          rows={query.data?.runs}
          rowKey={(row) => row.id}
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

function EndDialog(props: { busy: boolean; onEnd: () => void; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={t("earn_offers.end_title")}
      confirm={t("earn_offers.end")}
      busy={props.busy}
      onConfirm={props.onEnd}
      onClose={props.onClose}
    >
      <p>{t("earn_offers.end_text")}</p>
    </ConfirmDialog>
  );
}

const tellChanged = () =>
  toast({ tone: "success", title: t("common.success"), text: t("earn_offers.state_changed") });

export function Plans() {
  const query = usePlans();
  const [open, setOpen] = useState<{ id: string; what: "end" | "history" } | null>(null);
  const change = usePlanState();
  const stepUp = useStepUp();
  const close = () => setOpen(null);
  const plan = query.data?.find(({ id }) => id === open?.id);
  const setState = ({ id }: Plan, state: Plan["state"]) =>
    perform(
      change,
      { id, state },
      {
        onSuccess: () => {
          tellChanged();
          close();
        },
        onError: (error) =>
          toast({ tone: "error", title: t("earn_offers.state_failed"), text: sentenceOf(error) }),
      },
    );
  const resume = (of: Plan) =>
    stepUp.ask({
      act: "start_plan",
      title: t("earn_offers.act_of", { act: t("earn_offers.resume"), coins: coinsOf(of) }),
      text: t("earn_offers.start_text"),
      password: "transaction",
      confirm: t("earn_offers.resume"),
      work: async (proof) => {
        const proved = byTransactionPassword(proof);
        await change.mutateAsync({ id: of.id, state: "ACTIVE", ...proved });
        tellChanged();
        stepUp.close();
      },
    });
  const act = (of: Plan, what: Act) => {
    if (what === "pause") return setState(of, "PAUSED");
    if (what === "resume") return resume(of);
    setOpen({ id: of.id, what });
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
        rowKey={(row) => row.id}
        pageSize={rowsOnAPage}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={
          <EmptyState
            compact
            title={t("earn_offers.no_plans")}
            text={t("earn_offers.no_plans_text")}
          />
        }
      />
      {plan && open?.what === "history" && <HistoryDialog plan={plan} onClose={close} />}
      {plan && open?.what === "end" && (
        <EndDialog busy={change.isPending} onEnd={() => setState(plan, "ENDED")} onClose={close} />
      )}
      {stepUp.dialog}
    </Panel>
  );
}
