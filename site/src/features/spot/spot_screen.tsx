// The trading screen: header, chart, book, trades, the two forms, and what the client has and ordered.
import { useState } from "react";
import { useLocation, useParams } from "react-router";
import { cx } from "../../lib/cx";
import { t } from "../../lib/i18n";
import { coinOfAddress, useAllPairs } from "../../lib/pairs";
import { useSession } from "../../lib/session";
import { useTradingKeys } from "../../market/trading_lock";
import { LinkButton } from "../../ui/button";
import { PanelGrid } from "../../ui/panel_grid";
import { SignInCall } from "../../ui/sign_in_call";
import { EmptyState } from "../../ui/states";
import { Assets } from "./assets";
import { BookOrTrades, OnlyBook, OnlyTrades } from "./book_and_trades";
import { Center } from "./center";
import type { ChartType } from "./chart_of";
import { formProps, useForms, type Forms } from "./form_props";
import { Header, Ways, type AlertType } from "./header";
import { layouts, useWidth } from "./layout";
import { useMarket, type Shown } from "./market";
import { useMedia } from "./media";
import type { Side } from "./order";
import { OrderForm } from "./order_form";
import { OrdersPanel, useListChoice, type ListChoice } from "./orders_panel";
import { PairsPanel } from "./pairs_panel";
import { PhoneScreen } from "./phone_screen";
import styles from "./spot.module.css";

/** What other features show on this screen; the app joins them. */
interface Others {
  Chart: ChartType;
  Alert: AlertType;
}

export interface ScreenProps extends Others {
  shown: Shown;
  forms: Forms;
  choice: ListChoice;
}

const usualCoin = "BTC";
const chartPage = "/trades/trade-chart";

/** What the panels are called while they are arranged. */
const names = {
  pairs: "spot.pairs",
  chart: "spot.view_chart",
  book: "spot.order_book",
  trades: "market.market_trades",
  forms: "spot.place_order",
  orders: "spot.your_orders",
  assets: "spot.assets",
} as const;

const amountOf = (side: Side) =>
  document.querySelector<HTMLElement>(`form[data-side="${side}"] input[name="amount"]`)?.focus();

function Forms({ shown, forms }: Pick<ScreenProps, "shown" | "forms">) {
  const { pair } = shown;
  return (
    <section
      className={cx(styles.panel, styles.forms)}
      aria-label={t("spot.place_order")}
      data-tour="form"
    >
      {pair &&
        (["BUY", "SELL"] as const).map((side) => (
          <OrderForm key={side} side={side} {...formProps(shown, forms, pair)} />
        ))}
    </section>
  );
}

function WideScreen({ shown, forms, choice, Chart, Alert }: ScreenProps) {
  const { coin, pair } = shown;
  const guest = useSession() === null;
  const charting = useLocation().pathname.startsWith(chartPage);
  const width = useWidth(charting, guest);
  const [arranging, setArranging] = useState(false);
  const both = layouts.panels(width).includes("trades");
  useTradingKeys({ b: () => amountOf("BUY"), s: () => amountOf("SELL") });
  return (
    <div className={styles.screen}>
      <Header
        coin={coin}
        pair={pair}
        stale={shown.stale}
        arranging={arranging}
        onArrange={() => setArranging(!arranging)}
      >
        <Ways coin={coin} pair={pair} Alert={Alert} />
      </Header>
      <PanelGrid
        layouts={layouts}
        widthOf={() => width}
        name={(panel) => t(names[panel])}
        arranging={arranging}
        onDone={() => setArranging(false)}
        contents={{
          pairs: <PairsPanel now={pair} />,
          chart: <Center shown={shown} Chart={Chart} />,
          book: both ? (
            <OnlyBook shown={shown} onPrice={forms.pick} />
          ) : (
            <BookOrTrades shown={shown} onPrice={forms.pick} />
          ),
          trades: <OnlyTrades shown={shown} />,
          forms: guest ? (
            <SignInCall title={t("guests.spot", { coin })} className={styles["sign-in-call"]} />
          ) : (
            <Forms shown={shown} forms={forms} />
          ),
          orders: <OrdersPanel pair={shown.name} live={shown.live} choice={choice} />,
          assets: <Assets coin={coin} rules={shown.rules} live={shown.live} />,
        }}
      />
    </div>
  );
}

function Screen({ coin, Chart, Alert }: { coin: string } & Others) {
  const phone = useMedia("(max-width: 599px)");
  const shown = useMarket(coin);
  const forms = useForms();
  const choice = useListChoice();
  if (shown.unknown) {
    return (
      <EmptyState
        title={t("spot.unknown", { coin })}
        text={t("spot.unknown_text")}
        action={<LinkButton to="/markets/prices">{t("market.see_markets")}</LinkButton>}
      />
    );
  }
  const Shape = phone ? PhoneScreen : WideScreen;
  return <Shape shown={shown} forms={forms} choice={choice} Chart={Chart} Alert={Alert} />;
}

export function SpotScreen({ Chart, Alert }: Others) {
  const { coin: name = usualCoin } = useParams();
  const listed = useAllPairs().data?.coinpair.map((pair) => pair.name);
  const coin = coinOfAddress(name, listed);
  // Another coin is another screen: book, forms and pages of tables begin anew.
  return <Screen key={coin} coin={coin} Chart={Chart} Alert={Alert} />;
}
