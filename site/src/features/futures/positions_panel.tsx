// The client's own: open positions and orders, those that have ended, and funding paid and received.
import { useState } from "react";
import { placesOf } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { useNarrow } from "../../lib/narrow";
import { Checkbox } from "../../ui/input";
import { usePages } from "../../ui/pages";
import { EmptyState, ErrorState } from "../../ui/states";
import { Table } from "../../ui/table";
import { TabPanel, Tabs } from "../../ui/tabs";
import {
  rowsOnAPage,
  useClosingOrders,
  useContracts,
  useFunding,
  useHistory,
  useMargin,
  useOrders,
} from "./api";
import { CloseDialog } from "./close_dialog";
import type { ClosedPosition } from "./contract";
import { LiquidationDialog } from "./liquidation_dialog";
import { OpenOrders, OrderHistory } from "./order_lists";
import { PositionCards } from "./position_cards";
import {
  fundingColumns,
  historyColumns,
  positionColumns,
  type Act,
  type AddressOf,
  type OnAct,
  type PlacesOf,
} from "./position_columns";
import { MarginDialog, TargetsDialog } from "./position_dialogs";
import { ReverseDialog } from "./reverse_dialog";
import styles from "./positions.module.css";

const tabsId = "positions";
const tabs = ["positions", "open_orders", "history", "order_history", "funding_history"] as const;
type Tab = (typeof tabs)[number];

interface ListProps {
  places: PlacesOf;
  /** The contract that alone is listed; undefined: all. */
  name: string | undefined;
}

const dialogs = {
  close: CloseDialog,
  reverse: ReverseDialog,
  margin: MarginDialog,
  targets: TargetsDialog,
} as const;

interface OpenProps extends ListProps {
  /** Where many may be listed. */
  pageSize?: number;
  /** Where a position leads. */
  addressOf?: AddressOf;
  /** Where there is less room than beside the chart: without what the others let one see. */
  brief?: boolean;
}

const leftOutOfBrief: readonly string[] = ["mark", "ratio"];

function OpenPositions({ places, name, pageSize, addressOf, brief = false }: OpenProps) {
  const [acting, setActing] = useState<{ act: Act; id: string } | null>(null);
  const query = useMargin();
  const contracts = useContracts().data;
  const narrow = useNarrow();
  const rows = query.data?.margin.filter(
    ({ coin_pair: coinPair }) => name === undefined || coinPair.pair_name === name,
  );
  const onAct: OnAct = (act, position) => setActing({ act, id: position.id });
  const acted = acting && query.data?.margin.find(({ id }) => id === acting.id);
  const Acting = acting && dialogs[acting.act];
  const empty = (
    <EmptyState compact title={t("futures.no_margins")} text={t("futures.no_margins_text")} />
  );
  return (
    <>
      {narrow ? (
        <PositionCards
          rows={rows}
          places={places}
          onAct={onAct}
          addressOf={addressOf}
          error={query.error}
          onRetry={() => void query.refetch()}
          empty={empty}
        />
      ) : (
        <Table
          label={t("futures.positions")}
          columns={positionColumns(places, onAct, addressOf).filter(
            ({ id }) => !brief || !leftOutOfBrief.includes(id),
          )}
          rows={rows}
          rowKey={(position) => position.id}
          density="positions"
          {...(pageSize && { pageSize })}
          error={query.error}
          onRetry={() => void query.refetch()}
          empty={empty}
        />
      )}
      {Acting && acted && (
        <Acting
          position={acted}
          contract={contracts?.find((one) => one.name === acted.coin_pair.pair_name)}
          available={query.data?.account.available ?? "0"}
          onClose={() => setActing(null)}
        />
      )}
    </>
  );
}

function History({ places }: ListProps) {
  const { page, paged } = usePages(rowsOnAPage);
  const [asked, ask] = useState<ClosedPosition | null>(null);
  const query = useHistory(page);
  return (
    <>
      <Table
        label={t("futures.history")}
        columns={historyColumns(places, ask)}
        rows={query.data?.positions}
        rowKey={(position) => position.id}
        density="positions"
        {...paged(query)}
        empty={
          <EmptyState compact title={t("futures.no_history")} text={t("futures.no_history_text")} />
        }
      />
      {asked?.liquidation && (
        <LiquidationDialog
          position={asked}
          liquidation={asked.liquidation}
          onClose={() => ask(null)}
        />
      )}
    </>
  );
}

function Funding() {
  const { page, paged } = usePages(rowsOnAPage);
  const query = useFunding(page);
  return (
    <Table
      label={t("futures.funding_history")}
      columns={fundingColumns()}
      rows={query.data?.payments}
      rowKey={(payment) => `${payment.position_id}-${payment.at}`}
      density="orders"
      {...paged(query)}
      empty={
        <EmptyState compact title={t("futures.no_funding")} text={t("futures.no_funding_text")} />
      }
    />
  );
}

const lists = {
  positions: OpenPositions,
  open_orders: OpenOrders,
  history: History,
  order_history: OrderHistory,
  funding_history: Funding,
} as const;
/** Of which those of other contracts can be hidden. */
const hideable: readonly Tab[] = ["positions", "open_orders", "order_history"];

function usePlaces(): PlacesOf {
  const contracts = useContracts().data;
  return (wanted) => {
    const found = contracts?.find((contract) => contract.name === wanted);
    return found && { price: placesOf(found.tick), quantity: placesOf(found.lot) };
  };
}

/** The open positions of all contracts. */
export function AllPositions(props: { pageSize: number; addressOf: AddressOf }) {
  return (
    <div className={styles.brief}>
      <OpenPositions {...props} places={usePlaces()} name={undefined} brief />
    </div>
  );
}

/** Which list, and what of it. Stands above the screen's two shapes, which then show the same. */
export function useListChoice() {
  const [tab, setTab] = useState<Tab>("positions");
  const [hide, setHide] = useState(false);
  return { tab, setTab, hide, setHide };
}

export type ListChoice = ReturnType<typeof useListChoice>;

export function PositionsPanel({ name, choice }: { name: string; choice: ListChoice }) {
  const { tab, setTab, hide, setHide } = choice;
  const margin = useMargin();
  const places = usePlaces();
  const opening = useOrders("OPEN", undefined, 0).data?.total;
  const closing = useClosingOrders("OPEN", undefined, 0).data?.total;
  const counts: Partial<Record<Tab, number | undefined>> = {
    positions: margin.data?.margin.length,
    open_orders: opening === undefined ? undefined : opening + (closing ?? 0),
  };
  const List = lists[tab];
  const label = (id: Tab) => {
    const n = counts[id];
    if (n === undefined || (id !== "positions" && id !== "open_orders")) return t(`futures.${id}`);
    return t(`futures.${id}_count`, { n });
  };
  return (
    <section className={styles.panel} aria-label={t("futures.panel_positions")}>
      <div className={styles.head}>
        <Tabs
          id={tabsId}
          label={t("futures.panel_positions")}
          items={tabs.map((id) => ({ id, label: label(id) }))}
          value={tab}
          onValue={setTab}
          dense
          className={styles.tabs}
        />
        {hideable.includes(tab) && (
          <Checkbox checked={hide} onChange={setHide}>
            {t("futures.hide_others")}
          </Checkbox>
        )}
      </div>
      <TabPanel tabs={tabsId} tab={tab} className={styles.body}>
        {margin.error && !margin.data && tab === "positions" ? (
          <ErrorState compact error={margin.error} onRetry={() => void margin.refetch()} />
        ) : (
          <List places={places} name={hide ? name : undefined} />
        )}
      </TabPanel>
    </section>
  );
}
