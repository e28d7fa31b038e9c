// The client's own: open positions, closed ones, and funding paid and received.
import { useState } from "react";
import { useNavigate } from "react-router";
import { places_of } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { useNarrow } from "../../lib/narrow";
import { Checkbox } from "../../ui/input";
import { usePages } from "../../ui/pages";
import { EmptyState, ErrorState } from "../../ui/states";
import { Table } from "../../ui/table";
import { TabPanel, Tabs } from "../../ui/tabs";
import {
  rows_on_a_page,
  useClientEvents,
  useContracts,
  useFunding,
  useHistory,
  useMargin,
} from "./api";
import type { ClosedPosition, Position } from "./contract";
import { LiquidationDialog } from "./liquidation_dialog";
import { PositionCards } from "./position_cards";
import {
  funding_columns,
  history_columns,
  position_columns,
  type Act,
  type AddressOf,
  type OnAct,
  type PlacesOf,
} from "./position_columns";
import { CloseDialog, MarginDialog, TargetsDialog } from "./position_dialogs";
import styles from "./positions.module.css";

const tabs_id = "positions";
const tabs = ["positions", "history", "funding_history"] as const;
type Tab = (typeof tabs)[number];

interface ListProps {
  places: PlacesOf;
  /** The contract that alone is listed; undefined: all. */
  name: string | undefined;
}

const dialogs = { close: CloseDialog, margin: MarginDialog, targets: TargetsDialog } as const;

interface OpenProps extends ListProps {
  /** Where many may be listed. */
  page_size?: number;
  /** Where a position leads. */
  address_of?: AddressOf;
  /** Where there is less room than beside the chart: without what the others let one see. */
  brief?: boolean;
}

const left_out_of_brief: readonly string[] = ["mark", "ratio"];

function OpenPositions({ places, name, page_size, address_of, brief = false }: OpenProps) {
  const navigate = useNavigate();
  const [acting, set_acting] = useState<{ act: Act; id: string } | null>(null);
  const query = useMargin();
  const contracts = useContracts().data;
  const narrow = useNarrow();
  const rows = query.data?.margin.filter(
    ({ coin_pair }) => name === undefined || coin_pair.pair_name === name,
  );
  const on_act: OnAct = (act, position) => set_acting({ act, id: position.id });
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
          on_act={on_act}
          address_of={address_of}
          error={query.error}
          on_retry={() => void query.refetch()}
          empty={empty}
        />
      ) : (
        <Table
          label={t("futures.positions")}
          columns={position_columns(places, on_act, address_of).filter(
            ({ id }) => !brief || !left_out_of_brief.includes(id),
          )}
          rows={rows}
          row_key={(position) => position.id}
          density="positions"
          {...(page_size && { page_size })}
          {...(address_of && {
            on_row: (position: Position) => void navigate(address_of(position)),
          })}
          error={query.error}
          on_retry={() => void query.refetch()}
          empty={empty}
        />
      )}
      {Acting && acted && (
        <Acting
          position={acted}
          contract={contracts?.find((one) => one.name === acted.coin_pair.pair_name)}
          available={query.data?.account.available ?? "0"}
          on_close={() => set_acting(null)}
        />
      )}
    </>
  );
}

function History({ places }: ListProps) {
  const { page, paged } = usePages(rows_on_a_page);
  const [asked, ask] = useState<ClosedPosition | null>(null);
  const query = useHistory(page);
  return (
    <>
      <Table
        label={t("futures.history")}
        columns={history_columns(places, ask)}
        rows={query.data?.positions}
        row_key={(position) => position.id}
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
          on_close={() => ask(null)}
        />
      )}
    </>
  );
}

function Funding() {
  const { page, paged } = usePages(rows_on_a_page);
  const query = useFunding(page);
  return (
    <Table
      label={t("futures.funding_history")}
      columns={funding_columns()}
      rows={query.data?.payments}
      row_key={(payment) => `${payment.position_id}-${payment.at}`}
      density="orders"
      {...paged(query)}
      empty={
        <EmptyState compact title={t("futures.no_funding")} text={t("futures.no_funding_text")} />
      }
    />
  );
}

const lists = { positions: OpenPositions, history: History, funding_history: Funding } as const;

function usePlaces(): PlacesOf {
  const contracts = useContracts().data;
  return (wanted) => {
    const found = contracts?.find((contract) => contract.name === wanted);
    return found && { price: places_of(found.tick), quantity: places_of(found.lot) };
  };
}

/** The open positions of all contracts, kept fresh by themselves. */
export function AllPositions(props: { page_size: number; address_of: AddressOf }) {
  useClientEvents();
  return (
    <div className={styles.brief}>
      <OpenPositions {...props} places={usePlaces()} name={undefined} brief />
    </div>
  );
}

/** Which list, and what of it. Stands above the screen's two shapes, which then show the same. */
export function useListChoice() {
  const [tab, set_tab] = useState<Tab>("positions");
  const [hide, set_hide] = useState(false);
  return { tab, set_tab, hide, set_hide };
}

export type ListChoice = ReturnType<typeof useListChoice>;

export function PositionsPanel({ name, choice }: { name: string; choice: ListChoice }) {
  const { tab, set_tab, hide, set_hide } = choice;
  const margin = useMargin();
  const places = usePlaces();
  const count = margin.data?.margin.length;
  const List = lists[tab];
  const label = (id: Tab) =>
    id === "positions" && count !== undefined
      ? t("futures.positions_count", { n: count })
      : t(`futures.${id}`);
  return (
    <section className={styles.panel} aria-label={t("futures.panel_positions")}>
      <div className={styles.head}>
        <Tabs
          id={tabs_id}
          label={t("futures.panel_positions")}
          items={tabs.map((id) => ({ id, label: label(id) }))}
          value={tab}
          on_value={set_tab}
          dense
          className={styles.tabs}
        />
        {tab === "positions" && (
          <Checkbox checked={hide} on_change={set_hide}>
            {t("futures.hide_others")}
          </Checkbox>
        )}
      </div>
      <TabPanel tabs={tabs_id} tab={tab} className={styles.body}>
        {margin.error && !margin.data && tab === "positions" ? (
          <ErrorState compact error={margin.error} on_retry={() => void margin.refetch()} />
        ) : (
          <List places={places} name={hide ? name : undefined} />
        )}
      </TabPanel>
    </section>
  );
}
