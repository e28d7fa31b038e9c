// Coins go out: the coin, the receiver, the amount, and what was sent before.
import { t } from "../../lib/i18n";
import { useNetworks } from "../../lib/networks";
import { TradingNumbers } from "../../ui/number";
import { ErrorState, Skeleton } from "../../ui/states";
import { Step, StepsPage } from "../../ui/steps";
import { useLimits } from "./api";
import { WithdrawForm } from "./form";
import { Withdrawals } from "./withdrawals";

const steps = ["withdraw.coin", "withdraw.address_and_network", "withdraw.amount"] as const;

const Coming = () =>
  steps.map((title, index) => (
    <Step key={title} number={index + 1} title={t(title)}>
      <Skeleton height={index === 1 ? 140 : 52} />
    </Step>
  ));

export default function WithdrawScreen() {
  const networks = useNetworks();
  const limits = useLimits();
  const failed = [networks, limits].find((query) => query.error && !query.data);
  return (
    <TradingNumbers value={true}>
      <StepsPage title={t("withdraw.title")} above={t("withdraw.wallet")} side={<Withdrawals />}>
        {networks.data && limits.data ? (
          <WithdrawForm coins={networks.data} limits={limits.data} />
        ) : failed ? (
          <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
        ) : (
          <Coming />
        )}
      </StepsPage>
    </TradingNumbers>
  );
}
