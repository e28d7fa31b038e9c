// The deposit that is on its way, and those before it.
import { useState } from "react";
import { trimZeros } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { currentLanguage, t } from "../../lib/i18n";
import type { Deposit } from "../../lib/funds";
import { explorerAddress, type NetworkCoin } from "../../lib/networks";
import { useWorth } from "../../lib/worth";
import { Chip } from "../../ui/chip";
import { CoinIcon } from "../../ui/coin";
import { Fact, Facts } from "../../ui/facts";
import { Amount, Price, Time } from "../../ui/number";
import { RecentFund, RecentFunds, TransactionLink } from "../../ui/recent_funds";
import { rowsOnAPage, useDeposits } from "./api";
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
          ? t("deposit.unlock_at", { count: needed })
          : t("deposit.credited_at", { count: needed })}
      </p>
      <Facts>
        <Fact name={t("deposit.transaction")}>
          <TransactionLink
            txid={deposit.txid}
            explorer={explorer}
            label={t("deposit.open_explorer")}
          />
        </Fact>
        <Fact name={t("deposit.seen")}>
          <Time at={deposit.date} style="table" />
        </Fact>
      </Facts>
    </section>
  );
}

function Row({ deposit, onOpen }: { deposit: Deposit; onOpen: () => void }) {
  const shown = shownState(deposit);
  const amount = trimZeros(deposit.recharge_amount);
  const { done, needed, credited } = progressOf(deposit);
  return (
    <RecentFund
      coin={deposit.coin}
      image={deposit.image}
      amount={amount}
      at={deposit.date}
      label={t("deposit.show_details", {
        amount: formatNumber(amount, { language: currentLanguage() }),
        coin: deposit.coin,
      })}
      state={<Chip tone={tones[shown]}>{t(`deposit.state_${shown}`)}</Chip>}
      stage={
        shown === "PENDING" && !credited
          ? t("deposit.progress_of", { n: done, count: needed })
          : undefined
      }
      onOpen={onOpen}
    />
  );
}

export function Deposits({ coins }: { coins: Coins }) {
  const [page, setPage] = useState(0);
  const [opened, setOpened] = useState<string | null>(null);
  const query = useDeposits(page);
  const rows = query.data?.deposit;
  const total = query.data?.total ?? 0;
  const comingIn = page === 0 ? incoming(rows) : undefined;
  const shown = rows?.find(({ id }) => id === opened);
  return (
    <>
      {comingIn && <Incoming deposit={comingIn} coins={coins} />}
      <RecentFunds
        title={t("deposit.recent")}
        query={query}
        funds={rows}
        row={(one) => <Row key={one.id} deposit={one} onOpen={() => setOpened(one.id)} />}
        none={{ title: t("deposit.none"), text: t("deposit.none_text") }}
        pageSize={rowsOnAPage}
        onPage={setPage}
        {...{ page, total }}
      />
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
