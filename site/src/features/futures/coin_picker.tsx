// All contracts, to choose another one.
import { useMemo } from "react";
import { placesOf } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { MarketPicker, type Listed } from "../../market/picker";
import { useContracts } from "./api";
import type { Contract } from "./contract";

export const addressOf = (contract: Pick<Contract, "coin">) => `/trades/futures/${contract.coin}`;

const listed = (contract: Contract): Listed => ({
  name: contract.name,
  coin: contract.coin,
  image: contract.image,
  price: contract.last_price,
  places: placesOf(contract.tick),
  change: contract.increase_in_value,
  address: addressOf(contract),
});

export function CoinPicker({ onClose }: { onClose: () => void }) {
  const query = useContracts();
  const rows = useMemo(() => query.data?.map(listed), [query.data]);
  return (
    <MarketPicker
      title={t("futures.choose")}
      label={t("futures.contracts")}
      rows={rows}
      error={query.error}
      onRetry={() => void query.refetch()}
      onClose={onClose}
    />
  );
}
