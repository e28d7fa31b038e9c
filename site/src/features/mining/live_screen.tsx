// The coins that are mined by proof of work, with what the client has of them.
import { useQuery } from "@tanstack/react-query";
import { get } from "../../lib/api";
import { ownKeys } from "../../lib/client_events";
import type { Schemas } from "../../lib/calls";
import { t } from "../../lib/i18n";
import { LinkButton } from "../../ui/button";
import { CoinIcon } from "../../ui/coin";
import { Amount } from "../../ui/number";
import { Page, PageHead, Panel } from "../../ui/page";
import { Table, type Column } from "../../ui/table";
import styles from "./mining.module.css";

type Miner = Schemas["Miner"];

const rowsOnAPage = 10;
const pollMs = 5_000;

const trade = (name: string) => [
  { to: `/trades/spot/${name}`, text: t("mining.buy"), look: "buy" as const },
  { to: `/trades/spot/${name}`, text: t("mining.sell"), look: "sell" as const },
  { to: `/trades/trade-chart/${name}`, text: t("mining.trade"), look: "secondary" as const },
];

const columns = (): Column<Miner>[] => [
  {
    id: "coin",
    header: t("mining.coin"),
    cell: ({ name, full_name: fullName, image }) => (
      <span className={styles.coin}>
        <CoinIcon name={name} image={image} size={28} />
        <span>
          <span className={styles.strong}>{name}</span> <small>{fullName}</small>
        </span>
      </span>
    ),
    skeleton: 120,
  },
  {
    id: "value",
    header: t("mining.value"),
    cell: ({ coin_value: coinValue, usdt_value: usdtValue }) => (
      <span className={styles.value}>
        <Amount value={coinValue} places={4} className={styles.strong} />
        <small>
          ≈ $<Amount value={usdtValue} places={2} />
        </small>
      </span>
    ),
    align: "right",
  },
  {
    id: "acts",
    header: <span className="hidden-but-read">{t("mining.acts")}</span>,
    cell: ({ name }) => (
      <span className={styles.acts}>
        {trade(name).map(({ to, text, look }) => (
          <LinkButton key={text} to={to} look={look} size="s">
            {text}
            <span className="hidden-but-read"> {name}</span>
          </LinkButton>
        ))}
      </span>
    ),
    align: "right",
  },
];

export default function LiveScreen() {
  const { data, error, refetch } = useQuery({
    queryKey: [...ownKeys.wallet, "minings"],
    queryFn: ({ signal }) => get("/api/v3/minings", undefined, signal),
    select: (answer) => answer.miners,
    refetchInterval: pollMs,
  });
  return (
    <Page>
      <PageHead
        title={
          <>
            {t("mining.live_title")}
            <span className={styles.live}>{t("mining.live")}</span>
          </>
        }
        lead={t("mining.live_lead")}
      >
        <LinkButton to="/wallet/miner">{t("mining.add")}</LinkButton>
      </PageHead>
      <Panel aria-label={t("mining.live_title")}>
        <Table
          label={t("mining.live_title")}
          columns={columns()}
          rows={data}
          rowKey={({ name }) => name}
          pageSize={rowsOnAPage}
          error={error}
          onRetry={() => void refetch()}
        />
      </Panel>
    </Page>
  );
}
