// The client's own: the lists, what they show of all there is, and the file of it.
import { Download, ListFilter } from "lucide-react";
import { useState } from "react";
import { new_client_id, sentence_of } from "../../lib/api";
import { format_number } from "../../lib/format";
import { t } from "../../lib/i18n";
import { useAllPairs } from "../../lib/pairs";
import { Button, IconButton, TextButton } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { Checkbox, SearchInput } from "../../ui/input";
import { TabPanel, Tabs } from "../../ui/tabs";
import { toast } from "../../ui/toast";
import { most_in_a_file, useCancel, useOpenOrders } from "./api";
import { is_filtered, type Wanted } from "./list";
import { Filters } from "./order_filters";
import { save_list } from "./order_files";
import { cancelled, lists, not_cancelled, tabs, type Tab } from "./order_lists";
import type { PlacesOf } from "./order_columns";
import styles from "./orders.module.css";

const tabs_id = "orders";

function CancelAll({ name, count }: { name: string | undefined; count: number }) {
  // The key of the question while it is asked.
  const [key, ask] = useState<string | null>(null);
  const cancel = useCancel();
  const close = () => ask(null);
  const confirm = () =>
    cancel.mutate(
      { all: true, ...(name === undefined ? {} : { name }), client_id: key ?? new_client_id() },
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
      <TextButton
        className={styles.all}
        disabled={count === 0}
        onClick={() => ask(new_client_id())}
      >
        {t("spot.cancel_all")}
      </TextButton>
      <Dialog open={key !== null} on_close={close} title={t("spot.cancel_all_title")}>
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

function Export({ tab, wanted, coin }: { tab: Tab; wanted: Wanted; coin: string }) {
  const [busy, set_busy] = useState(false);
  const save = () => {
    set_busy(true);
    save_list(tab, wanted, coin)
      .then((whole) => {
        if (whole) return;
        const n = format_number(String(most_in_a_file));
        toast({
          tone: "info",
          title: t("spot.export_cut"),
          text: t("spot.export_cut_text", { n }),
        });
      })
      .catch((error: unknown) =>
        toast({ tone: "error", title: t("spot.not_exported"), text: sentence_of(error) }),
      )
      .finally(() => set_busy(false));
  };
  return (
    <IconButton label={t("spot.export")} className={styles.tool} disabled={busy} onClick={save}>
      <Download size={16} strokeWidth={1.5} aria-hidden="true" />
    </IconButton>
  );
}

/** Which list, and what of it. Stands above the screen's two shapes, which then show the same. */
export function useListChoice() {
  const [tab, set_tab] = useState<Tab>("open");
  const [hide, set_hide] = useState(false);
  const [chosen, choose] = useState<Wanted>({});
  const [filtering, set_filtering] = useState(false);
  const [coin, find] = useState("");
  return { tab, set_tab, hide, set_hide, chosen, choose, filtering, set_filtering, coin, find };
}

export type ListChoice = ReturnType<typeof useListChoice>;

export function OrdersPanel(props: { pair: string; live: boolean; choice: ListChoice }) {
  const { pair, live, choice } = props;
  const { tab, hide, set_hide, chosen, choose, filtering, set_filtering, coin, find } = choice;
  const wanted: Wanted = { ...chosen, name: hide ? pair : chosen.name };
  const open = useOpenOrders({ name: wanted.name }, 0, live).data?.total;
  const pairs = useAllPairs().data?.coinpair;
  const places: PlacesOf = (name) => {
    const found = pairs?.find((other) => other.coin_pair_name === name);
    return found && { price: found.price_places, quantity: found.quantity_places };
  };
  const List = lists[tab];
  const listed = tab !== "funds";
  const narrowed = listed ? is_filtered(wanted) || chosen.name !== undefined : coin !== "";
  const filter = [tab, wanted.name, wanted.side, wanted.type, wanted.from, wanted.to, coin];
  return (
    <section className={styles.panel} aria-label={t("spot.your_orders")} data-tour="orders">
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
          on_value={choice.set_tab}
          dense
          className={styles.tabs}
        />
        {listed && (
          <Checkbox checked={hide} on_change={set_hide}>
            {t("spot.hide_other_pairs")}
          </Checkbox>
        )}
        <span className={styles.tools}>
          <IconButton
            label={t("spot.filter")}
            aria-expanded={filtering}
            className={styles.tool}
            data-on={narrowed || undefined}
            onClick={() => set_filtering(!filtering)}
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
          <SearchInput label={t("spot.search")} value={coin} on_value={find} />
        </div>
      )}
      <TabPanel tabs={tabs_id} tab={tab} className={styles.body}>
        <List
          // Another choice begins on the first page again.
          key={filter.join(" ")}
          wanted={wanted}
          on_sort={(next) => choose({ ...chosen, sort: next })}
          live={live}
          places={places}
          coin={coin}
        />
      </TabPanel>
    </section>
  );
}
