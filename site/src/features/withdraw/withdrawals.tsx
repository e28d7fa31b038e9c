// What was withdrawn, and how far it has come.
import { ChevronRight, ExternalLink } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { newClientId, sentenceOf } from "../../lib/api";
import { multiply, trimZeros } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { t } from "../../lib/i18n";
import { explorerAddress, type NetworkCoin } from "../../lib/networks";
import { Address } from "../../ui/address";
import { Button } from "../../ui/button";
import { Chip } from "../../ui/chip";
import { CoinIcon } from "../../ui/coin";
import { Dialog } from "../../ui/dialog";
import { Notice } from "../../ui/notice";
import { Amount, Time } from "../../ui/number";
import { Pages } from "../../ui/pages";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states";
import { toast } from "../../ui/toast";
import { rowsOnAPage, useCancel, useWithdrawals, type Withdrawal } from "./api";
import { isOnItsWay, stateTones } from "./rules";
import styles from "./withdraw.module.css";

type Coins = readonly NetworkCoin[] | undefined;

const coinOf = (one: Withdrawal): string => one.client_wallet.coin.name;
const named = (one: Withdrawal) => ({
  amount: formatNumber(trimZeros(one.withdraw_amount)),
  coin: coinOf(one),
});

/** How far it has come, in words. */
function stageText(one: Withdrawal): string {
  if (one.state === "ONHOLD") return t("withdraw.stage_REVIEW");
  return t(`withdraw.stage_${one.stage}`);
}

function Row({ withdrawal: one, onOpen }: { withdrawal: Withdrawal; onOpen: () => void }) {
  const { image } = one.client_wallet.coin;
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-label={t("withdraw.show_details", named(one))}
        onClick={onOpen}
      >
        <CoinIcon name={coinOf(one)} image={image} size={24} />
        <span className={styles.words}>
          <Amount
            value={multiply(trimZeros(one.withdraw_amount), "-1")}
            unit={coinOf(one)}
            className={styles["row-amount"]}
          />
          <Time at={one.application_time} style="table" className={styles.small} />
        </span>
        <span className={styles.state}>
          <Chip tone={stateTones[one.state]}>{t(`withdraw.state_${one.state}`)}</Chip>
          <span className={styles.small}>{stageText(one)}</span>
        </span>
        <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" />
      </button>
    </li>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function Transaction({
  withdrawal,
  explorer,
}: {
  withdrawal: Withdrawal;
  explorer: string | null;
}) {
  if (!withdrawal.txid) return null;
  return (
    <Fact name={t("withdraw.transaction")}>
      <span className={styles.link}>
        <Address value={withdrawal.txid} short />
        {explorer && (
          <a
            href={explorer}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t("withdraw.open_explorer")}
          >
            <ExternalLink size={14} strokeWidth={1.5} aria-hidden="true" />
          </a>
        )}
      </span>
    </Fact>
  );
}

function Facts({ withdrawal: one, explorer }: { withdrawal: Withdrawal; explorer: string | null }) {
  const coin = coinOf(one);
  return (
    <dl className={styles.facts}>
      <Fact name={t("withdraw.stage")}>{stageText(one)}</Fact>
      <Fact name={t("withdraw.date")}>
        <Time at={one.application_time} style="full" />
      </Fact>
      <Fact name={t("withdraw.updated")}>
        <Time at={one.updated_at} style="full" />
      </Fact>
      <Fact name={t("withdraw.network")}>{one.network}</Fact>
      <Fact name={t("withdraw.to")}>
        {one.label && <span className={styles.label}>{one.label}</span>}
        <Address value={one.address} />
      </Fact>
      <Fact name={t("withdraw.network_fee")}>
        <Amount value={trimZeros(one.fee)} unit={coin} />
      </Fact>
      <Fact name={t("withdraw.receive")}>
        <Amount value={trimZeros(one.receive_amount)} unit={coin} />
      </Fact>
      {one.txid && (
        <Fact name={t("withdraw.progress")}>
          {t("withdraw.progress_of", {
            n: Math.min(one.confirmations, one.confirmations_needed),
            count: one.confirmations_needed,
          })}
        </Fact>
      )}
      <Transaction withdrawal={one} explorer={explorer} />
    </dl>
  );
}

function DetailsDialog(props: {
  withdrawal: Withdrawal;
  explorer: string | null;
  onClose: () => void;
}) {
  const { withdrawal: one } = props;
  const cancel = useCancel();
  const key = useRef(newClientId());
  const press = () =>
    cancel.mutate(
      { id: one.id, client_id: key.current },
      {
        onSuccess: () => {
          toast({ tone: "success", title: t("common.success"), text: t("withdraw.cancelled") });
          props.onClose();
        },
        onError: (error) =>
          toast({ tone: "error", title: t("withdraw.not_cancelled"), text: sentenceOf(error) }),
      },
    );
  return (
    <Dialog open onClose={props.onClose} title={t("withdraw.dialog")}>
      <div className={styles["dialog-sum"]}>
        <CoinIcon name={coinOf(one)} image={one.client_wallet.coin.image} size={40} />
        <p className={styles.sum}>
          <Amount value={multiply(trimZeros(one.withdraw_amount), "-1")} unit={coinOf(one)} />
        </p>
        <Chip tone={stateTones[one.state]}>{t(`withdraw.state_${one.state}`)}</Chip>
      </div>
      {one.reason && (
        <Notice tone="error" className={styles.obstacle}>
          {one.reason}
        </Notice>
      )}
      <Facts withdrawal={one} explorer={props.explorer} />
      {one.can_cancel && isOnItsWay(one) && (
        <Button
          look="outline"
          size="l"
          wide
          className={styles.act}
          busy={cancel.isPending}
          aria-label={t("withdraw.cancel_one", named(one))}
          onClick={press}
        >
          {t("withdraw.cancel")}
        </Button>
      )}
    </Dialog>
  );
}

const Coming = () => (
  <div className={styles.coming}>
    {[0, 1, 2].map((row) => (
      <Skeleton key={row} height={40} />
    ))}
  </div>
);

export function Withdrawals({ coins }: { coins: Coins }) {
  const [page, setPage] = useState(0);
  const [opened, setOpened] = useState<string | null>(null);
  const query = useWithdrawals(page);
  const rows = query.data?.withdraw;
  const total = query.data?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / rowsOnAPage));
  const shown = rows?.find(({ id }) => id === opened);
  return (
    <section className={styles.panel} aria-label={t("withdraw.recent")}>
      <h2 className={styles["panel-title"]}>{t("withdraw.recent")}</h2>
      {rows && rows.length > 0 && (
        <ul className={styles.rows}>
          {rows.map((one) => (
            <Row key={one.id} withdrawal={one} onOpen={() => setOpened(one.id)} />
          ))}
        </ul>
      )}
      {rows?.length === 0 && (
        <EmptyState compact title={t("withdraw.none")} text={t("withdraw.none_text")} />
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
      {shown && (
        <DetailsDialog
          withdrawal={shown}
          explorer={explorerAddress(coins, coinOf(shown), shown.network, shown.txid)}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  );
}
