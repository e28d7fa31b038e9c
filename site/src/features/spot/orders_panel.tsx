// The client's own: open orders, order history, trade history, funds.
import { X } from "lucide-react";
import { useState, type ReactNode } from "react";
import { sentence_of } from "../../lib/api";
import { t } from "../../lib/i18n";
import { useAllPairs } from "../../lib/pairs";
import { useSession } from "../../lib/session";
import { Button, IconButton, LinkButton, TextButton } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { Checkbox } from "../../ui/input";
import { EmptyState } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import { TabPanel, Tabs } from "../../ui/tabs";
import { toast } from "../../ui/toast";
import {
  rows_on_a_page,
  useCancel,
  useFills,
  useFunds,
  useHistory,
  useOpenOrders,
  type Order,
} from "./api";
import {
  fill_columns,
  fund_columns,
  history_columns,
  open_columns,
  type PlacesOf,
} from "./order_columns";
import styles from "./orders.module.css";

const tabs_id = "orders";
const tabs = ["open", "history", "trades", "funds"] as const;
type Tab = (typeof tabs)[number];

interface ListProps {
  /** The pair that alone is listed; undefined: all. */
  name: string | undefined;
  live: boolean;
  places: PlacesOf;
}

const cancelled = (count: number) =>
  toast({ tone: "success", title: t("common.success"), text: t("spot.cancelled", { count }) });
const not_cancelled = (error: unknown) =>
  toast({ tone: "error", title: t("spot.not_cancelled"), text: sentence_of(error) });

function OpenOrders({ name, live, places }: ListProps) {
  const [page, set_page] = useState(0);
  const query = useOpenOrders(name, page, live);
  const cancel = useCancel();
  const press = (order: Order) =>
    cancel.mutate(
      { order_id: order.id },
      { onSuccess: (answer) => cancelled(answer.cancelled), onError: not_cancelled },
    );
  const button: Column<Order> = {
    id: "cancel",
    header: <span className="hidden-but-read">{t("common.cancel")}</span>,
    align: "right",
    width: 56,
    skeleton: 16,
    cell: (order) => (
      <IconButton
        label={t("spot.cancel_order", { pair: order.coin_pair.pair_name })}
        className={styles.cross}
        disabled={
          cancel.isPending && cancel.variables && "order_id" in cancel.variables
            ? cancel.variables.order_id === order.id
            : false
        }
        onClick={() => press(order)}
      >
        <X size={14} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
    ),
  };
  return (
    <Table
      label={t("spot.open_orders")}
      columns={[...open_columns(places), button]}
      rows={query.data?.orders}
      row_key={(order) => order.id}
      density="orders"
      page_size={rows_on_a_page}
      remote={{ page, total: query.data?.total ?? 0, on_page: set_page }}
      error={query.error}
      on_retry={() => void query.refetch()}
      empty={<EmptyState compact title={t("spot.no_open")} text={t("spot.no_open_text")} />}
    />
  );
}

function OrderHistory({ name, live, places }: ListProps) {
  const [page, set_page] = useState(0);
  const query = useHistory(name, page, live);
  return (
    <Table
      label={t("spot.order_history")}
      columns={history_columns(places)}
      rows={query.data?.orders}
      row_key={(order) => order.id}
      density="orders"
      page_size={rows_on_a_page}
      remote={{ page, total: query.data?.total ?? 0, on_page: set_page }}
      error={query.error}
      on_retry={() => void query.refetch()}
      empty={<EmptyState compact title={t("spot.no_history")} text={t("spot.no_history_text")} />}
    />
  );
}

function TradeHistory({ name, live, places }: ListProps) {
  const query = useFills(name, live);
  return (
    <Table
      label={t("spot.trade_history")}
      columns={fill_columns(places)}
      rows={query.data?.fills}
      row_key={(fill) => `${fill.id}-${fill.role}`}
      density="orders"
      page_size={rows_on_a_page}
      error={query.error}
      on_retry={() => void query.refetch()}
      empty={<EmptyState compact title={t("spot.no_fills")} text={t("spot.no_fills_text")} />}
    />
  );
}

function Funds({ live }: ListProps) {
  const query = useFunds(live);
  return (
    <Table
      label={t("spot.funds")}
      columns={fund_columns()}
      rows={query.data?.funds}
      row_key={(fund) => fund.coin.name}
      density="orders"
      page_size={rows_on_a_page}
      error={query.error}
      on_retry={() => void query.refetch()}
      empty={<EmptyState compact title={t("spot.no_funds")} text={t("spot.no_funds_text")} />}
    />
  );
}

const lists: Record<Tab, (props: ListProps) => ReactNode> = {
  open: OpenOrders,
  history: OrderHistory,
  trades: TradeHistory,
  funds: Funds,
};

function CancelAll({ name, count }: { name: string | undefined; count: number }) {
  const [asking, ask] = useState(false);
  const cancel = useCancel();
  const close = () => ask(false);
  const confirm = () =>
    cancel.mutate(
      { all: true, ...(name === undefined ? {} : { name }) },
      {
        onSuccess: (answer) => {
          close();
          cancelled(answer.cancelled);
        },
        onError: not_cancelled,
      },
    );
  return (
    <>
      <TextButton className={styles.all} disabled={count === 0} onClick={() => ask(true)}>
        {t("spot.cancel_all")}
      </TextButton>
      <Dialog open={asking} on_close={close} title={t("spot.cancel_all_title")}>
        <p className={styles.question}>{t("spot.cancel_all_text", { count })}</p>
        <DialogActions>
          <Button look="outline" size="l" onClick={close}>
            {t("spot.keep_orders")}
          </Button>
          <Button look="sell" size="l" busy={cancel.isPending} onClick={confirm}>
            {t("spot.cancel_all")}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

export function OrdersPanel({ pair, live }: { pair: string; live: boolean }) {
  const [tab, set_tab] = useState<Tab>("open");
  const [hide, set_hide] = useState(false);
  const signed_in = useSession() !== null;
  const name = hide ? pair : undefined;
  const open = useOpenOrders(name, 0, live).data?.total;
  const pairs = useAllPairs().data?.coinpair;
  const places: PlacesOf = (wanted) => {
    const found = pairs?.find((other) => other.coin_pair_name === wanted);
    return found && { price: found.price_places, quantity: found.quantity_places };
  };
  const List = lists[tab];
  return (
    <section className={styles.panel} aria-label={t("spot.your_orders")}>
      <div className={styles.head}>
        <Tabs
          id={tabs_id}
          label={t("spot.your_orders")}
          items={tabs.map((id) => ({
            id,
            label:
              id === "open" && open !== undefined
                ? t("spot.open_orders_count", { n: open })
                : t(`spot.tab_${id}`),
          }))}
          value={tab}
          on_value={set_tab}
          dense
          className={styles.tabs}
        />
        {signed_in && tab !== "funds" && (
          <Checkbox checked={hide} on_change={set_hide}>
            {t("spot.hide_other_pairs")}
          </Checkbox>
        )}
        {signed_in && tab === "open" && <CancelAll name={name} count={open ?? 0} />}
      </div>
      <TabPanel tabs={tabs_id} tab={tab} className={styles.body}>
        {signed_in ? (
          <List key={`${tab}-${name ?? ""}`} name={name} live={live} places={places} />
        ) : (
          <EmptyState
            compact
            title={t("spot.sign_in_orders")}
            text={t("spot.sign_in_orders_text")}
            action={<LinkButton to="/signin">{t("shell.login")}</LinkButton>}
          />
        )}
      </TabPanel>
    </section>
  );
}
