import { t } from "../lib/i18n";
import { useStatus } from "../lib/status";
import { Pill } from "../ui/chip";

/** "Prices are stale" where nothing comes any more (a market that is late says so itself),
 * "Simulated market" wherever prices are simulated, "Demo" where money is; nothing else. */
export default function MarketPills() {
  const status = useStatus();
  if (!status) return null;
  return (
    <>
      {status.provider === "down" && <Pill tone="warning">{t("shell.stale")}</Pill>}
      {status.market === "simulated" && <Pill dot>{t("shell.simulated")}</Pill>}
      {status.demo && <Pill tone="accent">{t("shell.demo")}</Pill>}
    </>
  );
}
