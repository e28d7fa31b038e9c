// The wallet: its overview, and a tab for each kind of account. The address says which tab is open.
import { History } from "lucide-react";
import { useState, type ComponentType } from "react";
import { useLocation, useNavigate } from "react-router";
import { t } from "../../lib/i18n";
import { balancesHidden, hideBalances } from "../../lib/preferences";
import { Link } from "../../lib/router";
import { TabPanel, Tabs } from "../../ui/tabs";
import { useWallet } from "./api";
import { Assets } from "./assets";
import { HiddenBalances } from "./balance";
import { EarnTab } from "./earn_tab";
import { FirstSteps } from "./first_steps";
import { FutureTab } from "./future_tab";
import { funded } from "./holdings";
import { OverviewTab } from "./overview";
import { walletTabs, type WalletTab } from "./tabs";
import styles from "./wallet.module.css";
import { Web3Tab } from "./web3_tab";

const tabs = "wallet";

/** The tab of the address: /wallet#earn; the overview where there is none. */
function useTab(): [WalletTab, (tab: WalletTab) => void] {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const tab = walletTabs.find((one) => `#${one}` === hash) ?? "overview";
  return [tab, (next) => void navigate({ hash: next === "overview" ? "" : next })];
}

interface Parts {
  /** The card of the markets below the total, from another feature. */
  Markets: ComponentType;
  /** The open futures positions, from another feature. */
  Positions: ComponentType;
}

function Panel({
  tab,
  setTab,
  Markets,
  Positions,
}: Parts & {
  tab: WalletTab;
  setTab: (tab: WalletTab) => void;
}) {
  const { overview, spot } = useWallet();
  const list = { error: spot.error, onRetry: () => void spot.refetch() };
  switch (tab) {
    case "overview":
      return (
        <>
          <FirstSteps holdings={spot.data} />
          <OverviewTab
            overview={overview.data}
            error={overview.error}
            onRetry={() => void overview.refetch()}
            onTab={setTab}
          />
          <Markets />
          <Assets look="overview" holdings={spot.data && funded(spot.data)} {...list} />
        </>
      );
    case "spot":
      return <Assets look="spot" holdings={spot.data} {...list} />;
    case "earn":
      return <EarnTab total={overview.data?.earnTotal} />;
    case "future":
      return <FutureTab total={overview.data?.futureTotal} Positions={Positions} />;
    case "web3":
      return <Web3Tab />;
  }
}

export function WalletScreen(parts: Parts) {
  const [tab, setTab] = useTab();
  const [hidden, setHidden] = useState(balancesHidden);
  const hide = () => {
    hideBalances(!hidden);
    setHidden(!hidden);
  };
  return (
    <HiddenBalances value={{ hidden, hide }}>
      <div className={styles.page}>
        <div className={styles["page-head"]}>
          <h1 className={styles.title}>{t("wallet.title")}</h1>
          <Link to="/history" className={styles.history}>
            <History size={18} strokeWidth={1.5} aria-hidden="true" />
            {t("wallet.history")}
          </Link>
        </div>
        <Tabs
          id={tabs}
          label={t("wallet.tabs")}
          items={walletTabs.map((id) => ({ id, label: t(`wallet.${id}`) }))}
          value={tab}
          onValue={setTab}
          className={styles.tabs}
        />
        <TabPanel tabs={tabs} tab={tab}>
          <Panel tab={tab} setTab={setTab} {...parts} />
        </TabPanel>
      </div>
    </HiddenBalances>
  );
}
