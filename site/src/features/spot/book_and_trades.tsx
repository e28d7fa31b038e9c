// The book and the trades: beside each other from 1450 px, below that one at a time.
import { useState } from "react";
import { cx } from "../../lib/cx";
import { t } from "../../lib/i18n";
import { useSession } from "../../lib/session";
import { TabPanel, Tabs } from "../../ui/tabs";
import { BookPanel, type BookPanelProps, type OnLevel } from "./book_panel";
import { BookTools, step_of, usual_view, type BookView } from "./book_tools";
import type { Shown } from "./market";
import { useMedia } from "./media";
import styles from "./spot.module.css";
import { OwnTradesPanel, TradesPanel } from "./trades_panel";

const usual_tick = "0.01";

export const tick_of = ({ pair }: Shown) => pair?.tick ?? usual_tick;

/** What the panels of one market share. */
export const panel_props = (shown: Shown) => ({
  coin: shown.coin,
  book: shown.book.data,
  error: shown.book.error,
  on_retry: () => void shown.book.refetch(),
  places: shown.places,
});

export const book_props = (shown: Shown, view: BookView): Omit<BookPanelProps, "on_price"> => ({
  ...panel_props(shown),
  own: shown.own,
  step: step_of(tick_of(shown), view),
  sides: view.sides,
});

export function OwnTrades({ shown }: { shown: Shown }) {
  const { fills } = shown;
  return (
    <OwnTradesPanel
      coin={shown.coin}
      fills={fills.data?.fills}
      error={fills.error}
      on_retry={() => void fills.refetch()}
      places={shown.places}
    />
  );
}

const trade_tabs = ["trades", "mine"] as const;
const all_tabs = ["book", ...trade_tabs] as const;
type TradeTab = (typeof trade_tabs)[number];
type Tab = (typeof all_tabs)[number];

const names = { book: "order_book", trades: "trades_short", mine: "my_trades" } as const;

export function BookAndTrades({ shown, on_price }: { shown: Shown; on_price: OnLevel }) {
  const both = useMedia("(min-width: 1450px)");
  const [tab, set_tab] = useState<Tab>("book");
  const [trade_tab, set_trade_tab] = useState<TradeTab>("trades");
  const [view, set_view] = useState(usual_view);
  const guest = useSession() === null;
  const known = (id: Tab) => !guest || id !== "mine";
  const tools = <BookTools tick={tick_of(shown)} view={view} on_view={set_view} />;
  const parts = {
    book: <BookPanel {...book_props(shown, view)} on_price={on_price} />,
    trades: <TradesPanel {...panel_props(shown)} fills={shown.fills.data?.fills} />,
    mine: <OwnTrades shown={shown} />,
  };
  if (!both) {
    return (
      <section
        className={cx(styles.panel, styles.book)}
        aria-label={t("spot.market")}
        data-tour="book"
      >
        <div className={styles["panel-head"]}>
          <Tabs
            id="market"
            label={t("spot.market")}
            items={all_tabs.filter(known).map((id) => ({ id, label: t(`spot.${names[id]}`) }))}
            value={tab}
            on_value={set_tab}
            dense
            className={styles["head-tabs"]}
          />
          {tab === "book" && tools}
        </div>
        <TabPanel tabs="market" tab={tab} className={styles["panel-body"]}>
          {parts[tab]}
        </TabPanel>
      </section>
    );
  }
  return (
    <>
      <section
        className={cx(styles.panel, styles.book)}
        aria-label={t("spot.order_book")}
        data-tour="book"
      >
        <div className={styles["panel-head"]}>
          <h2>{t("spot.order_book")}</h2>
          {tools}
        </div>
        {parts.book}
      </section>
      <section className={cx(styles.panel, styles.trades)} aria-label={t("spot.market_trades")}>
        <div className={styles["panel-head"]}>
          <Tabs
            id="trades"
            label={t("spot.market_trades")}
            items={trade_tabs.filter(known).map((id) => ({
              id,
              label: t(id === "trades" ? "spot.market_trades" : "spot.my_trades"),
            }))}
            value={trade_tab}
            on_value={set_trade_tab}
            dense
            className={styles["head-tabs"]}
          />
        </div>
        <TabPanel tabs="trades" tab={trade_tab} className={styles["panel-body"]}>
          {parts[trade_tab]}
        </TabPanel>
      </section>
    </>
  );
}
