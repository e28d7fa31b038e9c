// The client's orders: those that wait for their price, and those that have ended.
import { useState } from "react";
import { trimZeros, type Decimal } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { t } from "../../lib/i18n";
import { Button } from "../../ui/button";
import { Chip } from "../../ui/chip";
import { Amount, Price, Time } from "../../ui/number";
import { usePages } from "../../ui/pages";
import { EmptyState } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import { rowsOnAPage, useCancelOrder, useClosingOrders, useOrders } from "./api";
import { ClosingOrders } from "./closing_order_lists";
import type { FuturesOrder } from "./contract";
import { CancelDialog, Condition } from "./order_parts";
import { ContractCell, type PlacesOf } from "./position_columns";
import styles from "./positions.module.css";

const quote = "USDT";
const moneyPlaces = 2;
const pairOf = (order: FuturesOrder): string => order.coin_pair.pair_name;

const Target = ({ value }: { value: Decimal | null }) =>
  value ? <Amount value={trimZeros(value)} /> : "—";

const common = (places: PlacesOf): Column<FuturesOrder>[] => [
  {
    id: "contract",
    header: t("futures.contract"),
    cell: (row) => <ContractCell position={row} />,
  },
  {
    id: "price",
    header: t("market.price"),
    cell: (row) => (
      <Condition type={t(`futures.type_${row.order_type}`)} order={row} places={places} />
    ),
    align: "right",
  },
  {
    id: "margin",
    header: t("futures.margin_usdt"),
    cell: (row) => <Amount value={row.margin} places={moneyPlaces} />,
    align: "right",
    show: "not-phone",
  },
];

const openColumns = (
  places: PlacesOf,
  onCancel: (order: FuturesOrder) => void,
): Column<FuturesOrder>[] => [
  ...common(places),
  {
    id: "targets",
    header: t("futures.targets"),
    cell: (row) => (
      <>
        <Target value={row.take_profit} /> / <Target value={row.stop_loss} />
      </>
    ),
    show: "not-phone",
  },
  {
    id: "time",
    header: t("futures.time"),
    cell: (row) => <Time at={row.created_at} style="table" />,
    align: "right",
    show: "not-phone",
  },
  {
    id: "actions",
    header: <span className="hidden-but-read">{t("futures.actions")}</span>,
    cell: (row) => (
      <span className={styles.reason}>
        {row.waits && <Chip tone="warning">{t("futures.order_waits")}</Chip>}
        <Button
          size="xs"
          aria-label={t("futures.cancel_order", { pair: pairOf(row) })}
          onClick={() => onCancel(row)}
        >
          {t("futures.cancel")}
        </Button>
      </span>
    ),
    align: "right",
    stays: true,
  },
];

const tones = { OPEN: "neutral", FILLED: "up", CANCELLED: "neutral", REFUSED: "down" } as const;

const endedColumns = (places: PlacesOf): Column<FuturesOrder>[] => [
  ...common(places),
  {
    id: "filled",
    header: t("futures.filled_price"),
    cell: (row) => <Price value={row.filled_price} places={places(pairOf(row))?.price} />,
    align: "right",
    show: "not-phone",
  },
  {
    id: "status",
    header: t("futures.status"),
    cell: (row) => (
      <span className={styles.reason}>
        <Chip tone={tones[row.state]}>{t(`futures.order_${row.state}`)}</Chip>
        {row.reason && <span className={styles.quiet}>{t(`futures.refused_${row.reason}`)}</span>}
      </span>
    ),
  },
  {
    id: "time",
    header: t("futures.time"),
    cell: (row) => (row.ended_at ? <Time at={row.ended_at} style="table" /> : "—"),
    align: "right",
    show: "not-phone",
  },
];

export function CancelOrder({ order, onClose }: { order: FuturesOrder; onClose: () => void }) {
  const cancel = useCancelOrder();
  const held = `${formatNumber(trimZeros(order.held))} ${quote}`;
  return (
    <CancelDialog
      send={(clientId) => cancel.mutateAsync({ order_id: order.id, client_id: clientId })}
      busy={cancel.isPending}
      text={t("futures.cancel_text", { held })}
      onClose={onClose}
    />
  );
}

interface ListProps {
  places: PlacesOf;
  /** The contract that alone is listed; undefined: all. */
  name: string | undefined;
}

/** Whether only orders that close a position are to be shown: it would say that there is nothing. */
function useOnlyClosing(state: "OPEN" | "ENDED", name: string | undefined, total?: number) {
  const closing = useClosingOrders(state, name, 0).data?.total ?? 0;
  return total === 0 && closing > 0;
}

export function OpenOrders({ places, name }: ListProps) {
  const { page, paged } = usePages(rowsOnAPage);
  const [asked, ask] = useState<FuturesOrder | null>(null);
  const query = useOrders("OPEN", name, page);
  const onlyClosing = useOnlyClosing("OPEN", name, query.data?.total);
  return (
    <>
      <ClosingOrders state="OPEN" places={places} name={name} />
      {!onlyClosing && (
        <Table
          label={t("futures.open_orders")}
          columns={openColumns(places, ask)}
          rows={query.data?.orders}
          rowKey={(order) => order.id}
          density="positions"
          {...paged(query)}
          empty={
            <EmptyState compact title={t("futures.no_orders")} text={t("futures.no_orders_text")} />
          }
        />
      )}
      {asked && <CancelOrder order={asked} onClose={() => ask(null)} />}
    </>
  );
}

export function OrderHistory({ places, name }: ListProps) {
  const { page, paged } = usePages(rowsOnAPage);
  const query = useOrders("ENDED", name, page);
  const onlyClosing = useOnlyClosing("ENDED", name, query.data?.total);
  return (
    <>
      <ClosingOrders state="ENDED" places={places} name={name} />
      {!onlyClosing && (
        <Table
          label={t("futures.order_history")}
          columns={endedColumns(places)}
          rows={query.data?.orders}
          rowKey={(order) => order.id}
          density="positions"
          {...paged(query)}
          empty={
            <EmptyState
              compact
              title={t("futures.no_order_history")}
              text={t("futures.no_order_history_text")}
            />
          }
        />
      )}
    </>
  );
}
