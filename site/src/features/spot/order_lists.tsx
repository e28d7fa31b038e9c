// The client's lists: open orders, order history, trade history, funds.
import { Pencil, X } from "lucide-react";
import { useState, type ReactNode } from "react";
import { sentence_of } from "../../lib/api";
import { useClientKey } from "../../lib/client_key";
import { t } from "../../lib/i18n";
import { Button, IconButton } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { EmptyState } from "../../ui/states";
import { Table, type Column, type Sort } from "../../ui/table";
import { toast } from "../../ui/toast";
import { may_change } from "./amend";
import { AmendOrder } from "./amend_order";
import {
  rows_on_a_page,
  useCancel,
  useFillPage,
  useFunds,
  useHistory,
  useOpenOrders,
  type Order,
} from "./api";
import { is_filtered, is_of, type SortKey, type Wanted } from "./list";
import {
  fill_columns,
  fund_columns,
  history_columns,
  open_columns,
  OrderLine,
  type PlacesOf,
} from "./order_columns";
import styles from "./orders.module.css";

export interface ListProps {
  wanted: Wanted;
  on_sort: (sort: Wanted["sort"]) => void;
  live: boolean;
  places: PlacesOf;
  /** Of the funds: part of a coin's name. */
  coin: string;
}

export const cancelled = (count: number) =>
  toast({ tone: "success", title: t("common.success"), text: t("spot.cancelled", { count }) });
export const not_cancelled = (error: unknown) =>
  toast({ tone: "error", title: t("spot.not_cancelled"), text: sentence_of(error) });

const columns_of: Readonly<Record<string, SortKey>> = {
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
function sorting({ wanted, on_sort }: ListProps, on_page: (page: number) => void) {
  const column = Object.keys(columns_of).find((id) => columns_of[id] === wanted.sort?.by) ?? "time";
  return {
    sort: { column, descending: wanted.sort?.descending ?? true },
    on_sort: ({ column: id, descending }: Sort) => {
      const by = columns_of[id];
      if (!by) return;
      on_page(0);
      on_sort({ by, descending });
    },
  };
}

/** What a list says when there is nothing in it: nothing at all, or nothing of this kind. */
const Nothing = ({ wanted, name }: { wanted: Wanted; name: "open" | "history" | "fills" }) =>
  is_filtered(wanted) ? (
    <EmptyState compact title={t("common.no_records")} text={t("spot.no_match")} />
  ) : (
    <EmptyState compact title={t(`spot.no_${name}`)} text={t(`spot.no_${name}_text`)} />
  );

function CancelOne({
  order,
  places,
  on_close,
}: {
  order: Order;
  places: PlacesOf;
  on_close: () => void;
}) {
  const cancel = useCancel();
  const client_id = useClientKey();
  const confirm = () =>
    cancel.mutate(
      { order_id: order.id, client_id },
      {
        onSuccess: (answer) => {
          on_close();
          cancelled(answer.cancelled);
        },
        onError: (error) => {
          on_close();
          not_cancelled(error);
        },
      },
    );
  return (
    <Dialog open on_close={on_close} title={t("spot.cancel_one_title")}>
      <p className={styles.question}>
        <OrderLine order={order} places={places} />
      </p>
      {order.oco_group !== undefined && <p className={styles.question}>{t("spot.cancel_oco")}</p>}
      <DialogActions>
        <Button look="outline" size="l" onClick={on_close}>
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
  const [page, set_page] = useState(0);
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
        {may_change(order) && (
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
        columns={[...open_columns(places), button]}
        rows={query.data?.orders}
        row_key={(order) => order.id}
        density="orders"
        page_size={rows_on_a_page}
        remote={{
          page,
          total: query.data?.total ?? 0,
          on_page: set_page,
          ...sorting(props, set_page),
        }}
        error={query.error}
        on_retry={() => void query.refetch()}
        empty={<Nothing wanted={wanted} name="open" />}
      />
      {changing && <AmendOrder order={changing} places={places} on_close={() => change(null)} />}
      {asked && <CancelOne order={asked} places={places} on_close={() => ask(null)} />}
    </>
  );
}

function OrderHistory(props: ListProps) {
  const { wanted, live, places } = props;
  const [page, set_page] = useState(0);
  const query = useHistory(wanted, page, live);
  return (
    <Table
      label={t("spot.order_history")}
      columns={history_columns(places)}
      rows={query.data?.orders}
      row_key={(order) => order.id}
      density="orders"
      page_size={rows_on_a_page}
      remote={{
        page,
        total: query.data?.total ?? 0,
        on_page: set_page,
        ...sorting(props, set_page),
      }}
      error={query.error}
      on_retry={() => void query.refetch()}
      empty={<Nothing wanted={wanted} name="history" />}
    />
  );
}

function TradeHistory(props: ListProps) {
  const { wanted, live, places } = props;
  const [page, set_page] = useState(0);
  const query = useFillPage(wanted, page, live);
  return (
    <Table
      label={t("spot.trade_history")}
      columns={fill_columns(places)}
      rows={query.data?.fills}
      row_key={(fill) => `${fill.id}-${fill.role}`}
      density="orders"
      page_size={rows_on_a_page}
      remote={{
        page,
        total: query.data?.fills_total ?? 0,
        on_page: set_page,
        ...sorting(props, set_page),
      }}
      error={query.error}
      on_retry={() => void query.refetch()}
      empty={<Nothing wanted={wanted} name="fills" />}
    />
  );
}

function Funds({ live, coin }: ListProps) {
  const query = useFunds(live);
  const rows = query.data?.funds.filter(is_of(coin));
  return (
    <Table
      label={t("spot.funds")}
      columns={fund_columns()}
      rows={rows}
      row_key={(fund) => fund.coin.name}
      density="orders"
      page_size={rows_on_a_page}
      error={query.error}
      on_retry={() => void query.refetch()}
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
