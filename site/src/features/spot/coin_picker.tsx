// All pairs, to choose another one.
import { useMemo } from "react";
import { t } from "../../lib/i18n";
import { useAllPairs, type Pair } from "../../lib/pairs";
import { MarketPicker, type Listed } from "../../market/picker";

export const addressOf = (pair: Pair): string => `/trades/trade-chart/${pair.name}`;

/** The list with the pair of the screen as the screen has it. */
export const atOnce = (pairs: readonly Pair[] | undefined, now: Pair | undefined) =>
  pairs?.map((pair) => (pair.id === now?.id ? now : pair));

const listed = (pair: Pair): Listed => ({
  name: pair.coin_pair_name,
  coin: pair.name,
  image: pair.image,
  price: pair.close,
  places: pair.price_places,
  change: pair.increase_in_value,
  volume: pair.volume_usdt,
  address: addressOf(pair),
  pair,
});

/** `now`: the pair of the screen, which has its price from the book. */
export function CoinPicker({ now, onClose }: { now: Pair | undefined; onClose: () => void }) {
  const query = useAllPairs();
  const rows = useMemo(() => atOnce(query.data?.coinpair, now)?.map(listed), [query.data, now]);
  return (
    <MarketPicker
      title={t("spot.choose_pair")}
      label={t("spot.pairs")}
      rows={rows}
      error={query.error}
      onRetry={() => void query.refetch()}
      onClose={onClose}
    />
  );
}
