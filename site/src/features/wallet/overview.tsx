// The total, how it changed, what it consists of, and the ways to change it.
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  ChevronRight,
  RefreshCw,
} from "lucide-react";
import { type CSSProperties, type ReactNode } from "react";
import { divide, forDrawing } from "../../lib/decimal";
import { formatPercent } from "../../lib/format";
import { currentLanguage, t } from "../../lib/i18n";
import { useAllPairs } from "../../lib/pairs";
import { cx } from "../../lib/cx";
import { Link } from "../../lib/router";
import { Amount, Change } from "../../ui/number";
import { ErrorState, Skeleton } from "../../ui/states";
import { TransferLink } from "../../ui/transfer_link";
import { useFutureWallet, usePnl, type Overview } from "./api";
import { Balance } from "./balance";
import { HideButton } from "./hide_button";
import { partsOf, type Part } from "./holdings";
import { PortfolioChart } from "./portfolio_chart";
import { realisedInAll, unrealisedInAll, useCosts, useRealised } from "./realised";
import type { WalletTab } from "./tabs";
import { Rewards } from "./rewards";
import styles from "./wallet.module.css";

const quote = "USDT";

const actions = [
  { to: "/wallet/deposit", text: "wallet.deposit", icon: ArrowDownToLine },
  { to: "/wallet/withdraw", text: "wallet.withdraw", icon: ArrowUpFromLine },
  { to: "/wallet/transfer", text: "wallet.transfer", icon: ArrowLeftRight },
  { to: "/wallet/convert", text: "wallet.convert", icon: RefreshCw },
] as const;

/** Buttons in a row; on phones icons with their words below. */
function Actions() {
  return (
    <nav className={styles.acts} aria-label={t("wallet.money")}>
      {actions.map(({ to, text, icon: Icon }, index) => {
        const look = cx(styles.act, index === 0 && styles["act-first"]);
        const content = (
          <>
            <span className={styles["act-icon"]}>
              <Icon size={18} strokeWidth={1.5} aria-hidden="true" />
            </span>
            {t(text)}
          </>
        );
        if (to === "/wallet/transfer") {
          return (
            <TransferLink key={to} className={look}>
              {content}
            </TransferLink>
          );
        }
        return (
          <Link key={to} to={to} className={look}>
            {content}
          </Link>
        );
      })}
    </nav>
  );
}

/** What the total is in bitcoin, and what the day and the last twelve months have brought or would. */
function BelowTotal({ overview }: { overview: Overview | undefined }) {
  const bitcoin = useAllPairs().data?.coinpair.find(({ name }) => name === "BTC")?.close;
  const pnl = usePnl().data;
  const realised = useRealised(realisedInAll).data;
  const unrealised = unrealisedInAll(useCosts().data, useFutureWallet().data);
  return (
    <p className={styles["total-notes"]}>
      {overview && bitcoin && (
        <span>
          <Balance>
            ≈ <Amount value={divide(overview.overviewTotal, bitcoin, 6, "down")} unit="BTC" />
          </Balance>
        </span>
      )}
      <span className={styles["total-today"]}>
        {t("wallet.today_pnl")}
        {pnl?.since ? (
          <Balance>
            <Change value={pnl.totalPnl} percent={pnl.totalPercentage} valuePlaces={2} dense />
          </Balance>
        ) : (
          <span>—</span>
        )}
      </span>
      <span className={styles["total-today"]}>
        {t("wallet.unrealised")}
        <Balance>
          <Change value={unrealised} valuePlaces={2} dense />
        </Balance>
      </span>
      <span className={styles["total-today"]}>
        {t("wallet.realised")}
        <Balance>
          <Change value={realised ?? null} valuePlaces={2} dense />
        </Balance>
      </span>
    </p>
  );
}

function Total({ overview }: { overview: Overview | undefined }) {
  return (
    <div className={styles["total-head"]}>
      <div>
        <div className={styles["total-label"]}>
          {t("wallet.estimated_total")}
          <HideButton />
        </div>
        <p className={styles["total-value"]} data-testid="wallet-total">
          {overview ? (
            <Balance>
              <Amount value={overview.overviewTotal} places={2} />
            </Balance>
          ) : (
            <Skeleton width={220} height={40} />
          )}
          <span className={styles["total-unit"]}>{quote}</span>
        </p>
        <BelowTotal overview={overview} />
      </div>
      <Actions />
    </div>
  );
}

const colour = (index: number): CSSProperties => ({
  background: `var(--allocation-${index + 1})`,
});

function PartRow(props: { part: Part; index: number; onTab: (tab: WalletTab) => void }) {
  const { part, index, onTab } = props;
  const content: ReactNode = (
    <>
      <span className={styles.swatch} style={colour(index)} />
      {t(`wallet.${part.id}`)}
      <span className={styles["part-percent"]}>
        {formatPercent(part.percent, { places: 1, signed: false, language: currentLanguage() })}
      </span>
      <Balance>
        <Amount value={part.value} places={2} className={styles["part-value"]} />
      </Balance>
      {part.tab && <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" />}
    </>
  );
  const { tab } = part;
  return (
    <li>
      {tab ? (
        <button type="button" className={styles.part} onClick={() => onTab(tab)}>
          {content}
        </button>
      ) : (
        <span className={styles.part}>{content}</span>
      )}
    </li>
  );
}

/** The accounts with their shares; a press opens the account's tab. */
function Allocation(props: { overview: Overview | undefined; onTab: (tab: WalletTab) => void }) {
  const parts = props.overview && partsOf(props.overview);
  return (
    <section className={styles.allocation} aria-label={t("wallet.allocation")}>
      <h2 className={styles.heading}>{t("wallet.allocation")}</h2>
      <div className={styles.bar} aria-hidden="true">
        {parts?.map((part, index) => (
          <span
            key={part.id}
            style={{ flexGrow: forDrawing(part.percent), ...colour(index) }}
            hidden={part.percent === "0" || part.percent === "0.0"}
          />
        ))}
      </div>
      <ul>
        {parts?.map((part, index) => (
          <PartRow key={part.id} {...{ part, index }} onTab={props.onTab} />
        )) ?? (
          <li className={styles.part}>
            <Skeleton height={14} />
          </li>
        )}
      </ul>
      <Rewards />
    </section>
  );
}

export function OverviewTab(props: {
  overview: Overview | undefined;
  error: unknown;
  onRetry: () => void;
  onTab: (tab: WalletTab) => void;
}) {
  if (props.error && !props.overview) {
    return <ErrorState error={props.error} onRetry={props.onRetry} />;
  }
  return (
    <div className={styles.summary}>
      <section className={styles.total} aria-label={t("wallet.estimated_total")}>
        <Total overview={props.overview} />
        <PortfolioChart />
      </section>
      <Allocation overview={props.overview} onTab={props.onTab} />
    </div>
  );
}
