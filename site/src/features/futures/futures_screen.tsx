// The futures screen: chart, book, trades, the form, and what the client has open.
import { useMemo, useState, type ReactNode } from "react";
import { useParams } from "react-router";
import { useBook } from "../../lib/book";
import { placesOf } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { t } from "../../lib/i18n";
import { useNarrow } from "../../lib/narrow";
import { coinOfAddress } from "../../lib/pairs";
import { useSession } from "../../lib/session";
import { usePriceTitle } from "../../lib/title";
import { BookPanel } from "../../market/book_panel";
import { TradesPanel } from "../../market/trades_panel";
import { LinkButton } from "../../ui/button";
import { PanelGrid } from "../../ui/panel_grid";
import { SignInCall } from "../../ui/sign_in_call";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states";
import { TabPanel, Tabs } from "../../ui/tabs";
import { AccountPanel } from "./account_panel";
import { useContracts, useMargin, useMarks } from "./api";
import { ChartOf, type ChartType, type MarketProps } from "./chart_of";
import type { Contract } from "./contract";
import styles from "./futures.module.css";
import { Header } from "./header";
import { layouts, widthOf, type Panel } from "./layout";
import { MarketsPanel } from "./markets_panel";
import { PositionsPanel, useListChoice, type ListChoice } from "./positions_panel";
import { contractBeside } from "./rules";
import { TradeForm, useDraft } from "./trade_form";

const quote = "USDT";
const usualCoin = "BTC";

interface Shown {
  coin: string;
  contract: Contract | undefined;
  Chart: ChartType;
  draft: ReturnType<typeof useDraft>;
  choice: ListChoice;
}

const Titled = ({ panel, children }: { panel: Panel; children: ReactNode }) => (
  <section className={styles.panel} aria-label={t(`futures.panel_${panel}`)}>
    <div className={styles["panel-head"]}>
      <h2>{t(`futures.panel_${panel}`)}</h2>
    </div>
    {children}
  </section>
);

const Coming = () => (
  <div className={styles.coming}>
    <Skeleton height={40} />
    <Skeleton height={40} />
    <Skeleton height={40} />
  </div>
);

const marketOf = (coin: string, contract: Contract): MarketProps => ({
  pair: `${coin}${quote}`,
  coin,
  pricePlaces: placesOf(contract.tick),
  quantityPlaces: placesOf(contract.lot),
});

/** The book and the trades of the contract that is shown. */
function useTraded({ pair, coin, pricePlaces, quantityPlaces }: MarketProps) {
  const book = useBook(pair);
  return {
    coin,
    book: book.data,
    error: book.error,
    onRetry: () => void book.refetch(),
    places: { price: pricePlaces, quantity: quantityPlaces },
  };
}

/** Positions open at the market: no price is taken from it. */
const Book = ({ market, levels }: { market: MarketProps; levels?: number }) => (
  <BookPanel {...useTraded(market)} levels={levels} />
);

const Trades = ({ market }: { market: MarketProps }) => <TradesPanel {...useTraded(market)} />;

/** The form, which counts in what the client has open; a guest's way to an account. */
function FormBeside({ contract, draft }: { contract: Contract; draft: Shown["draft"] }) {
  const guest = useSession() === null;
  const { account, margin } = useMargin().data ?? {};
  const beside = useMemo(() => contractBeside(contract, margin ?? []), [contract, margin]);
  if (guest) return <SignInCall title={t("guests.futures", { coin: contract.coin })} />;
  return <TradeForm contract={beside} available={account?.available} draft={draft} />;
}

/** A guest has none. */
function Positions({ coin, choice }: Pick<Shown, "coin" | "choice">) {
  const guest = useSession() === null;
  if (guest) return <EmptyState compact title={t("guests.positions")} />;
  return <PositionsPanel name={`${coin}${quote}`} choice={choice} />;
}

/** The panels by their names; empty ones until the contract is known. */
function useContents({ coin, contract, Chart, draft, choice }: Shown): Record<Panel, ReactNode> {
  const market = contract && marketOf(coin, contract);
  return {
    chart: market && <ChartOf market={market} contract={contract} Chart={Chart} />,
    book: <Titled panel="book">{market ? <Book market={market} /> : <Coming />}</Titled>,
    trades: <Titled panel="trades">{market ? <Trades market={market} /> : <Coming />}</Titled>,
    form: contract ? <FormBeside {...{ contract, draft }} /> : <Coming />,
    positions: <Positions {...{ coin, choice }} />,
    account: contract ? <AccountPanel contract={contract} /> : <Coming />,
    markets: <MarketsPanel coin={coin} />,
  };
}

function WideScreen(props: Shown & { arranging: boolean; onDone: () => void }) {
  const contents = useContents(props);
  return (
    <PanelGrid
      layouts={layouts}
      widthOf={widthOf}
      name={(panel) => t(`futures.panel_${panel}`)}
      arranging={props.arranging}
      onDone={props.onDone}
      contents={contents}
    />
  );
}

const options = ["buy_and_sell", "order_books"] as const;
const tabsId = "futures-phone";
const phoneLevels = 10;

/** One column, with the two options under the chart. */
function PhoneScreen(props: Shown) {
  const { coin, contract, Chart, draft, choice } = props;
  const [option, setOption] = useState<(typeof options)[number]>("buy_and_sell");
  const market = contract && marketOf(coin, contract);
  return (
    <div className={styles.phone}>
      <div className={styles["phone-chart"]}>
        {market && <ChartOf market={market} contract={contract} Chart={Chart} />}
      </div>
      <Tabs
        id={tabsId}
        label={t("futures.sections")}
        items={options.map((id) => ({ id, label: t(`futures.${id}`) }))}
        value={option}
        onValue={setOption}
        dense
        className={styles["phone-tabs"]}
      />
      <TabPanel tabs={tabsId} tab={option}>
        {!contract || !market ? (
          <Coming />
        ) : option === "buy_and_sell" ? (
          <FormBeside {...{ contract, draft }} />
        ) : (
          <Book market={market} levels={phoneLevels} />
        )}
      </TabPanel>
      <Positions {...{ coin, choice }} />
      {contract && <AccountPanel contract={contract} />}
    </div>
  );
}

function Screen({ coin, Chart }: { coin: string; Chart: ChartType }) {
  useMarks(`${coin}${quote}`);
  const [arranging, setArranging] = useState(false);
  const narrow = useNarrow();
  const draft = useDraft();
  const choice = useListChoice();
  const query = useContracts();
  const contract = query.data?.find((one) => one.coin === coin);
  const book = useBook(`${coin}${quote}`).data;
  const price = book && book.price !== "0" ? book.price : undefined;
  usePriceTitle(
    price && contract && !contract.stale
      ? `${formatNumber(price, { places: placesOf(contract.tick) })} ${coin}/${quote}`
      : null,
  );
  if (query.data && !contract) {
    return (
      <EmptyState
        page
        title={t("futures.unknown", { coin })}
        text={t("futures.unknown_text")}
        action={<LinkButton to="/markets/prices">{t("market.see_markets")}</LinkButton>}
      />
    );
  }
  const shown = { coin, contract, Chart, draft, choice };
  return (
    <div className={styles.screen}>
      <Header
        coin={coin}
        contract={contract}
        price={price}
        arranging={arranging}
        onArrange={narrow ? undefined : () => setArranging(!arranging)}
      />
      {query.error && !query.data && (
        <ErrorState
          title={t("futures.failed")}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {narrow ? (
        <PhoneScreen {...shown} />
      ) : (
        <WideScreen {...shown} arranging={arranging} onDone={() => setArranging(false)} />
      )}
    </div>
  );
}

export function FuturesScreen({ Chart }: { Chart: ChartType }) {
  const { coin: name = usualCoin } = useParams();
  const listed = useContracts().data?.map((contract) => contract.coin);
  const coin = coinOfAddress(name, listed);
  // Another coin is another screen: book, form and pages of tables begin anew.
  return <Screen key={coin} coin={coin} Chart={Chart} />;
}
