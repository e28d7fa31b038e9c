// Everything that can be done now.
import { t } from "../../../lib/i18n";
import { useTasks } from "../../../lib/rewards";
import { TextLink } from "../../../ui/button";
import { EmptyState } from "../../../ui/states";
import styles from "../rewards.module.css";
import { NoTasksYet, TaskList, Terms } from "../task_list";
import { openTasks } from "../tasks";

const kinds = ["once", "daily", "weekly"] as const;

export default function TasksScreen() {
  const query = useTasks();
  const groups = kinds
    .map((kind) => ({ kind, tasks: openTasks(query.data ?? [], kind) }))
    .filter(({ tasks }) => tasks.length > 0);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t("rewards.tasks_title")}</h1>
        <TextLink to="/account/rewards">{t("rewards.rewards_link")}</TextLink>
        <p>{t("rewards.tasks_lead")}</p>
        <Terms />
      </header>
      {!query.data && (
        <section className={styles.card}>
          <NoTasksYet error={query.error} onRetry={() => void query.refetch()} />
        </section>
      )}
      {query.data && groups.length === 0 && (
        <section className={styles.card}>
          <EmptyState title={t("rewards.tasks_empty")} />
        </section>
      )}
      {groups.map(({ kind, tasks }) => (
        <section key={kind} className={styles.card}>
          <h2 className={styles["card-head"]}>{t(`rewards.${kind}`)}</h2>
          <TaskList tasks={tasks} label={t(`rewards.${kind}`)} />
        </section>
      ))}
    </div>
  );
}
