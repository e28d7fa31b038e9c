// The client's own: the lists, what they show of all there is, and the file of it.
import { Download, ListFilter } from "lucide-react";
import { useState } from "react";
import { newClientId, sentenceOf } from "../../lib/api";
import { formatNumber } from "../../lib/format";
import { t } from "../../lib/i18n";
import { useAllPairs } from "../../lib/pairs";
import { perform } from "../../lib/perform";
import { IconButton, TextButton } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm_dialog";
import { Checkbox, SearchInput } from "../../ui/input";
import { TabPanel, Tabs } from "../../ui/tabs";
import { toast } from "../../ui/toast";
import { mostInAFile, useCancel, useOpenOrders } from "./api";
import { cancelled, notCancelled } from "./cancel_order";
import { isFiltered, type Wanted } from "./list";
import { Filters } from "./order_filters";
import { saveList } from "./order_files";
import { lists, tabs, type Tab } from "./order_lists";
import type { PlacesOf } from "./order_columns";
import styles from "./orders.module.css";

const tabsId = "orders";

function CancelAll({ name, count }: { name: string | undefined; count: number }) {
  // The key of the question while it is asked.
  const [key, ask] = useState<string | null>(null);
  const cancel = useCancel();
  const close = () => ask(null);
  const confirm = () =>
    perform(
      cancel,
      { all: true, ...(name === undefined ? {} : { name }), client_id: key ?? newClientId() },
      {
        onSuccess: (answer) => {
          close();
          cancelled(answer.cancelled);
        },
        onError: notCancelled,
      },
    );
  return (
    <>
      <TextButton className={styles.all} disabled={count === 0} onClick={() => ask(newClientId())}>
        {t("spot.cancel_all")}
      </TextButton>
      {key !== null && (
        <ConfirmDialog
          title={t("spot.cancel_all_title")}
          confirm={t("spot.cancel_all")}
          cancel={t("spot.keep_orders")}
          look="sell"
          busy={cancel.isPending}
          onConfirm={confirm}
          onClose={close}
        >
          <p>{t("spot.cancel_all_text", { count })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function Export({ tab, wanted, coin }: { tab: Tab; wanted: Wanted; coin: string }) {
  const [busy, setBusy] = useState(false);
  const save = () => {
    setBusy(true);
    saveList(tab, wanted, coin)
      .then((whole) => {
        if (whole) return;
        const n = formatNumber(String(mostInAFile));
        toast({
          tone: "info",
          title: t("spot.export_cut"),
          text: t("spot.export_cut_text", { n }),
        });
      })
      .catch((error: unknown) =>
        toast({ tone: "error", title: t("spot.not_exported"), text: sentenceOf(error) }),
      )
      .finally(() => setBusy(false));
  };
  return (
    <IconButton label={t("spot.export")} className={styles.tool} disabled={busy} onClick={save}>
      <Download size={16} strokeWidth={1.5} aria-hidden="true" />
    </IconButton>
  );
}

/** Which list, and what of it. Stands above the screen's two shapes, which then show the same. */
export function useListChoice() {
  const [tab, setTab] = useState<Tab>("open");
  const [hide, setHide] = useState(false);
  const [chosen, choose] = useState<Wanted>({});
  const [filtering, setFiltering] = useState(false);
  const [coin, find] = useState("");
  return {
    tab,
    setTab,
    hide,
    setHide,
    chosen,
    choose,
    filtering,
    setFiltering,
    coin,
    find,
  };
}

export type ListChoice = ReturnType<typeof useListChoice>;

export function OrdersPanel(props: { pair: string; live: boolean; choice: ListChoice }) {
  const { pair, live, choice } = props;
  const { tab, hide, setHide, chosen, choose, filtering, setFiltering, coin, find } = choice;
  const wanted: Wanted = { ...chosen, name: hide ? pair : chosen.name };
  const open = useOpenOrders({ name: wanted.name }, 0, live).data?.total;
  const pairs = useAllPairs().data?.coinpair;
  const places: PlacesOf = (name) => {
    const found = pairs?.find((other) => other.coin_pair_name === name);
    return found && { price: found.price_places, quantity: found.quantity_places };
  };
  const List = lists[tab];
  const listed = tab !== "funds";
  const narrowed = listed ? isFiltered(wanted) || chosen.name !== undefined : coin !== "";
  const filter = [tab, wanted.name, wanted.side, wanted.type, wanted.from, wanted.to, coin];
  return (
    <section className={styles.panel} aria-label={t("spot.your_orders")} data-tour="orders">
      <div className={styles.head}>
        <Tabs
          id={tabsId}
          label={t("spot.your_orders")}
          items={tabs.map((id) => ({
            id,
            label:
              id === "open" && open !== undefined
                ? t("spot.open_orders_count", { n: open })
                : t(`spot.tab_${id}`),
          }))}
          value={tab}
          onValue={choice.setTab}
          dense
          className={styles.tabs}
        />
        {listed && (
          <Checkbox checked={hide} onChange={setHide}>
            {t("spot.hide_other_pairs")}
          </Checkbox>
        )}
        <span className={styles.tools}>
          <IconButton
            label={t("spot.filter")}
            aria-expanded={filtering}
            className={styles.tool}
            data-on={narrowed || undefined}
            onClick={() => setFiltering(!filtering)}
          >
            <ListFilter size={16} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
          <Export tab={tab} wanted={wanted} coin={coin} />
        </span>
        {tab === "open" && <CancelAll name={wanted.name} count={open ?? 0} />}
      </div>
      {listed && filtering && (
        <Filters chosen={chosen} choose={choose} pairs={hide ? undefined : pairs} />
      )}
      {tab === "funds" && filtering && (
        <div className={styles.filters} role="group" aria-label={t("spot.filter")}>
          <SearchInput label={t("market.search")} value={coin} onValue={find} />
        </div>
      )}
      <TabPanel tabs={tabsId} tab={tab} className={styles.body}>
        <List
          // Another choice begins on the first page again.
          key={filter.join(" ")}
          wanted={wanted}
          onSort={(next) => choose({ ...chosen, sort: next })}
          live={live}
          places={places}
          coin={coin}
        />
      </TabPanel>
    </section>
  );
}
