// What came in, what went out, what was bought and what was sold.
import { FileText } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import { places_of, type Decimal } from "../../lib/decimal";
import { read_deposits, read_withdrawals, useFundPage, type Wanted } from "../../lib/funds";
import { t } from "../../lib/i18n";
import { Button } from "../../ui/button";
import { Chip } from "../../ui/chip";
import { CoinIcon, PairName } from "../../ui/coin";
import { ExportButton } from "../../ui/export_button";
import { deposit_columns, withdrawal_columns } from "../../ui/fund_lists";
import { Amount, Price } from "../../ui/number";
import { Page, PageHead, Panel } from "../../ui/page";
import { usePages } from "../../ui/pages";
import { EmptyState } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import { TabPanel, Tabs } from "../../ui/tabs";
import { read_buys, read_sells, type PastOrder } from "./api";
import { Filters } from "./filters";
import styles from "./history.module.css";
import {
  file_of,
  history_tabs,
  is_narrowed,
  order_state,
  query_of,
  type HistoryTab,
} from "./lists";
import { StatementDialog } from "./statement_dialog";

const tabs_id = "history";
const rows_on_a_page = 10;
const two_places = 2;

/** Two places, and more where an amount has them: a thousandth of a bitcoin is not 0.00. */
const amount_places = (amount: Decimal): number => Math.max(two_places, places_of(amount));

const tones = { PENDING: "warning", APPROVED: "up", DISSAPROVED: "neutral", DECLINED: "neutral" };

const order_columns = (): Column<PastOrder>[] => [
  {
    id: "name",
    header: t("history.name"),
    cell: ({ coin_pair, image }) => (
      <span className={styles.pair}>
        <CoinIcon name={coin_pair} image={image} />
        <PairName name={coin_pair} />
      </span>
    ),
    skeleton: 110,
  },
  {
    id: "price",
    header: t("history.price"),
    cell: ({ final_price }) => <Price value={final_price} places={two_places} currency="$" />,
    align: "right",
  },
  {
    id: "status",
    header: t("history.status"),
    cell: ({ state }) => (
      <Chip tone={tones[state] as "warning" | "up" | "neutral"}>{order_state(state)}</Chip>
    ),
    align: "center",
  },
  {
    id: "amount",
    header: t("history.amount"),
    cell: ({ number_of_order }) => (
      <Amount value={number_of_order} places={amount_places(number_of_order)} />
    ),
    align: "right",
  },
];

interface ListProps {
  tab: HistoryTab;
  wanted: Wanted;
}

/** One list with its pages, from the call that it comes from. */
function List<Row extends { id: string }>(
  props: ListProps & {
    read: Parameters<typeof useFundPage<Row>>[1];
    columns: readonly Column<Row>[];
  },
) {
  const { tab, wanted } = props;
  const { page, paged } = usePages(rows_on_a_page);
  const query = useFundPage(tab, props.read, query_of(tab, wanted), page, rows_on_a_page);
  return (
    <Table
      label={t(`history.${tab}`)}
      columns={props.columns}
      rows={query.data?.rows}
      row_key={({ id }) => id}
      {...paged(query)}
      empty={
        <EmptyState
          title={t("history.empty")}
          {...(is_narrowed(wanted) && { text: t("history.empty_filter") })}
        />
      }
    />
  );
}

const lists: Readonly<Record<HistoryTab, (props: ListProps) => ReactNode>> = {
  deposit: (props) => <List {...props} read={read_deposits} columns={deposit_columns()} />,
  withdrawal: (props) => <List {...props} read={read_withdrawals} columns={withdrawal_columns()} />,
  buy: (props) => <List {...props} read={read_buys} columns={order_columns()} />,
  sell: (props) => <List {...props} read={read_sells} columns={order_columns()} />,
};

/** The tab of the address: /history#sell; the first one where there is none. */
function useTab(): [HistoryTab, (tab: HistoryTab) => void] {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const tab = history_tabs.find((one) => `#${one}` === hash) ?? "deposit";
  return [tab, (next) => void navigate({ hash: next }, { replace: true })];
}

export default function HistoryScreen() {
  const [tab, set_tab] = useTab();
  const [wanted, set_wanted] = useState<Wanted>({});
  const [stating, set_stating] = useState(false);
  const choose = (next: HistoryTab) => {
    // Coins and states differ between the lists, days do not.
    set_wanted({ from: wanted.from, to: wanted.to });
    set_tab(next);
  };
  return (
    <Page>
      <PageHead above={t("history.area")} title={t("history.title")}>
        <ExportButton name={`cambio-${tab}`} read={() => file_of(tab, wanted)} />
        <Button onClick={() => set_stating(true)}>
          <FileText size={16} strokeWidth={1.5} aria-hidden="true" />
          {t("history.statement")}
        </Button>
      </PageHead>
      <Tabs
        id={tabs_id}
        label={t("history.title")}
        items={history_tabs.map((id) => ({ id, label: t(`history.${id}`) }))}
        value={tab}
        on_value={choose}
      />
      <TabPanel tabs={tabs_id} tab={tab}>
        <Filters {...{ tab, wanted }} on_wanted={set_wanted} />
        <Panel aria-label={t(`history.${tab}`)}>
          {/* Another choice begins at its first page. */}
          <Chosen key={`${tab} ${JSON.stringify(wanted)}`} {...{ tab, wanted }} />
        </Panel>
      </TabPanel>
      {stating && <StatementDialog on_close={() => set_stating(false)} />}
    </Page>
  );
}

const Chosen = (props: ListProps) => lists[props.tab](props);
