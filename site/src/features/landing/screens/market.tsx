import { useDeferredValue } from "react";
import { useAllPairs, useTickers } from "../../../lib/pairs";
import { mostTraded, popular } from "../rules";
import { PopularCoins, QuoteStrip } from "./market_sections";

/** What the page says of the market: MarketUnknown stands in its place until its code is here. */
export default function Market() {
  useTickers();
  const query = useAllPairs();
  // Drawn beside what else has just come, and not in one go with it.
  const pairs = useDeferredValue(query.data?.coinpair);
  const failed = query.isError && !pairs;
  return (
    <>
      {!failed && <QuoteStrip pairs={pairs && mostTraded(pairs)} />}
      <PopularCoins
        pairs={pairs && popular(pairs)}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    </>
  );
}
