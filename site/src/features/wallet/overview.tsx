// The total, what it consists of, and the coins that are there.
import { Eye, EyeOff } from "lucide-react";
import { useContext } from "react";
import { for_drawing } from "../../lib/decimal";
import { format_percent } from "../../lib/format";
import { current_language, t } from "../../lib/i18n";
import { IconButton, LinkButton } from "../../ui/button";
import { Amount } from "../../ui/number";
import { ErrorState, Skeleton } from "../../ui/states";
import type { Overview } from "./api";
import { Balance, HiddenBalances } from "./balance";
import { parts_of } from "./holdings";
import styles from "./wallet.module.css";

const quote = "USDT";

function Total(props: { overview: Overview | undefined; on_hide: () => void }) {
  const hidden = useContext(HiddenBalances);
  const Icon = hidden ? EyeOff : Eye;
  return (
    <section className={styles.total} aria-label={t("wallet.estimated_total")}>
      <div>
        <div className={styles["total-label"]}>
          {t("wallet.estimated_total")}
          <IconButton
            label={t(hidden ? "wallet.show_balances" : "wallet.hide_balances")}
            aria-pressed={hidden}
            onClick={props.on_hide}
          >
            <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        </div>
        <p className={styles["total-value"]} data-testid="wallet-total">
          {props.overview ? (
            <Balance>
              <Amount value={props.overview.overviewTotal} places={2} />
            </Balance>
          ) : (
            <Skeleton width={220} height={40} />
          )}
          <span className={styles["total-unit"]}>{quote}</span>
        </p>
      </div>
      <LinkButton to="/trades/spot/BTC" look="primary" size="m">
        {t("wallet.start_trading")}
      </LinkButton>
    </section>
  );
}

function Allocation({ overview }: { overview: Overview | undefined }) {
  const parts = overview && parts_of(overview);
  return (
    <section className={styles.allocation} aria-label={t("wallet.allocation")}>
      <h2 className={styles.heading}>{t("wallet.allocation")}</h2>
      <div className={styles.bar} aria-hidden="true">
        {parts?.map((part, index) => (
          <span
            key={part.id}
            style={{
              flexGrow: for_drawing(part.percent),
              background: `var(--allocation-${index + 1})`,
            }}
          />
        ))}
      </div>
      <ul>
        {parts?.map((part, index) => (
          <li key={part.id} className={styles.part}>
            <span
              className={styles.swatch}
              style={{ background: `var(--allocation-${index + 1})` }}
            />
            {t(`wallet.${part.id}`)}
            <span className={styles["part-percent"]}>
              {format_percent(part.percent, {
                places: 1,
                signed: false,
                language: current_language(),
              })}
            </span>
            <Balance>
              <Amount value={part.value} places={2} className={styles["part-value"]} />
            </Balance>
          </li>
        )) ?? (
          <li className={styles.part}>
            <Skeleton height={14} />
          </li>
        )}
      </ul>
    </section>
  );
}

export function OverviewTab(props: {
  overview: Overview | undefined;
  error: unknown;
  on_retry: () => void;
  on_hide: () => void;
}) {
  if (props.error && !props.overview) {
    return <ErrorState error={props.error} on_retry={props.on_retry} />;
  }
  return (
    <div className={styles.summary}>
      <Total overview={props.overview} on_hide={props.on_hide} />
      <Allocation overview={props.overview} />
    </div>
  );
}
