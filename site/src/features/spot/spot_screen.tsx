// The trading screen: header, chart, book, trades, the two forms, and what the client has and ordered.
import { useLocation, useParams } from "react-router";
import { cx } from "../../lib/cx";
import { useHotkeys } from "../../lib/hotkeys";
import { t } from "../../lib/i18n";
import { coinOfAddress, useAllPairs } from "../../lib/pairs";
import { useSession } from "../../lib/session";
import { useTradingLock } from "../../lib/trading_lock";
import { LinkButton } from "../../ui/button";
import { SignInCall } from "../../ui/sign_in_call";
import { EmptyState } from "../../ui/states";
import { useLocking } from "../../ui/trading_lock";
import { Assets } from "./assets";
import { BookAndTrades } from "./book_and_trades";
import { Center } from "./center";
import type { ChartType } from "./chart_of";
import { formProps, useForms, type Forms } from "./form_props";
import { Header, type AlertType } from "./header";
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

/**
 * The list of coins belongs to the chart's page; elsewhere it stands where there is room for it.
 * From 1450 px to 1799 the trades' column has taken the room that list and chart would need.
 */
function useList(): boolean {
  const room = useMedia("(min-width: 1400px) and (max-width: 1449px)");
  const plenty = useMedia("(min-width: 1800px)");
  const charting = useLocation().pathname.startsWith(chartPage);
  return plenty || (room && charting);
}

/** B and S lead into the amount of their form, L locks trading. */
function useTradingKeys() {
  const lock = useTradingLock();
  const locking = useLocking();
  const amountOf = (side: Side) =>
    document.querySelector<HTMLElement>(`form[data-side="${side}"] input[name="amount"]`)?.focus();
  useHotkeys({
    b: () => amountOf("BUY"),
    s: () => amountOf("SELL"),
    l: () => {
      if (lock.open) locking();
    },
  });
}

function WideScreen(props: ScreenProps) {
  const { shown, forms, Chart } = props;
  const { pair } = shown;
  const list = useList();
  const guest = useSession() === null;
  useTradingKeys();
  return (
    <div className={cx(styles.screen, list && styles["with-list"])} data-guest={guest || undefined}>
      {list && <PairsPanel now={pair} />}
      <Header coin={shown.coin} pair={pair} stale={shown.stale} Alert={props.Alert} />
      <Center shown={shown} Chart={Chart} />
      <BookAndTrades shown={shown} onPrice={forms.pick} />
      {guest ? (
        <SignInCall
          title={t("guests.spot", { coin: shown.coin })}
          className={styles["sign-in-call"]}
        />
      ) : (
        <>
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
          <Assets coin={shown.coin} rules={shown.rules} live={shown.live} />
          <OrdersPanel pair={shown.name} live={shown.live} choice={props.choice} />
        </>
      )}
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
        action={<LinkButton to="/markets/prices">{t("spot.see_markets")}</LinkButton>}
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
