import type { ReactNode } from "react";
import { t } from "../../../lib/i18n";
import type { Pair } from "../../../lib/pairs";
import { useStatus } from "../../../lib/status";
import { Pill } from "../../../ui/chip";
import { Amount, Short } from "../../../ui/number";
import { Skeleton } from "../../../ui/states";
import { statistics } from "../rules";
import page from "./landing.module.css";
import styles from "./stats.module.css";

const nameUnknown = <Skeleton width={96} />;
const valueUnknown = <Skeleton width={160} height={40} />;

function Stat(props: { name: ReactNode; value?: ReactNode; hint?: ReactNode }) {
  return (
    <div className={styles.stat}>
      <dt className={styles["stat-name"]}>{props.name}</dt>
      <dd>
        <span className={styles["stat-value"]}>{props.value ?? valueUnknown}</span>
        <p className={styles["stat-hint"]}>{props.hint}</p>
      </dd>
    </div>
  );
}

/** How large the exchange is. */
export function Stats({ pairs }: { pairs: readonly Pair[] | undefined }) {
  const status = useStatus();
  const now = pairs && statistics(pairs);
  return (
    <dl className={`${page.section} ${styles.stats}`}>
      <Stat
        name={
          <>
            {t("landing_more.stat_volume")}
            {status?.market === "simulated" && <Pill dot>{t("shell.simulated")}</Pill>}
          </>
        }
        value={now && <Short value={now.volume} currency="$" />}
        hint={now && t("landing_more.stat_volume_hint", { count: now.pairs })}
      />
      <Stat
        name={t("landing_more.stat_coins")}
        value={now?.coins}
        hint={t("landing_more.stat_coins_hint")}
      />
      {status?.registered_users !== undefined ? (
        <Stat
          name={t("landing_more.stat_users")}
          value={<Amount value={status.registered_users} places={0} />}
        />
      ) : (
        <Stat
          name={status || now ? t("landing_more.stat_rising") : nameUnknown}
          value={now?.rising}
          hint={now && t("landing_more.stat_rising_hint", { count: now.pairs })}
        />
      )}
    </dl>
  );
}
