// Tasks as rows of one card: what to do, how far one is, what it brings.
import { ArrowLeftRight, BadgeCheck, Download, Users, Waves, type LucideIcon } from "lucide-react";
import { useContext } from "react";
import { Built } from "../../lib/built";
import { formatNumber } from "../../lib/format";
import { currentLanguage, t, textOr } from "../../lib/i18n";
import { perform } from "../../lib/perform";
import { canClaim, useRewardTerms, type Task, type TaskCenter } from "../../lib/rewards";
import { Button, LinkButton } from "../../ui/button";
import { Chip } from "../../ui/chip";
import { Amount, Time } from "../../ui/number";
import { ErrorState, Skeleton } from "../../ui/states";
import { toast } from "../../ui/toast";
import { useClaim } from "./api";
import styles from "./rewards.module.css";
import { inUsdt, percentDone, placeOf, verification } from "./tasks";

const icons: Readonly<Record<TaskCenter["measure"], LucideIcon>> = {
  verification: BadgeCheck,
  deposits: Download,
  trading_volume: Waves,
  trades: ArrowLeftRight,
  referrals: Users,
};

const shown = (value: string) => formatNumber(value, { language: currentLanguage() });

const titleOf = (task: TaskCenter): string =>
  textOr(`rewards.task_${task.name}`, task.description, { target: shown(task.amount) });

const rulesOf = (task: TaskCenter): string => textOr(`rewards.task_${task.name}_rules`, task.rules);

function Progress({ task }: { task: Task }) {
  const { task_center: center, accumulated_amount: accumulatedAmount } = task;
  const text = t(inUsdt(center) ? "rewards.progress_usdt" : "rewards.progress", {
    done: shown(accumulatedAmount),
    target: shown(center.amount),
  });
  const percent = percentDone(task);
  return (
    <div className={styles.progress}>
      <div
        role="progressbar"
        aria-label={t("rewards.progress_label")}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(percent)}
        aria-valuetext={text}
        className={styles.track}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <span className={styles.quiet}>{text}</span>
    </div>
  );
}

/** Claim, the way to where the task is done, or that it is over. */
function Action({ task }: { task: Task }) {
  const claim = useClaim();
  const terms = useRewardTerms();
  const isBuilt = useContext(Built);
  const { task_center: center } = task;
  if (task.reward_status === "CLAIMED") return <Chip tone="up">{t("rewards.claimed")}</Chip>;
  if (!canClaim(task)) {
    const place = placeOf(center);
    return isBuilt(place) ? (
      <LinkButton to={place} look="outline" size="s" className={styles.action}>
        {t(`rewards.go_${center.measure}`)}
      </LinkButton>
    ) : null;
  }
  if (terms.data?.verified === false) {
    return (
      <LinkButton to={verification} look="outline" size="s" className={styles.action}>
        {t("rewards.verify_to_claim")}
      </LinkButton>
    );
  }
  const press = () =>
    perform(claim, task, {
      onSuccess: () =>
        toast({
          tone: "success",
          title: t("rewards.claimed_title"),
          text: t("rewards.claimed_text"),
        }),
      onError: () =>
        toast({
          tone: "error",
          title: t("rewards.claim_failed_title"),
          text: t("rewards.claim_failed_text"),
        }),
    });
  return (
    <Button
      look="primary"
      size="s"
      className={styles.action}
      busy={claim.isPending}
      aria-label={t("rewards.claim_task", { task: titleOf(center) })}
      onClick={press}
    >
      {t("rewards.claim")}
    </Button>
  );
}

/** From when on a claimed reward can be withdrawn, where that lies ahead. */
function Rests({ task: { rests_until: restsUntil } }: { task: Task }) {
  if (restsUntil === null || Date.parse(restsUntil) <= Date.now()) return null;
  return (
    <span className={styles.quiet}>
      {t("rewards.rests_until")} <Time at={restsUntil} style="date" />
    </span>
  );
}

/** The conditions that hold for each of them. */
export function Terms() {
  const { data } = useRewardTerms();
  if (!data) return null;
  return (
    <>
      {!data.verified && <p>{t("rewards.terms_verified")}</p>}
      {data.rest_days > 0 && <p>{t("rewards.terms_rest", { count: data.rest_days })}</p>}
    </>
  );
}

function TaskRow({ task }: { task: Task }) {
  const { task_center: center } = task;
  const Icon = icons[center.measure];
  return (
    <li className={styles.task}>
      <Icon size={20} strokeWidth={1.5} aria-hidden="true" className={styles.icon} />
      <div className={styles.what}>
        <h3 className={styles.name}>{titleOf(center)}</h3>
        <p className={styles.quiet}>{rulesOf(center)}</p>
      </div>
      {task.reward_status === "CLAIMED" ? (
        <div className={styles.progress}>
          {task.claimed_at && <Time at={task.claimed_at} style="date" className={styles.quiet} />}
          <Rests task={task} />
        </div>
      ) : (
        <Progress task={task} />
      )}
      <span className={styles.reward}>
        <span className="hidden-but-read">{t("rewards.reward")} </span>
        <Amount value={center.reward_amount} signed unit={center.coin} />
      </span>
      <span className={styles.end}>
        <Action task={task} />
      </span>
    </li>
  );
}

export function TaskList({ tasks, label }: { tasks: readonly Task[]; label: string }) {
  return (
    <ul aria-label={label}>
      {tasks.map((task) => (
        <TaskRow key={`${task.task_center.id} ${task.claimed_at ?? ""}`} task={task} />
      ))}
    </ul>
  );
}

/** What stands in the place of a list that is not there yet, or could not be read. */
export function NoTasksYet(props: { error: unknown; onRetry: () => void }) {
  if (props.error) return <ErrorState error={props.error} onRetry={props.onRetry} />;
  return (
    <ul aria-busy="true">
      {[1, 2, 3].map((row) => (
        <li key={row} className={styles.task}>
          <Skeleton width={20} height={20} round />
          <div className={styles.what}>
            <Skeleton width={180} />
          </div>
          <Skeleton width={200} />
        </li>
      ))}
    </ul>
  );
}
