import { Search } from "lucide-react";
import { askOverlay } from "../lib/hotkeys";
import { t } from "../lib/i18n";
import { useStatus } from "../lib/status";
import { IconButton } from "../ui/button";
import { Pill } from "../ui/chip";
import styles from "./pills.module.css";

/** "Prices are stale" where nothing comes any more (a market that is late says so itself),
 * "Simulated market" wherever prices are simulated, "Demo" where money is; nothing else. */
export function Pills() {
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

/** What stands in the bar before the client's own: the pills and the search. */
export default function MarketPills() {
  return (
    <>
      <Pills />
      <IconButton
        label={t("shell.search")}
        className={styles.search}
        onClick={() => askOverlay("search")}
      >
        <Search size={18} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
    </>
  );
}
