// The trading screen: header, chart, book, trades, the two forms, and what the client has and ordered.
import { useState, type ComponentType } from "react";
import { useParams } from "react-router";
import { useBook } from "../../lib/book";
import { cx } from "../../lib/cx";
import type { Decimal } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { useAllPairs, useTickers, type Pair } from "../../lib/pairs";
import { Button, LinkButton } from "../../ui/button";
import { Sheet } from "../../ui/dialog";
import { EmptyState } from "../../ui/states";
import { Segment, TabPanel, Tabs } from "../../ui/tabs";
import { useClientEvents, useRules } from "./api";
import { Assets } from "./assets";
import { BookPanel } from "./book_panel";
import { Header } from "./header";
import { useMedia } from "./media";
import type { Market, Side } from "./order";
import { OrderForm, type FormProps, type Picked } from "./order_form";
import { OrdersPanel } from "./orders_panel";
import styles from "./spot.module.css";
import { TradesPanel } from "./trades_panel";

const quote = "USDT";
const usual_coin = "BTC";
const phone_levels = 10;

interface ChartProps {
  pair: string;
  price_places: number;
  quantity_places: number;
}

type ChartType = ComponentType<ChartProps>;

/** What all parts of the screen show of one market. */
function useMarket(coin: string) {
  useTickers();
  const live = useClientEvents();
  const name = `${coin}${quote}`;
  const list = useAllPairs().data?.coinpair;
  const pair = list?.find((other) => other.coin_pair_name === name);
  const book = useBook(name);
  const rules = useRules(name, live);
  const stale = Boolean(book.data?.stale || pair?.stale);
  const market: Market | undefined = book.data && {
    asks: book.data.asks,
    bids: book.data.bids,
    price: book.data.price,
    stale,
  };
  const unknown = list !== undefined && pair === undefined;
  const places = { price: pair?.price_places ?? 2, quantity: pair?.quantity_places ?? 5 };
  return { name, pair, book, rules, market, stale, unknown, places, live };
}

type Shown = ReturnType<typeof useMarket> & { coin: string };

interface PartProps {
  shown: Shown;
  on_price: (price: Decimal) => void;
}

const book_props = ({ shown }: PartProps) => ({
  coin: shown.coin,
  book: shown.book.data,
  error: shown.book.error,
  on_retry: () => void shown.book.refetch(),
  places: shown.places,
});

const form_props = (shown: Shown, picked: Picked | null, pair: Pair): Omit<FormProps, "side"> => ({
  coin: shown.coin,
  image: pair.image,
  rules: shown.rules,
  tick: pair.tick,
  lot: pair.lot,
  market: shown.market,
  picked,
});

/** Both panels beside each other from 1450 px; below that one at a time. */
function BookAndTrades(props: PartProps) {
  const both = useMedia("(min-width: 1450px)");
  const [tab, set_tab] = useState<"book" | "trades">("book");
  const book = <BookPanel {...book_props(props)} on_price={props.on_price} />;
  const trades = <TradesPanel {...book_props(props)} />;
  if (both) {
    return (
      <>
        <section className={cx(styles.panel, styles.book)} aria-label={t("spot.order_book")}>
          <div className={styles["panel-head"]}>
            <h2>{t("spot.order_book")}</h2>
          </div>
          {book}
        </section>
        <section className={cx(styles.panel, styles.trades)} aria-label={t("spot.market_trades")}>
          <div className={styles["panel-head"]}>
            <h2>{t("spot.market_trades")}</h2>
          </div>
          {trades}
        </section>
      </>
    );
  }
  return (
    <section className={cx(styles.panel, styles.book)} aria-label={t("spot.market")}>
      <Tabs
        id="market"
        label={t("spot.market")}
        items={[
          { id: "book", label: t("spot.order_book") },
          { id: "trades", label: t("spot.market_trades") },
        ]}
        value={tab}
        on_value={set_tab}
        dense
        className={styles["panel-tabs"]}
      />
      <TabPanel tabs="market" tab={tab} className={styles["panel-body"]}>
        {tab === "book" ? book : trades}
      </TabPanel>
    </section>
  );
}

function WideScreen({ shown, Chart }: { shown: Shown; Chart: ChartType }) {
  const [picked, set_picked] = useState<Picked | null>(null);
  const pick = (price: Decimal) => set_picked({ price, count: (picked?.count ?? 0) + 1 });
  const { pair, places } = shown;
  return (
    <div className={styles.screen}>
      <Header coin={shown.coin} pair={pair} stale={shown.stale} />
      <div className={styles.chart}>
        {pair && (
          <Chart pair={shown.name} price_places={places.price} quantity_places={places.quantity} />
        )}
      </div>
      <BookAndTrades shown={shown} on_price={pick} />
      <section className={cx(styles.panel, styles.forms)} aria-label={t("spot.place_order")}>
        {pair &&
          (["BUY", "SELL"] as const).map((side) => (
            <OrderForm key={side} side={side} {...form_props(shown, picked, pair)} />
          ))}
      </section>
      <Assets coin={shown.coin} rules={shown.rules} live={shown.live} />
      <OrdersPanel pair={shown.name} live={shown.live} />
    </div>
  );
}

const phone_tabs = ["chart", "book", "trades", "orders"] as const;
type PhoneTab = (typeof phone_tabs)[number];

function PhonePart(props: PartProps & { tab: PhoneTab; Chart: ChartType }) {
  const { shown, tab, Chart } = props;
  if (tab === "book") {
    return <BookPanel {...book_props(props)} levels={phone_levels} on_price={props.on_price} />;
  }
  if (tab === "trades") return <TradesPanel {...book_props(props)} />;
  if (tab === "orders") {
    return (
      <>
        <OrdersPanel pair={shown.name} live={shown.live} />
        <Assets coin={shown.coin} rules={shown.rules} live={shown.live} />
      </>
    );
  }
  return (
    <div className={styles["phone-chart"]}>
      {shown.pair && (
        <Chart
          pair={shown.name}
          price_places={shown.places.price}
          quantity_places={shown.places.quantity}
        />
      )}
    </div>
  );
}

function PhoneScreen({ shown, Chart }: { shown: Shown; Chart: ChartType }) {
  const [tab, set_tab] = useState<PhoneTab>("chart");
  const [side, set_side] = useState<Side | null>(null);
  const [picked, set_picked] = useState<Picked | null>(null);
  const pick = (price: Decimal) => {
    set_picked({ price, count: (picked?.count ?? 0) + 1 });
    set_side("BUY");
  };
  const { pair } = shown;
  return (
    <div className={styles.phone}>
      <Header coin={shown.coin} pair={pair} stale={shown.stale} />
      <Tabs
        id="phone"
        label={t("spot.sections")}
        items={phone_tabs.map((id) => ({ id, label: t(`spot.phone_${id}`) }))}
        value={tab}
        on_value={set_tab}
        dense
        className={styles["phone-tabs"]}
      />
      <TabPanel tabs="phone" tab={tab} className={styles["phone-body"]}>
        <PhonePart shown={shown} tab={tab} Chart={Chart} on_price={pick} />
      </TabPanel>
      <div className={styles.footer}>
        <Button look="buy" size="l" wide onClick={() => set_side("BUY")}>
          {t("spot.buy")}
        </Button>
        <Button look="sell" size="l" wide onClick={() => set_side("SELL")}>
          {t("spot.sell")}
        </Button>
      </div>
      {pair && (
        <Sheet
          open={side !== null}
          on_close={() => set_side(null)}
          title={t("spot.place_order")}
          hide_title
        >
          <Segment
            label={t("spot.side")}
            items={[
              { id: "BUY", label: t("spot.buy"), tone: "buy" },
              { id: "SELL", label: t("spot.sell"), tone: "sell" },
            ]}
            value={side ?? "BUY"}
            on_value={set_side}
            className={styles.sides}
          />
          {side && (
            <OrderForm
              key={side}
              side={side}
              {...form_props(shown, picked, pair)}
              on_placed={() => set_side(null)}
            />
          )}
        </Sheet>
      )}
    </div>
  );
}

function Screen({ coin, Chart }: { coin: string; Chart: ChartType }) {
  const phone = useMedia("(max-width: 599px)");
  const shown: Shown = { ...useMarket(coin), coin };
  if (shown.unknown) {
    return (
      <EmptyState
        title={t("spot.unknown", { coin })}
        text={t("spot.unknown_text")}
        action={<LinkButton to="/markets/prices">{t("spot.see_markets")}</LinkButton>}
      />
    );
  }
  const Shape = phone ? PhoneScreen : WideScreen;
  return <Shape shown={shown} Chart={Chart} />;
}

/** `Chart` is another feature's; the app joins them. */
export function SpotScreen({ Chart }: { Chart: ChartType }) {
  const { coin = usual_coin } = useParams();
  // Another coin is another screen: book, forms and pages of tables begin anew.
  return <Screen key={coin.toUpperCase()} coin={coin.toUpperCase()} Chart={Chart} />;
}
