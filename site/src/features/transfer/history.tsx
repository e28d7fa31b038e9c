// The transfers, newest first.
import { ArrowRight } from "lucide-react";
import { trimZeros } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { CoinIcon } from "../../ui/coin";
import { Amount, Time } from "../../ui/number";
import { Panel, PanelHead, PanelTitle } from "../../ui/page";
import { usePages } from "../../ui/pages";
import { EmptyState } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import { rowsOnAPage, useTransfers, type Transfer } from "./api";
import styles from "./transfer.module.css";

const columns = (): Column<Transfer>[] => [
  {
    id: "time",
    header: t("transfer.time"),
    cell: (row) => <Time at={row.at} style="table" className={styles.quiet} />,
    skeleton: 88,
  },
  {
    id: "coin",
    header: t("transfer.coin"),
    cell: (row) => (
      <span className={styles.pair}>
        <CoinIcon name={row.coin} image={row.image} size={20} />
        {row.coin}
      </span>
    ),
    show: "not-phone",
  },
  {
    id: "wallets",
    header: t("transfer.route_column"),
    cell: (row) => (
      <span className={styles.wallets}>
        {t(`transfer.${row.from}`)}
        <ArrowRight size={14} strokeWidth={1.5} aria-hidden="true" />
        {t(`transfer.${row.to}`)}
      </span>
    ),
    skeleton: 140,
  },
  {
    id: "amount",
    header: t("transfer.amount"),
    cell: (row) => <Amount value={trimZeros(row.amount)} unit={row.coin} />,
    align: "right",
  },
];

export function History() {
  const { page, paged } = usePages(rowsOnAPage);
  const query = useTransfers(page);
  return (
    <Panel aria-label={t("transfer.history")}>
      <PanelHead>
        <PanelTitle>{t("transfer.history")}</PanelTitle>
      </PanelHead>
      <Table
        label={t("transfer.history")}
        columns={columns()}
        rows={query.data?.transfers}
        rowKey={(row) => row.id}
        density="orders"
        {...paged(query)}
        empty={
          <EmptyState
            compact
            title={t("transfer.no_history")}
            text={t("transfer.no_history_text")}
          />
        }
      />
    </Panel>
  );
}
