// The futures screen with chart, order book and trades: the app joins the features.
import { ChartPanel } from "../features/chart/chart_panel";
import { FuturesScreen, type MarketProps } from "../features/futures/futures_screen";
import { BookPanel } from "../features/spot/book_panel";
import { TradesPanel } from "../features/spot/trades_panel";
import { useBook } from "../lib/book";
import { TradingNumbers } from "../ui/number";

const phoneLevels = 10;

/** The book and the trades of the coin that is shown. */
function useMarket({ pair, coin, pricePlaces, quantityPlaces }: MarketProps) {
  const book = useBook(pair);
  return {
    coin,
    book: book.data,
    error: book.error,
    onRetry: () => void book.refetch(),
    places: { price: pricePlaces, quantity: quantityPlaces },
  };
}

function Book(props: MarketProps & { onPhone?: boolean }) {
  const market = useMarket(props);
  return (
    // Positions open at the market: no price is taken from the book.
    <BookPanel {...market} {...(props.onPhone ? { levels: phoneLevels } : {})} />
  );
}

const Trades = (props: MarketProps) => <TradesPanel {...useMarket(props)} />;

export default function FuturesPage() {
  return (
    <TradingNumbers value={true}>
      <FuturesScreen Chart={ChartPanel} Book={Book} Trades={Trades} />
    </TradingNumbers>
  );
}
