// The client's orders that close a position: those that wait for their price, and those that have
// ended. They stand above the orders that open one, where there are any.
import { useState } from "react";
import { trimZeros } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { Button } from "../../ui/button";
import { Chip } from "../../ui/chip";
import { Amount, Price, Time } from "../../ui/number";
import { usePages } from "../../ui/pages";
import { Table, type Column } from "../../ui/table";
import { rowsOnAPage, useCancelClosingOrder, useClosingOrders } from "./api";
import { closeTypeOf, type ClosingOrder } from "./closing_orders";
import { CancelDialog, Condition } from "./order_parts";
import { ContractCell, type PlacesOf } from "./position_columns";

const pairOf = (order: ClosingOrder): string => order.coin_pair.pair_name;

const common = (places: PlacesOf): Column<ClosingOrder>[] => [
  {
    id: "contract",
    header: t("futures.contract"),
    cell: (row) => <ContractCell position={row} />,
  },
  {
    id: "price",
    header: t("market.price"),
    cell: (row) => (
      <Condition type={t(`futures.type_${closeTypeOf(row)}`)} order={row} places={places} />
    ),
    align: "right",
  },
  {
    id: "amount",
    header: t("futures.amount"),
    cell: (row) => (
      <Amount
        value={trimZeros(row.filled_quantity ?? row.quantity)}
        places={places(pairOf(row))?.quantity}
      />
    ),
    align: "right",
  },
];

const openColumns = (
  places: PlacesOf,
  onCancel: (order: ClosingOrder) => void,
): Column<ClosingOrder>[] => [
  ...common(places),
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
      <Button
        size="xs"
        aria-label={t("futures.cancel_order", { pair: pairOf(row) })}
        onClick={() => onCancel(row)}
      >
        {t("futures.cancel")}
      </Button>
    ),
    align: "right",
    stays: true,
  },
];

const endedColumns = (places: PlacesOf): Column<ClosingOrder>[] => [
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
      <Chip tone={row.state === "FILLED" ? "up" : "neutral"}>
        {t(`futures.order_${row.state}`)}
      </Chip>
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

export function CancelClosing({ order, onClose }: { order: ClosingOrder; onClose: () => void }) {
  const cancel = useCancelClosingOrder();
  return (
    <CancelDialog
      send={(clientId) => cancel.mutateAsync({ order_id: order.id, client_id: clientId })}
      busy={cancel.isPending}
      text={t("futures.cancel_closing_text")}
      onClose={onClose}
    />
  );
}

interface ListProps {
  state: "OPEN" | "ENDED";
  places: PlacesOf;
  /** The contract that alone is listed; undefined: all. */
  name: string | undefined;
}

/** Nothing where there is none. */
export function ClosingOrders({ state, places, name }: ListProps) {
  const { page, paged } = usePages(rowsOnAPage);
  const [asked, ask] = useState<ClosingOrder | null>(null);
  const query = useClosingOrders(state, name, page);
  if (!query.data?.total) return null;
  return (
    <>
      <Table
        label={t("futures.closing_orders")}
        columns={state === "OPEN" ? openColumns(places, ask) : endedColumns(places)}
        rows={query.data.orders}
        rowKey={(order) => order.id}
        density="positions"
        {...paged(query)}
        empty={null}
      />
      {asked && <CancelClosing order={asked} onClose={() => ask(null)} />}
    </>
  );
}
