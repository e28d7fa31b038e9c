// What came in, what went out, what was bought, what was sold, and all else.
import { FileSpreadsheet, FileText } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import { placesOf, type Decimal } from "../../lib/decimal";
import {
  readDeposits,
  readWithdrawals,
  useFundPage,
  type Read,
  type Wanted,
} from "../../lib/funds";
import { t } from "../../lib/i18n";
import { Button } from "../../ui/button";
import { Chip } from "../../ui/chip";
import { CoinIcon, PairName } from "../../ui/coin";
import { ExportButton } from "../../ui/export_button";
import { depositColumns, withdrawalColumns } from "../../ui/fund_lists";
import { Amount, Price, Time } from "../../ui/number";
import { Page, PageHead, Panel } from "../../ui/page";
import { usePages } from "../../ui/pages";
import { EmptyState } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import { TabPanel, Tabs } from "../../ui/tabs";
import { WithdrawalDialog } from "../../ui/withdrawal_dialog";
import { readBuys, readOthers, readSells, type OtherMovement, type PastOrder } from "./api";
import { Filters } from "./filters";
import styles from "./history.module.css";
import {
  fileOf,
  historyTabs,
  isNarrowed,
  kindText,
  orderState,
  queryOf,
  walletText,
  type HistoryTab,
} from "./lists";
import { StatementDialog, TaxDialog } from "./download_dialog";

const tabsId = "history";
const rowsOnAPage = 10;
const twoPlaces = 2;

/** Two places, and more where an amount has them: a thousandth of a bitcoin is not 0.00. */
const amountPlaces = (amount: Decimal): number => Math.max(twoPlaces, placesOf(amount));

const tones = { PENDING: "warning", APPROVED: "up", DISSAPROVED: "neutral", DECLINED: "neutral" };

const orderColumns = (): Column<PastOrder>[] => [
  {
    id: "name",
    header: t("history.name"),
    cell: ({ coin_pair: coinPair, image }) => (
      <span className={styles.pair}>
        <CoinIcon name={coinPair} image={image} />
        <PairName name={coinPair} />
      </span>
    ),
    skeleton: 110,
  },
  {
    id: "price",
    header: t("history.price"),
    cell: ({ final_price: finalPrice }) => (
      <Price value={finalPrice} places={twoPlaces} currency="$" />
    ),
    align: "right",
  },
  {
    id: "status",
    header: t("history.status"),
    cell: ({ state }) => (
      <Chip tone={tones[state] as "warning" | "up" | "neutral"}>{orderState(state)}</Chip>
    ),
    align: "center",
  },
  {
    id: "amount",
    header: t("history.amount"),
    cell: ({ number_of_order: numberOfOrder }) => (
      <Amount value={numberOfOrder} places={amountPlaces(numberOfOrder)} />
    ),
    align: "right",
  },
];

const otherColumns = (): Column<OtherMovement>[] => [
  {
    id: "name",
    header: t("history.name"),
    // On phones the time and the wallets stand here, too: they have no columns there.
    cell: (one) => (
      <span className={styles.pair}>
        <CoinIcon name={one.coin} image={one.image} />
        <span>
          {one.coin}
          <span className={styles.below}>
            <Time at={one.at} style="table" />
            <br />
            {walletText(one)}
          </span>
        </span>
      </span>
    ),
    skeleton: 80,
  },
  { id: "kind", header: t("history.kind"), cell: ({ kind }) => <Chip>{kindText(kind)}</Chip> },
  {
    id: "date",
    header: t("history.date"),
    cell: ({ at }) => <Time at={at} style="table" />,
    show: "not-phone",
  },
  {
    id: "wallet",
    header: t("history.wallet"),
    cell: walletText,
    show: "wide",
    skeleton: 160,
  },
  {
    id: "amount",
    header: t("history.amount"),
    // A transfer between own wallets neither came nor went.
    cell: ({ kind, amount }) => (
      <Amount value={amount} places={amountPlaces(amount)} signed={kind !== "transfer"} />
    ),
    align: "right",
  },
];

interface ListProps {
  tab: HistoryTab;
  wanted: Wanted;
}

/** One list with its pages, from the call that it comes from. */
function List<Row extends { id: string }, Query extends object>(
  props: ListProps & {
    read: Read<Row, Query>;
    query: Query;
    columns: (open: (row: Row) => void) => Column<Row>[];
    /** All that is known of one row. */
    details?: (row: Row, close: () => void) => ReactNode;
  },
) {
  const { tab, wanted, details } = props;
  const [opened, setOpened] = useState<string | null>(null);
  const open = ({ id }: Row) => setOpened(id);
  const { page, paged } = usePages(rowsOnAPage);
  const query = useFundPage(tab, props.read, props.query, page, rowsOnAPage);
  const shown = query.data?.rows.find(({ id }) => id === opened);
  return (
    <>
      <Table
        label={t(`history.${tab}`)}
        columns={props.columns(open)}
        rows={query.data?.rows}
        rowKey={({ id }) => id}
        {...paged(query)}
        empty={
          <EmptyState
            title={t("history.empty")}
            {...(isNarrowed(wanted) && { text: t("history.empty_filter") })}
          />
        }
      />
      {shown && details?.(shown, () => setOpened(null))}
    </>
  );
}

const lists: Readonly<Record<HistoryTab, (props: ListProps) => ReactNode>> = {
  deposit: (props) => (
    <List
      {...props}
      read={readDeposits}
      query={queryOf.deposit(props.wanted)}
      columns={depositColumns}
    />
  ),
  withdrawal: (props) => (
    <List
      {...props}
      read={readWithdrawals}
      query={queryOf.withdrawal(props.wanted)}
      columns={withdrawalColumns}
      details={(one, close) => <WithdrawalDialog withdrawal={one} onClose={close} />}
    />
  ),
  buy: (props) => (
    <List {...props} read={readBuys} query={queryOf.buy(props.wanted)} columns={orderColumns} />
  ),
  sell: (props) => (
    <List {...props} read={readSells} query={queryOf.sell(props.wanted)} columns={orderColumns} />
  ),
  other: (props) => (
    <List {...props} read={readOthers} query={queryOf.other(props.wanted)} columns={otherColumns} />
  ),
};

/** The tab of the address: /history#sell; the first one where there is none. */
function useTab(): [HistoryTab, (tab: HistoryTab) => void] {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const tab = historyTabs.find((one) => `#${one}` === hash) ?? "deposit";
  return [tab, (next) => void navigate({ hash: next }, { replace: true })];
}

export default function HistoryScreen() {
  const [tab, setTab] = useTab();
  const [wanted, setWanted] = useState<Wanted>({});
  const [download, setDownload] = useState<"statement" | "tax" | null>(null);
  const choose = (next: HistoryTab) => {
    // Coins and states differ between the lists, days do not.
    setWanted({ from: wanted.from, to: wanted.to });
    setTab(next);
  };
  return (
    <Page>
      <PageHead above={t("history.area")} title={t("history.title")}>
        <ExportButton name={`cambio-${tab}`} read={() => fileOf(tab, wanted)} />
        <Button onClick={() => setDownload("statement")}>
          <FileText size={16} strokeWidth={1.5} aria-hidden="true" />
          {t("history.statement")}
        </Button>
        <Button onClick={() => setDownload("tax")}>
          <FileSpreadsheet size={16} strokeWidth={1.5} aria-hidden="true" />
          {t("history.tax")}
        </Button>
      </PageHead>
      <Tabs
        id={tabsId}
        label={t("history.title")}
        items={historyTabs.map((id) => ({ id, label: t(`history.${id}`) }))}
        value={tab}
        onValue={choose}
      />
      <TabPanel tabs={tabsId} tab={tab}>
        <Filters {...{ tab, wanted }} onWanted={setWanted} />
        <Panel aria-label={t(`history.${tab}`)}>
          {/* Another choice begins at its first page. */}
          <Chosen key={`${tab} ${JSON.stringify(wanted)}`} {...{ tab, wanted }} />
        </Panel>
      </TabPanel>
      {download === "statement" && <StatementDialog onClose={() => setDownload(null)} />}
      {download === "tax" && <TaxDialog onClose={() => setDownload(null)} />}
    </Page>
  );
}

const Chosen = (props: ListProps) => lists[props.tab](props);
