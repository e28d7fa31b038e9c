// The deposit that is on its way, and those before it.
import { ChevronRight, ExternalLink } from "lucide-react";
import { useState } from "react";
import { trimZeros } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { currentLanguage, t } from "../../lib/i18n";
import { explorerAddress, type NetworkCoin } from "../../lib/networks";
import { useWorth } from "../../lib/worth";
import { Address } from "../../ui/address";
import { Chip } from "../../ui/chip";
import { CoinIcon } from "../../ui/coin";
import { Amount, Price, Time } from "../../ui/number";
import { Pages } from "../../ui/pages";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states";
import { rowsOnAPage, useDeposits, type Deposit } from "./api";
import { DetailsDialog } from "./details_dialog";
import styles from "./deposit.module.css";
import { incoming, progressOf, shownState, tones } from "./rules";

type Coins = readonly NetworkCoin[] | undefined;

const longestBar = 16;

/** The bar's parts: one for each confirmation, or fewer where those would be too thin to see. */
function Bar({ done, needed }: { done: number; needed: number }) {
  const parts = Math.min(needed, longestBar);
  const filled = Math.floor((done * parts) / needed);
  return (
    <div
      role="progressbar"
      aria-label={t("deposit.progress")}
      aria-valuemin={0}
      aria-valuemax={needed}
      aria-valuenow={done}
      className={styles.bar}
    >
      {Array.from({ length: parts }, (_, index) => (
        <span key={index} className={index < filled ? styles.filled : undefined} />
      ))}
    </div>
  );
}

function Incoming({ deposit, coins }: { deposit: Deposit; coins: Coins }) {
  const worth = useWorth()(deposit.coin, deposit.recharge_amount);
  const { done, needed, credited } = progressOf(deposit);
  const explorer = explorerAddress(coins, deposit.coin, deposit.network, deposit.txid);
  return (
    <section className={styles.panel} aria-label={t("deposit.incoming")} data-testid="incoming">
      <div className={styles["panel-head"]}>
        <h2>{t("deposit.incoming")}</h2>
        <Chip tone={credited ? "up" : "accent"}>
          {t(credited ? "deposit.state_COMPLETED" : "deposit.confirming")}
        </Chip>
      </div>
      <div className={styles.sum}>
        <CoinIcon name={deposit.coin} image={deposit.image} size={36} />
        <div>
          <p className={styles.amount}>
            <Amount value={trimZeros(deposit.recharge_amount)} unit={deposit.coin} />
          </p>
          {worth !== undefined && (
            <p className={styles.small}>
              <Price value={worth} places={2} currency="$" estimate />
            </p>
          )}
        </div>
      </div>
      <p className={styles.counted} aria-live="polite">
        <span>{t("deposit.progress")}</span>
        <strong>{t("deposit.progress_of", { n: done, count: needed })}</strong>
      </p>
      <Bar done={done} needed={needed} />
      <p className={styles.small}>
        {credited
          ? t("deposit.unlock_at", { n: done, count: needed })
          : t("deposit.credited_at", { count: needed })}
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>{t("deposit.transaction")}</dt>
          <dd className={styles.link}>
            <Address value={deposit.txid} short />
            {explorer && (
              <a
                href={explorer}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={t("deposit.open_explorer")}
              >
                <ExternalLink size={14} strokeWidth={1.5} aria-hidden="true" />
              </a>
            )}
          </dd>
        </div>
        <div>
          <dt>{t("deposit.seen")}</dt>
          <dd>
            <Time at={deposit.date} style="table" />
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Row({ deposit, onOpen }: { deposit: Deposit; onOpen: () => void }) {
  const shown = shownState(deposit);
  const amount = trimZeros(deposit.recharge_amount);
  const { done, needed, credited } = progressOf(deposit);
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-label={t("deposit.show_details", {
          amount: formatNumber(amount, { language: currentLanguage() }),
          coin: deposit.coin,
        })}
        onClick={onOpen}
      >
        <CoinIcon name={deposit.coin} image={deposit.image} size={24} />
        <span className={styles.words}>
          <Amount value={amount} unit={deposit.coin} signed className={styles["row-amount"]} />
          <Time at={deposit.date} style="table" className={styles.small} />
        </span>
        <span className={styles.state}>
          <Chip tone={tones[shown]}>{t(`deposit.state_${shown}`)}</Chip>
          {shown === "PENDING" && !credited && (
            <span className={styles.small}>
              {t("deposit.progress_of", { n: done, count: needed })}
            </span>
          )}
        </span>
        <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" />
      </button>
    </li>
  );
}

const Coming = () => (
  <div className={styles.coming}>
    {[0, 1, 2].map((row) => (
      <Skeleton key={row} height={40} />
    ))}
  </div>
);

export function Deposits({ coins }: { coins: Coins }) {
  const [page, setPage] = useState(0);
  const [opened, setOpened] = useState<string | null>(null);
  const query = useDeposits(page);
  const rows = query.data?.deposit;
  const total = query.data?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / rowsOnAPage));
  const comingIn = page === 0 ? incoming(rows) : undefined;
  const shown = rows?.find(({ id }) => id === opened);
  return (
    <>
      {comingIn && <Incoming deposit={comingIn} coins={coins} />}
      <section className={styles.panel} aria-label={t("deposit.recent")}>
        <div className={styles["panel-head"]}>
          <h2>{t("deposit.recent")}</h2>
        </div>
        {rows && rows.length > 0 && (
          <ul className={styles.rows}>
            {rows.map((one) => (
              <Row key={one.id} deposit={one} onOpen={() => setOpened(one.id)} />
            ))}
          </ul>
        )}
        {rows?.length === 0 && (
          <EmptyState compact title={t("deposit.none")} text={t("deposit.none_text")} />
        )}
        {!rows && query.error && (
          <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
        )}
        {!rows && !query.error && <Coming />}
        {pages > 1 && (
          <div className={styles.pages}>
            <Pages {...{ page, pages, total, pageSize: rowsOnAPage }} onPage={setPage} />
          </div>
        )}
      </section>
      {shown && (
        <DetailsDialog
          deposit={shown}
          explorer={explorerAddress(coins, shown.coin, shown.network, shown.txid)}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
