// One withdrawal with all that is known of it; the same from whatever list it is opened.
import { useRef } from "react";
import { newClientId, sentenceOf } from "../lib/api";
import { multiply, subtract, trimZeros } from "../lib/decimal";
import { useCancelWithdrawal, type Withdrawal } from "../lib/funds";
import { t } from "../lib/i18n";
import { explorerAddress, useNetworks } from "../lib/networks";
import { perform } from "../lib/perform";
import { Address } from "./address";
import { Button } from "./button";
import { Chip } from "./chip";
import { CoinIcon } from "./coin";
import { Dialog } from "./dialog";
import { Fact, Facts } from "./facts";
import {
  coinOf,
  failedThere,
  named,
  stageText,
  withdrawalState,
  withdrawalTone,
} from "./fund_lists";
import { Notice } from "./notice";
import { Amount, Time } from "./number";
import { TransactionLink } from "./recent_funds";
import { toast } from "./toast";
import styles from "./withdrawal_dialog.module.css";

function All({ withdrawal: one, explorer }: { withdrawal: Withdrawal; explorer: string | null }) {
  const coin = coinOf(one);
  const stopped = one.state === "FREEZE";
  return (
    <Facts>
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
      {(!stopped || failedThere(one)) && (
        <Fact name={t(stopped ? "withdraw.fee_spent" : "withdraw.network_fee")}>
          <Amount value={trimZeros(one.fee)} unit={coin} />
        </Fact>
      )}
      <Fact name={t(stopped ? "withdraw.returned" : "withdraw.receive")}>
        <Amount
          value={trimZeros(
            stopped ? subtract(one.withdraw_amount, one.fee_kept) : one.receive_amount,
          )}
          unit={coin}
        />
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
    </Facts>
  );
}

/** All that is known of one, and the way to take it back while that is possible. */
export function WithdrawalDialog(props: { withdrawal: Withdrawal; onClose: () => void }) {
  const { withdrawal: one } = props;
  const coins = useNetworks().data;
  const cancel = useCancelWithdrawal();
  const key = useRef(newClientId());
  const press = () =>
    perform(
      cancel,
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
      <div className={styles["sum-head"]}>
        <CoinIcon name={coinOf(one)} image={one.client_wallet.coin.image} size={40} />
        <p className={styles.sum}>
          <Amount value={multiply(trimZeros(one.withdraw_amount), "-1")} unit={coinOf(one)} />
        </p>
        <Chip tone={withdrawalTone(one.state)}>{withdrawalState(one.state)}</Chip>
      </div>
      {one.reason && (
        <Notice tone="error" className={styles.reason}>
          {failedThere(one) ? t("withdraw.failed_text") : one.reason}
        </Notice>
      )}
      <All withdrawal={one} explorer={explorerAddress(coins, coinOf(one), one.network, one.txid)} />
      {one.can_cancel && (
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
