// The client's lists: open orders, order history, trade history, funds.
import { Pencil, X } from "lucide-react";
import { useState, type ReactNode } from "react";
import { t } from "../../lib/i18n";
import { IconButton } from "../../ui/button";
import { usePages, type PagedAnswer } from "../../ui/pages";
import { EmptyState } from "../../ui/states";
import { Table, type Column, type Sort } from "../../ui/table";
import { mayChange } from "./amend";
import { AmendOrder } from "./amend_order";
import { rowsOnAPage, useFillPage, useFunds, useHistory, useOpenOrders, type Order } from "./api";
import { CancelOrder } from "./cancel_order";
import { isFiltered, isOf, type SortKey, type Wanted } from "./list";
import {
  fillColumns,
  fundColumns,
  historyColumns,
  openColumns,
  type PlacesOf,
} from "./order_columns";
import styles from "./orders.module.css";

export interface ListProps {
  wanted: Wanted;
  onSort: (sort: Wanted["sort"]) => void;
  live: boolean;
  places: PlacesOf;
  /** Of the funds: part of a coin's name. */
  coin: string;
}

const columnsOf: Readonly<Record<string, SortKey>> = {
  time: "created_at",
  pair: "name",
  side: "side",
  type: "type",
  price: "price",
  amount: "quantity",
  filled: "filled",
  total: "total",
};

/**
 * The open page of a list, sorted by the server. The table's sorted column and the list's are the
 * same under two names. Another order begins on the first page again.
 */
function useSorted({ wanted, onSort }: ListProps) {
  const { page, onPage, paged } = usePages(rowsOnAPage);
  const column = Object.keys(columnsOf).find((id) => columnsOf[id] === wanted.sort?.by) ?? "time";
  const sorting = {
    sort: { column, descending: wanted.sort?.descending ?? true },
    onSort: ({ column: id, descending }: Sort) => {
      const by = columnsOf[id];
      if (!by) return;
      onPage(0);
      onSort({ by, descending });
    },
  };
  return { page, sorted: (answer: PagedAnswer) => paged(answer, sorting) };
}

/** What a list says when there is nothing in it: nothing at all, or nothing of this kind. */
const Nothing = ({ wanted, name }: { wanted: Wanted; name: "open" | "history" | "fills" }) =>
  isFiltered(wanted) ? (
    <EmptyState compact title={t("common.no_records")} text={t("spot.no_match")} />
  ) : (
    <EmptyState compact title={t(`spot.no_${name}`)} text={t(`spot.no_${name}_text`)} />
  );

function OpenOrders(props: ListProps) {
  const { wanted, live, places } = props;
  const { page, sorted } = useSorted(props);
  const [asked, ask] = useState<Order | null>(null);
  const [changing, change] = useState<Order | null>(null);
  const query = useOpenOrders(wanted, page, live);
  const button: Column<Order> = {
    id: "cancel",
    header: <span className="hidden-but-read">{t("spot.amend_or_cancel")}</span>,
    align: "right",
    width: 84,
    stays: true,
    skeleton: 44,
    cell: (order) => (
      <span className={styles.buttons}>
        {mayChange(order) && (
          <IconButton
            label={t("spot.amend_order", { pair: order.coin_pair.pair_name })}
            className={styles.pencil}
            onClick={() => change(order)}
          >
            <Pencil size={14} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        )}
        <IconButton
          label={t("spot.cancel_order", { pair: order.coin_pair.pair_name })}
          className={styles.cross}
          onClick={() => ask(order)}
        >
          <X size={14} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      </span>
    ),
  };
  return (
    <>
      <Table
        label={t("spot.open_orders")}
        columns={[...openColumns(places), button]}
        rows={query.data?.orders}
        rowKey={(order) => order.id}
        density="orders"
        {...sorted(query)}
        empty={<Nothing wanted={wanted} name="open" />}
      />
      {changing && <AmendOrder order={changing} places={places} onClose={() => change(null)} />}
      {asked && <CancelOrder order={asked} places={places} onClose={() => ask(null)} />}
    </>
  );
}

function OrderHistory(props: ListProps) {
  const { wanted, live, places } = props;
  const { page, sorted } = useSorted(props);
  const query = useHistory(wanted, page, live);
  return (
    <Table
      label={t("spot.order_history")}
      columns={historyColumns(places)}
      rows={query.data?.orders}
      rowKey={(order) => order.id}
      density="orders"
      {...sorted(query)}
      empty={<Nothing wanted={wanted} name="history" />}
    />
  );
}

function TradeHistory(props: ListProps) {
  const { wanted, live, places } = props;
  const { page, sorted } = useSorted(props);
  const { data, error, refetch } = useFillPage(wanted, page, live);
  return (
    <Table
      label={t("spot.trade_history")}
      columns={fillColumns(places)}
      rows={data?.fills}
      rowKey={(fill) => `${fill.id}-${fill.role}`}
      density="orders"
      {...sorted({ data: data && { total: data.fills_total }, error, refetch })}
      empty={<Nothing wanted={wanted} name="fills" />}
    />
  );
}

function Funds({ live, coin }: ListProps) {
  const query = useFunds(live);
  const rows = query.data?.funds.filter(isOf(coin));
  return (
    <Table
      label={t("spot.funds")}
      columns={fundColumns()}
      rows={rows}
      rowKey={(fund) => fund.coin.name}
      density="orders"
      pageSize={rowsOnAPage}
      error={query.error}
      onRetry={() => void query.refetch()}
      empty={
        coin.trim() === "" ? (
          <EmptyState compact title={t("spot.no_funds")} text={t("spot.no_funds_text")} />
        ) : (
          <EmptyState compact title={t("common.no_records")} text={t("spot.no_match")} />
        )
      }
    />
  );
}

export const tabs = ["open", "history", "trades", "funds"] as const;
export type Tab = (typeof tabs)[number];

export const lists: Record<Tab, (props: ListProps) => ReactNode> = {
  open: OpenOrders,
  history: OrderHistory,
  trades: TradeHistory,
  funds: Funds,
};
