// The trading screen on a phone: one part at a time, and the form in a sheet.
import { useState } from "react";
import { t } from "../../lib/i18n";
import { useSession } from "../../lib/session";
import { Button } from "../../ui/button";
import { Sheet } from "../../ui/dialog";
import { SignInBar } from "../../ui/sign_in_call";
import { Segment, TabPanel, Tabs } from "../../ui/tabs";
import { Assets } from "./assets";
import { bookProps, OwnTrades, panelProps, tickOf } from "./book_and_trades";
import { BookPanel, type OnLevel } from "../../market/book_panel";
import { BookTools, usualView } from "../../market/book_tools";
import { ChartOf, type ChartType } from "./chart_of";
import { DepthPanel } from "./depth_panel";
import { formProps } from "./form_props";
import { Header, PhoneTools } from "./header";
import type { Shown } from "./market";
import type { Side } from "./order";
import { OrderForm } from "./order_form";
import { OrdersPanel, type ListChoice } from "./orders_panel";
import { OverviewPanel } from "./overview_panel";
import styles from "./spot.module.css";
import type { ScreenProps } from "./spot_screen";
import { TradesPanel } from "../../market/trades_panel";

const levels = 10;
const parts = ["chart", "book", "trades", "overview"] as const;
type Part = (typeof parts)[number];

function BookPart({ shown, onPrice }: { shown: Shown; onPrice: OnLevel }) {
  const [view, setView] = useState(usualView);
  return (
    <>
      <div className={styles["phone-tools"]}>
        <BookTools tick={tickOf(shown)} view={view} onView={setView} />
      </div>
      <BookPanel {...bookProps(shown, view)} levels={levels} onPrice={onPrice} />
      <h2 className={styles["phone-heading"]}>{t("spot.view_depth")}</h2>
      <DepthPanel {...panelProps(shown)} />
    </>
  );
}

function TradesPart({ shown }: { shown: Shown }) {
  const [whose, setWhose] = useState<"all" | "mine">("all");
  const guest = useSession() === null;
  return (
    <>
      {!guest && (
        <div className={styles["phone-tools"]}>
          <Segment
            label={t("market.market_trades")}
            items={[
              { id: "all", label: t("market.market_trades") },
              { id: "mine", label: t("market.my_trades") },
            ]}
            value={whose}
            onValue={setWhose}
            small
          />
        </div>
      )}
      {whose === "all" ? (
        <TradesPanel {...panelProps(shown)} fills={shown.fills.data?.fills} />
      ) : (
        <OwnTrades shown={shown} />
      )}
    </>
  );
}

function PartOf(props: {
  part: Part;
  shown: Shown;
  choice: ListChoice;
  Chart: ChartType;
  onPrice: OnLevel;
}) {
  const { shown, part } = props;
  const guest = useSession() === null;
  if (part === "book") return <BookPart shown={shown} onPrice={props.onPrice} />;
  if (part === "trades") return <TradesPart shown={shown} />;
  if (part === "overview") {
    const { pair } = shown;
    return <OverviewPanel coin={shown.coin} name={pair?.full_name} image={pair?.image} />;
  }
  return (
    <>
      <div className={styles["phone-chart"]} data-tour="chart">
        <ChartOf shown={shown} Chart={props.Chart} />
      </div>
      {!guest && (
        <>
          <OrdersPanel pair={shown.name} live={shown.live} choice={props.choice} />
          <Assets coin={shown.coin} rules={shown.rules} live={shown.live} />
        </>
      )}
    </>
  );
}

const sides = [
  { id: "BUY", text: "market.buy", tone: "buy" },
  { id: "SELL", text: "market.sell", tone: "sell" },
] as const;

export function PhoneScreen(props: ScreenProps) {
  const { shown, forms, Chart } = props;
  const [part, setPart] = useState<Part>("chart");
  const [side, setSide] = useState<Side | null>(null);
  const { pair } = shown;
  const guest = useSession() === null;
  // A level fills the form that it opens; the next form begins anew.
  const show = (next: Side) => {
    forms.drop();
    setSide(next);
  };
  return (
    <div className={styles.phone}>
      <Header
        coin={shown.coin}
        pair={pair}
        stale={shown.stale}
        tools={<PhoneTools coin={shown.coin} pair={pair} />}
      />
      <Tabs
        id="phone"
        label={t("spot.sections")}
        items={parts.map((id) => ({ id, label: t(`spot.phone_${id}`) }))}
        value={part}
        onValue={setPart}
        dense
        className={styles["phone-tabs"]}
      />
      <TabPanel tabs="phone" tab={part} className={styles["phone-body"]}>
        <PartOf
          part={part}
          shown={shown}
          choice={props.choice}
          Chart={Chart}
          onPrice={(price, from, amount) => {
            if (guest) return;
            forms.pick(price, from, amount);
            setSide(from === "ask" ? "BUY" : "SELL");
          }}
        />
      </TabPanel>
      {guest ? (
        <SignInBar className={styles.footer} />
      ) : (
        <div className={styles.footer} data-tour="form">
          {sides.map(({ id, text, tone }) => (
            <Button key={id} look={tone} size="l" wide onClick={() => show(id)}>
              {t(text)}
            </Button>
          ))}
        </div>
      )}
      {pair && (
        <Sheet
          open={side !== null}
          onClose={() => setSide(null)}
          title={t("spot.place_order")}
          hideTitle
        >
          <Segment
            label={t("spot.side")}
            items={sides.map(({ id, text, tone }) => ({ id, label: t(text), tone }))}
            value={side ?? "BUY"}
            onValue={show}
            className={styles.sides}
          />
          {side && (
            <OrderForm
              key={side}
              side={side}
              {...formProps(shown, forms, pair)}
              onPlaced={() => {
                forms.memory.forget(side);
                setSide(null);
              }}
            />
          )}
        </Sheet>
      )}
    </div>
  );
}
