// The wallet: its overview and its spot coins.
import { useState, type ComponentType } from "react";
import { t } from "../../lib/i18n";
import { balances_hidden, hide_balances } from "../../lib/preferences";
import { TabPanel, Tabs } from "../../ui/tabs";
import { useWallet } from "./api";
import { Assets } from "./assets";
import { HiddenBalances } from "./balance";
import { funded } from "./holdings";
import { OverviewTab } from "./overview";
import styles from "./wallet.module.css";

const tabs = "wallet";
type Tab = "overview" | "spot";

/** `Markets`: the card of the markets below the total, from another feature. */
export function WalletScreen({ Markets }: { Markets: ComponentType }) {
  const [tab, set_tab] = useState<Tab>("overview");
  const [hidden, set_hidden] = useState(balances_hidden);
  const { overview, spot } = useWallet();
  const hide = () => {
    hide_balances(!hidden);
    set_hidden(!hidden);
  };
  const list = { error: spot.error, on_retry: () => void spot.refetch() };
  return (
    <HiddenBalances value={hidden}>
      <div className={styles.page}>
        <h1 className={styles.title}>{t("wallet.title")}</h1>
        <Tabs
          id={tabs}
          label={t("wallet.tabs")}
          items={[
            { id: "overview", label: t("wallet.overview") },
            { id: "spot", label: t("wallet.spot") },
          ]}
          value={tab}
          on_value={set_tab}
          className={styles.tabs}
        />
        {tab === "overview" ? (
          <TabPanel tabs={tabs} tab="overview">
            <OverviewTab
              overview={overview.data}
              error={overview.error}
              on_retry={() => void overview.refetch()}
              on_hide={hide}
            />
            <Markets />
            <Assets holdings={spot.data && funded(spot.data)} {...list} />
          </TabPanel>
        ) : (
          <TabPanel tabs={tabs} tab="spot">
            <Assets holdings={spot.data} {...list} />
          </TabPanel>
        )}
      </div>
    </HiddenBalances>
  );
}
