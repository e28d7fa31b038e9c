// The book and the trades: two panels where there is room for both, or one that shows one at a time.
import { useState } from "react";
import { t } from "../../lib/i18n";
import { useSession } from "../../lib/session";
import { EmptyState } from "../../ui/states";
import { TabPanel, Tabs } from "../../ui/tabs";
import { BookPanel, type BookPanelProps, type OnLevel } from "../../market/book_panel";
import { BookTools, stepOf, usualView, type BookView } from "../../market/book_tools";
import type { Shown } from "./market";
import styles from "./spot.module.css";
import { OwnTradesPanel, TradesPanel } from "../../market/trades_panel";

const usualTick = "0.01";

export const tickOf = ({ pair }: Shown) => pair?.tick ?? usualTick;

/** What the panels of one market share. */
export const panelProps = (shown: Shown) => ({
  coin: shown.coin,
  book: shown.book.data,
  error: shown.book.error,
  onRetry: () => void shown.book.refetch(),
  places: shown.places,
});

export const bookProps = (shown: Shown, view: BookView): Omit<BookPanelProps, "onPrice"> => ({
  ...panelProps(shown),
  own: shown.own,
  step: stepOf(tickOf(shown), view),
  sides: view.sides,
});

export function OwnTrades({ shown }: { shown: Shown }) {
  const { fills } = shown;
  return (
    <OwnTradesPanel
      coin={shown.coin}
      fills={fills.data?.fills}
      error={fills.error}
      onRetry={() => void fills.refetch()}
      places={shown.places}
      empty={<EmptyState compact title={t("spot.no_fills")} text={t("spot.no_fills_text")} />}
    />
  );
}

const tradeTabs = ["trades", "mine"] as const;
const allTabs = ["book", ...tradeTabs] as const;
type TradeTab = (typeof tradeTabs)[number];
type Tab = (typeof allTabs)[number];

const names = {
  book: "spot.order_book",
  trades: "spot.trades_short",
  mine: "market.my_trades",
} as const;

/** Guests have no trades of their own. */
function useKnown() {
  const guest = useSession() === null;
  return (id: Tab) => !guest || id !== "mine";
}

function Trades({ shown, tab }: { shown: Shown; tab: TradeTab }) {
  if (tab === "mine") return <OwnTrades shown={shown} />;
  return <TradesPanel {...panelProps(shown)} fills={shown.fills.data?.fills} />;
}

/** One of the book and the trades. */
export function BookOrTrades({ shown, onPrice }: { shown: Shown; onPrice: OnLevel }) {
  const [tab, setTab] = useState<Tab>("book");
  const [view, setView] = useState(usualView);
  const known = useKnown();
  return (
    <section className={styles.panel} aria-label={t("spot.market")} data-tour="book">
      <div className={styles["panel-head"]}>
        <Tabs
          id="market"
          label={t("spot.market")}
          items={allTabs.filter(known).map((id) => ({ id, label: t(names[id]) }))}
          value={tab}
          onValue={setTab}
          dense
          className={styles["head-tabs"]}
        />
        {tab === "book" && <BookTools tick={tickOf(shown)} view={view} onView={setView} />}
      </div>
      <TabPanel tabs="market" tab={tab} className={styles["panel-body"]}>
        {tab === "book" ? (
          <BookPanel {...bookProps(shown, view)} onPrice={onPrice} />
        ) : (
          <Trades shown={shown} tab={tab} />
        )}
      </TabPanel>
    </section>
  );
}

export function OnlyBook({ shown, onPrice }: { shown: Shown; onPrice: OnLevel }) {
  const [view, setView] = useState(usualView);
  return (
    <section className={styles.panel} aria-label={t("spot.order_book")} data-tour="book">
      <div className={styles["panel-head"]}>
        <h2>{t("spot.order_book")}</h2>
        <BookTools tick={tickOf(shown)} view={view} onView={setView} />
      </div>
      <BookPanel {...bookProps(shown, view)} onPrice={onPrice} />
    </section>
  );
}

export function OnlyTrades({ shown }: { shown: Shown }) {
  const [tab, setTab] = useState<TradeTab>("trades");
  const known = useKnown();
  return (
    <section className={styles.panel} aria-label={t("market.market_trades")}>
      <div className={styles["panel-head"]}>
        <Tabs
          id="trades"
          label={t("market.market_trades")}
          items={tradeTabs.filter(known).map((id) => ({
            id,
            label: t(id === "trades" ? "market.market_trades" : "market.my_trades"),
          }))}
          value={tab}
          onValue={setTab}
          dense
          className={styles["head-tabs"]}
        />
      </div>
      <TabPanel tabs="trades" tab={tab} className={styles["panel-body"]}>
        <Trades shown={shown} tab={tab} />
      </TabPanel>
    </section>
  );
}
