import { t } from "../lib/i18n";
import { useStatus } from "../lib/status";
import { Pill } from "../ui/chip";

/** "Simulated market" wherever prices are simulated, "Demo" where money is; nothing else. */
export function MarketPills() {
  const status = useStatus();
  if (!status) return null;
  return (
    <>
      {status.prices.stale && <Pill tone="warning">{t("shell.stale")}</Pill>}
      {status.market === "simulated" && <Pill dot>{t("shell.simulated")}</Pill>}
      {status.demo && <Pill tone="accent">{t("shell.demo")}</Pill>}
    </>
  );
}
