// The client's lists: open orders, order history, trade history, funds.
import { Pencil, X } from "lucide-react";
import { useState, type ReactNode } from "react";
import { sentenceOf } from "../../lib/api";
import { useClientKey } from "../../lib/client_key";
import { t } from "../../lib/i18n";
import { Button, IconButton } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { EmptyState } from "../../ui/states";
import { Table, type Column, type Sort } from "../../ui/table";
import { toast } from "../../ui/toast";
import { mayChange } from "./amend";
import { AmendOrder } from "./amend_order";
import {
  rowsOnAPage,
  useCancel,
  useFillPage,
  useFunds,
  useHistory,
  useOpenOrders,
  type Order,
} from "./api";
import { isFiltered, isOf, type SortKey, type Wanted } from "./list";
import {
  fillColumns,
  fundColumns,
  historyColumns,
  openColumns,
  OrderLine,
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

export const cancelled = (count: number) =>
  toast({ tone: "success", title: t("common.success"), text: t("spot.cancelled", { count }) });
export const notCancelled = (error: unknown) =>
  toast({ tone: "error", title: t("spot.not_cancelled"), text: sentenceOf(error) });

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
 * The table's sorted column and the list's are the same under two names. Another order begins on
 * the first page again.
 */
function sorting({ wanted, onSort }: ListProps, onPage: (page: number) => void) {
  const column = Object.keys(columnsOf).find((id) => columnsOf[id] === wanted.sort?.by) ?? "time";
  return {
    sort: { column, descending: wanted.sort?.descending ?? true },
    onSort: ({ column: id, descending }: Sort) => {
      const by = columnsOf[id];
      if (!by) return;
      onPage(0);
      onSort({ by, descending });
    },
  };
}

/** What a list says when there is nothing in it: nothing at all, or nothing of this kind. */
const Nothing = ({ wanted, name }: { wanted: Wanted; name: "open" | "history" | "fills" }) =>
  isFiltered(wanted) ? (
    <EmptyState compact title={t("common.no_records")} text={t("spot.no_match")} />
  ) : (
    <EmptyState compact title={t(`spot.no_${name}`)} text={t(`spot.no_${name}_text`)} />
  );

function CancelOne({
  order,
  places,
  onClose,
}: {
  order: Order;
  places: PlacesOf;
  onClose: () => void;
}) {
  const cancel = useCancel();
  const clientId = useClientKey();
  const confirm = () =>
    cancel.mutate(
      { order_id: order.id, client_id: clientId },
      {
        onSuccess: (answer) => {
          onClose();
          cancelled(answer.cancelled);
        },
        onError: (error) => {
          onClose();
          notCancelled(error);
        },
      },
    );
  return (
    <Dialog open onClose={onClose} title={t("spot.cancel_one_title")}>
      <p className={styles.question}>
        <OrderLine order={order} places={places} />
      </p>
      {order.oco_group !== undefined && <p className={styles.question}>{t("spot.cancel_oco")}</p>}
      <DialogActions>
        <Button look="outline" size="l" onClick={onClose}>
          {t("spot.keep_order")}
        </Button>
        <Button look="sell" size="l" busy={cancel.isPending} onClick={confirm}>
          {t("spot.cancel_this")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function OpenOrders(props: ListProps) {
  const { wanted, live, places } = props;
  const [page, setPage] = useState(0);
  const [asked, ask] = useState<Order | null>(null);
  const [changing, change] = useState<Order | null>(null);
  const query = useOpenOrders(wanted, page, live);
  const button: Column<Order> = {
    id: "cancel",
    header: <span className="hidden-but-read">{t("spot.amend_or_cancel")}</span>,
    align: "right",
    width: 84,
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
        pageSize={rowsOnAPage}
        remote={{
          page,
          total: query.data?.total ?? 0,
          onPage: setPage,
          ...sorting(props, setPage),
        }}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={<Nothing wanted={wanted} name="open" />}
      />
      {changing && <AmendOrder order={changing} places={places} onClose={() => change(null)} />}
      {asked && <CancelOne order={asked} places={places} onClose={() => ask(null)} />}
    </>
  );
}

function OrderHistory(props: ListProps) {
  const { wanted, live, places } = props;
  const [page, setPage] = useState(0);
  const query = useHistory(wanted, page, live);
  return (
    <Table
      label={t("spot.order_history")}
      columns={historyColumns(places)}
      rows={query.data?.orders}
      rowKey={(order) => order.id}
      density="orders"
      pageSize={rowsOnAPage}
      remote={{
        page,
        total: query.data?.total ?? 0,
        onPage: setPage,
        ...sorting(props, setPage),
      }}
      error={query.error}
      onRetry={() => void query.refetch()}
      empty={<Nothing wanted={wanted} name="history" />}
    />
  );
}

function TradeHistory(props: ListProps) {
  const { wanted, live, places } = props;
  const [page, setPage] = useState(0);
  const query = useFillPage(wanted, page, live);
  return (
    <Table
      label={t("spot.trade_history")}
      columns={fillColumns(places)}
      rows={query.data?.fills}
      rowKey={(fill) => `${fill.id}-${fill.role}`}
      density="orders"
      pageSize={rowsOnAPage}
      remote={{
        page,
        total: query.data?.fills_total ?? 0,
        onPage: setPage,
        ...sorting(props, setPage),
      }}
      error={query.error}
      onRetry={() => void query.refetch()}
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
