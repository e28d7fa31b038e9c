// What the client has subscribed: interest, terms, auto-renewal, and the way out.
import { useState } from "react";
import { t } from "../../lib/i18n";
import { Button } from "../../ui/button";
import { Chip } from "../../ui/chip";
import { Checkbox } from "../../ui/input";
import { Amount, Time } from "../../ui/number";
import { EmptyState } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import { useAutoRenew, type Stake } from "./api";
import { CoinCell } from "./coin_cell";
import styles from "./screens.module.css";
import { RedeemDialog } from "./stake_redeem";

const page_size = 10;

function Term({ stake }: { stake: Stake }) {
  if (stake.date_end === null) return <>{t("earn.product_flexible")}</>;
  return (
    <span>
      {t("earn.days", { count: stake.duration })}
      <br />
      <span className={styles.quiet}>
        {t("earn.until")} <Time at={stake.date_end} style="date" />
      </span>
    </span>
  );
}

function Renew({ stake }: { stake: Stake }) {
  const change = useAutoRenew();
  if (stake.duration === 0) return <>—</>;
  return (
    <Checkbox
      checked={stake.auto_renew}
      on_change={(enabled) => change.mutate({ id: stake.id, enabled })}
    >
      <span className="hidden-but-read">{t("earn.auto_renew_of", { coin: stake.name })}</span>
    </Checkbox>
  );
}

const columns = (redeem: (stake: Stake) => void): Column<Stake>[] => [
  {
    id: "coin",
    header: t("earn.coin"),
    cell: (stake) => <CoinCell name={stake.name} image={stake.image} />,
    skeleton: 100,
  },
  {
    id: "balance",
    header: t("earn.subscribed"),
    cell: (stake) => (
      <span className={styles["two-lines"]}>
        <Amount value={stake.balance} places={8} className={styles.strong} />
        <span className={styles.quiet}>
          ≈ <Amount value={stake.usdt_value} places={2} unit="USDT" />
        </span>
      </span>
    ),
    align: "right",
  },
  {
    id: "accrued",
    header: t("earn.interest"),
    cell: (stake) => <Amount value={stake.accrued} places={8} signed />,
    align: "right",
    show: "not-phone",
  },
  {
    id: "apr",
    header: t("earn.apr"),
    cell: (stake) => <Amount value={stake.apr} places={2} unit="%" />,
    align: "right",
    show: "wide",
  },
  { id: "term", header: t("earn.duration"), cell: (stake) => <Term stake={stake} />, show: "wide" },
  {
    id: "renew",
    header: t("earn.auto_renew"),
    cell: (stake) => <Renew stake={stake} />,
    align: "center",
    show: "wide",
  },
  {
    id: "actions",
    header: <span className="hidden-but-read">{t("earn.actions")}</span>,
    cell: (stake) =>
      stake.redeemable ? (
        <Button size="s" look="secondary" onClick={() => redeem(stake)}>
          {t("earn.redeem")}
          <span className="hidden-but-read"> {stake.name}</span>
        </Button>
      ) : (
        <Chip>{t(`earn.status_${stake.status}`)}</Chip>
      ),
    align: "right",
  },
];

export function Positions(props: {
  stakes: readonly Stake[] | undefined;
  error: unknown;
  on_retry: () => void;
}) {
  const [redeeming, set_redeeming] = useState<Stake | null>(null);
  return (
    <section className={styles.card} aria-label={t("earn.my_subscriptions")}>
      <div className={styles.tools}>
        <h2 className={styles.heading}>{t("earn.my_subscriptions")}</h2>
      </div>
      <Table
        label={t("earn.my_subscriptions")}
        columns={columns(set_redeeming)}
        rows={props.stakes}
        row_key={(stake) => stake.id}
        page_size={page_size}
        error={props.error}
        on_retry={props.on_retry}
        empty={<EmptyState compact title={t("earn.nothing_yet")} />}
      />
      {redeeming && <RedeemDialog stake={redeeming} on_close={() => set_redeeming(null)} />}
    </section>
  );
}
