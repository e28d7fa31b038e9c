// Staking: what can be subscribed, found by name or by what the client has, and what is.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { get } from "../../lib/api";
import { ownKeys } from "../../lib/client_events";
import { isZero } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { LinkButton } from "../../ui/button";
import { Checkbox, SearchInput } from "../../ui/input";
import { Amount, Percent } from "../../ui/number";
import { Page, PageHead, Panel, PanelHead, PanelTitle } from "../../ui/page";
import { EmptyState, Skeleton } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import { useEarnPace } from "./api";
import { CoinCell } from "./coin_cell";
import { useProducts, type Product } from "./offers_api";
import styles from "./screens.module.css";
import { matching } from "./stake_rules";
import { Subscriptions } from "./subscriptions";

const pageSize = 10;

const columns = (): Column<Product>[] => [
  {
    id: "coin",
    header: t("earn.coin"),
    cell: (product) => (
      <CoinCell name={product.name} fullName={product.full_name} image={product.image} />
    ),
    skeleton: 140,
  },
  {
    id: "apr",
    header: t("earn.est_apr"),
    cell: (product) =>
      product.open ? (
        <Percent value={product.apr} className={styles.strong} />
      ) : (
        <span className={styles.quiet}>{t("earn.not_available")}</span>
      ),
    align: "right",
  },
  {
    id: "duration",
    header: t("earn.duration"),
    cell: () => t("earn.product_flexible"),
    align: "right",
    show: "not-phone",
  },
  {
    id: "stake",
    header: <span className="hidden-but-read">{t("earn.actions")}</span>,
    cell: (product) =>
      product.open && (
        <LinkButton to={`/wallet/simple_earn?coin=${product.name}`} size="s" look="secondary">
          {t("earn.stake")}
          <span className="hidden-but-read"> {product.name}</span>
        </LinkButton>
      ),
    align: "right",
    width: 120,
  },
];

function useOverview() {
  const refetchInterval = useEarnPace();
  return useQuery({
    queryKey: [...ownKeys.earn, "overview"],
    queryFn: ({ signal }) => get("/api/v3/overview", undefined, signal),
    refetchInterval,
  });
}

/** The coins that the spot wallet has something of. */
function useOwned() {
  const refetchInterval = useEarnPace();
  return useQuery({
    queryKey: [...ownKeys.earn, "owned"],
    queryFn: ({ signal }) => get("/api/v3/wallets/spot", undefined, signal),
    select: (answer) =>
      new Set(
        answer.wallet
          .filter(({ coin_value: coinValue }) => !isZero(coinValue))
          .map(({ name }) => name),
      ),
    refetchInterval,
  });
}

function EarnTotal() {
  const { data } = useOverview();
  return (
    <Panel aria-label={t("earn.available_balance")}>
      <div className={styles.figure}>
        <p className={styles.label}>{t("earn.available_balance")}</p>
        <p className={styles.value}>
          {data ? (
            <>
              <Amount value={data.earnTotal} places={2} />
              <span className={styles.unit}>USDT</span>
            </>
          ) : (
            <Skeleton width={180} height={24} />
          )}
        </p>
      </div>
    </Panel>
  );
}

export default function StakeScreen() {
  const [search, setSearch] = useState("");
  const [match, setMatch] = useState(false);
  const query = useProducts();
  const owned = useOwned();
  // Until it is known what the client has, nothing can be said to match it.
  const needed = match ? [query, owned] : [query];
  const failed = needed.find((one) => one.error && !one.data);
  const has = match ? owned.data : null;
  const rows = query.data && has !== undefined ? matching(query.data, search, has) : undefined;
  return (
    <Page>
      <PageHead above={t("earn.earn")} title={t("earn.staking")}>
        <LinkButton to="/wallet/transactions" look="secondary">
          {t("earn.transactions")}
        </LinkButton>
      </PageHead>
      <EarnTotal />
      <Panel aria-label={t("earn.products")}>
        <PanelHead>
          <PanelTitle>{t("earn.products")}</PanelTitle>
          <Checkbox checked={match} onChange={setMatch}>
            {t("earn.match_assets")}
          </Checkbox>
          <SearchInput
            label={t("earn.search")}
            value={search}
            onValue={setSearch}
            className={styles.search}
          />
        </PanelHead>
        <Table
          key={`${search} ${match}`}
          label={t("earn.products")}
          columns={columns()}
          rows={rows}
          rowKey={(product) => product.id}
          pageSize={pageSize}
          error={failed?.error}
          onRetry={() => void failed?.refetch()}
          empty={
            <EmptyState
              compact
              title={t(search || match ? "earn.nothing_found" : "earn.no_products")}
            />
          }
        />
      </Panel>
      <Subscriptions />
    </Page>
  );
}
