// What was withdrawn, and how far it has come.
import { useRef, useState, type ReactNode } from "react";
import { newClientId, sentenceOf } from "../../lib/api";
import { multiply, trimZeros } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import type { Withdrawal } from "../../lib/funds";
import { t } from "../../lib/i18n";
import { explorerAddress, type NetworkCoin } from "../../lib/networks";
import { Address } from "../../ui/address";
import { Button } from "../../ui/button";
import { Chip } from "../../ui/chip";
import { CoinIcon } from "../../ui/coin";
import { Dialog } from "../../ui/dialog";
import { Notice } from "../../ui/notice";
import { Amount, Time } from "../../ui/number";
import { RecentFund, RecentFunds, TransactionLink } from "../../ui/recent_funds";
import { toast } from "../../ui/toast";
import { rowsOnAPage, useCancel, useWithdrawals } from "./api";
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
  return (
    <RecentFund
      coin={coinOf(one)}
      image={one.client_wallet.coin.image}
      amount={multiply(trimZeros(one.withdraw_amount), "-1")}
      at={one.application_time}
      label={t("withdraw.show_details", named(one))}
      state={<Chip tone={stateTones[one.state]}>{t(`withdraw.state_${one.state}`)}</Chip>}
      stage={stageText(one)}
      onOpen={onOpen}
    />
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

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
      {one.txid && (
        <Fact name={t("withdraw.transaction")}>
          <TransactionLink
            txid={one.txid}
            explorer={explorer}
            label={t("withdraw.open_explorer")}
          />
        </Fact>
      )}
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

export function Withdrawals({ coins }: { coins: Coins }) {
  const [page, setPage] = useState(0);
  const [opened, setOpened] = useState<string | null>(null);
  const query = useWithdrawals(page);
  const rows = query.data?.withdraw;
  const total = query.data?.total ?? 0;
  const shown = rows?.find(({ id }) => id === opened);
  return (
    <>
      <RecentFunds
        title={t("withdraw.recent")}
        query={query}
        funds={rows}
        row={(one) => <Row key={one.id} withdrawal={one} onOpen={() => setOpened(one.id)} />}
        none={{ title: t("withdraw.none"), text: t("withdraw.none_text") }}
        pageSize={rowsOnAPage}
        onPage={setPage}
        {...{ page, total }}
      />
      {shown && (
        <DetailsDialog
          withdrawal={shown}
          explorer={explorerAddress(coins, coinOf(shown), shown.network, shown.txid)}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
