// Coins come in: the coin, its network, and the client's own address there.
import { useEffect } from "react";
import { trimZeros } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { useNetworks, type Network, type NetworkCoin } from "../../lib/networks";
import { useSearchParams } from "../../lib/router";
import { usePaused } from "../../lib/status";
import { CoinField } from "../../market/coin_field";
import { NetworkField } from "../../ui/network_field";
import { ErrorState, Skeleton } from "../../ui/states";
import { Step, StepsPage } from "../../ui/steps";
import { AddressCard } from "./address_card";
import { Deposits } from "./deposits";
import { coinOf, networkOf } from "./rules";

function Networks(props: {
  coin: NetworkCoin;
  network: Network;
  onValue: (value: string) => void;
}) {
  return (
    <NetworkField
      label={t("deposit.network")}
      networks={props.coin.networks.map((one) => ({
        value: one.value,
        title: one.title,
        lines: one.deposit_open
          ? [
              t("deposit.confirmations", { count: one.confirmations }),
              t("deposit.about_minutes", { count: one.arrival_minutes }),
            ]
          : [t("deposit.closed")],
        closed: !one.deposit_open,
      }))}
      value={props.network.value}
      onValue={props.onValue}
    />
  );
}

function Steps({ coins }: { coins: readonly NetworkCoin[] }) {
  const [address, setAddress] = useSearchParams();
  const coin = coinOf(coins, address.get("coin"));
  const network = coin && networkOf(coin, address.get("network"));
  if (!coin || !network) return <ErrorState />;
  const choose = (chosen: Record<string, string>) => setAddress(chosen, { replace: true });
  return (
    <>
      <Step number={1} title={t("deposit.coin")}>
        <CoinField
          label={t("deposit.choose_coin")}
          coins={coins.map((one) => ({
            name: one.coin,
            full_name: one.name,
            image: one.image,
            note: t("deposit.from_amount", {
              amount: `${trimZeros(one.minimum_listed)} ${one.coin}`,
            }),
          }))}
          value={coin.coin}
          onValue={(name) => choose({ coin: name })}
        />
      </Step>
      <Step number={2} title={t("deposit.network")}>
        <Networks
          coin={coin}
          network={network}
          onValue={(value) => choose({ coin: coin.coin, network: value })}
        />
      </Step>
      <Step number={3} title={t("deposit.address")}>
        <AddressCard coin={coin} network={network} />
      </Step>
    </>
  );
}

const Coming = () => (
  <>
    {[52, 80, 220].map((height, index) => (
      <Step
        key={height}
        number={index + 1}
        title={t(
          (["deposit.coin", "deposit.network", "deposit.address"] as const)[index] ??
            "deposit.coin",
        )}
      >
        <Skeleton height={height} />
      </Step>
    ))}
  </>
);

export default function DepositScreen() {
  const query = useNetworks();
  const paused = usePaused().deposits;
  const { refetch } = query;
  useEffect(() => {
    // While deposits are paused, every network is listed as closed.
    if (paused) return () => void refetch();
  }, [paused, refetch]);
  return (
    <StepsPage
      title={t("deposit.title")}
      above={t("deposit.wallet")}
      side={<Deposits coins={query.data} />}
    >
      {query.data ? (
        <Steps coins={query.data} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Coming />
      )}
    </StepsPage>
  );
}
