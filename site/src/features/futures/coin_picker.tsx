// All contracts, to choose another one.
import { useMemo } from "react";
import { placesOf } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { useAllPairs, type Pair } from "../../lib/pairs";
import { MarketPicker, type Listed } from "../../market/picker";
import { useContracts } from "./api";
import type { Contract } from "./contract";

export const addressOf = (contract: Pick<Contract, "coin">) => `/trades/futures/${contract.coin}`;

const listed = (contract: Contract, pair: Pair | undefined): Listed => ({
  name: contract.name,
  coin: contract.coin,
  image: contract.image,
  price: contract.last_price,
  places: placesOf(contract.tick),
  change: contract.increase_in_value,
  volume: contract.turnover,
  address: addressOf(contract),
  pair,
});

/** The contracts with their coins' stars and groups, or without where those cannot be had. */
export function useListed() {
  const { data: contracts, error, refetch } = useContracts();
  const pairs = useAllPairs();
  const coins = pairs.data?.coinpair;
  const known = coins !== undefined || pairs.error !== null;
  const rows = useMemo(() => {
    if (!contracts || !known) return undefined;
    const byCoin = new Map(coins?.map((pair) => [pair.name, pair]));
    return contracts.map((contract) => listed(contract, byCoin.get(contract.coin)));
  }, [contracts, coins, known]);
  return { rows, error, retry: () => void refetch() };
}

export function CoinPicker({ onClose }: { onClose: () => void }) {
  const { rows, error, retry } = useListed();
  return (
    <MarketPicker
      title={t("futures.choose")}
      label={t("futures.contracts")}
      rows={rows}
      error={error}
      onRetry={retry}
      onClose={onClose}
    />
  );
}
