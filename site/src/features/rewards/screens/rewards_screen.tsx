// The Rewards Center: what can be earned today and this week, and what was.
import { useContext, useState } from "react";
import { Built } from "../../../lib/built";
import { t } from "../../../lib/i18n";
import { useTasks } from "../../../lib/rewards";
import { TextLink } from "../../../ui/button";
import { EmptyState } from "../../../ui/states";
import { TabPanel, Tabs } from "../../../ui/tabs";
import styles from "../rewards.module.css";
import { NoTasksYet, TaskList, Terms } from "../task_list";
import { tasksOf, type RewardsTab } from "../tasks";

const id = "rewards";
const tabs = ["daily", "weekly", "completed"] as const satisfies readonly RewardsTab[];

export default function RewardsScreen() {
  const [tab, setTab] = useState<RewardsTab>("daily");
  const isBuilt = useContext(Built);
  const query = useTasks();
  const shown = query.data && tasksOf(query.data, tab);
  return (
    <>
      <header className={styles.head}>
        <h1>{t("rewards.rewards_title")}</h1>
        {isBuilt("/account/tasks") && (
          <TextLink to="/account/tasks">{t("rewards.all_tasks")}</TextLink>
        )}
        <p>{t("rewards.rewards_lead")}</p>
        <Terms />
      </header>
      <section className={styles.card}>
        <Tabs
          id={id}
          label={t("rewards.tabs")}
          items={tabs.map((name) => ({ id: name, label: t(`rewards.${name}`) }))}
          value={tab}
          onValue={setTab}
          className={styles.tabs}
        />
        <TabPanel tabs={id} tab={tab}>
          <h2 className="hidden-but-read">{t(`rewards.${tab}`)}</h2>
          {!shown && <NoTasksYet error={query.error} onRetry={() => void query.refetch()} />}
          {shown?.length === 0 && <EmptyState title={t(`rewards.${tab}_empty`)} />}
          {shown && shown.length > 0 && <TaskList tasks={shown} label={t(`rewards.${tab}`)} />}
        </TabPanel>
      </section>
    </>
  );
}
