// Everything that is known of one deposit.
import { trimZeros } from "../../lib/decimal";
import type { Deposit } from "../../lib/funds";
import { t } from "../../lib/i18n";
import { Address } from "../../ui/address";
import { Chip } from "../../ui/chip";
import { CoinIcon } from "../../ui/coin";
import { Dialog } from "../../ui/dialog";
import { Fact, Facts } from "../../ui/facts";
import { Notice } from "../../ui/notice";
import { Amount, Time } from "../../ui/number";
import { TransactionLink } from "../../ui/recent_funds";
import styles from "./deposit.module.css";
import { progressOf, reasonKey, shownState, tones } from "./rules";

export function DetailsDialog(props: {
  deposit: Deposit;
  explorer: string | null;
  onClose: () => void;
}) {
  const { deposit, explorer } = props;
  const shown = shownState(deposit);
  const reason = reasonKey(deposit);
  const { done, needed } = progressOf(deposit);
  const locked = deposit.state === "CREDITED" && !deposit.unlocked;
  return (
    <Dialog open onClose={props.onClose} title={t("deposit.dialog")}>
      <div className={styles["dialog-sum"]}>
        <CoinIcon name={deposit.coin} image={deposit.image} size={40} />
        <p className={styles.amount}>
          <Amount value={trimZeros(deposit.recharge_amount)} unit={deposit.coin} signed />
        </p>
        <Chip tone={tones[shown]}>{t(`deposit.state_${shown}`)}</Chip>
      </div>
      {reason && (
        <Notice tone="error" className={styles.reason}>
          {t(reason)}
        </Notice>
      )}
      {locked && (
        <Notice tone="info" className={styles.reason}>
          {t("deposit.locked_text", { count: deposit.unlock_confirmations })}
        </Notice>
      )}
      <Facts>
        <Fact name={t("deposit.date")}>
          <Time at={deposit.date} style="full" />
        </Fact>
        <Fact name={t("deposit.coin")}>{`${deposit.coin} · ${deposit.full_name}`}</Fact>
        <Fact name={t("deposit.amount")}>
          <Amount value={trimZeros(deposit.recharge_amount)} unit={deposit.coin} />
        </Fact>
        <Fact name={t("deposit.to_wallet")}>{t("deposit.spot_wallet")}</Fact>
        <Fact name={t("deposit.network")}>{deposit.network}</Fact>
        <Fact name={t("deposit.progress")}>
          {t("deposit.progress_of", { n: done, count: needed })}
        </Fact>
        {deposit.response_time && (
          <Fact name={t("deposit.credited_on")}>
            <Time at={deposit.response_time} style="full" />
          </Fact>
        )}
        <Fact name={t("deposit.to_address")}>
          <Address value={deposit.address} />
        </Fact>
        <Fact name={t("deposit.transaction")}>
          <TransactionLink
            txid={deposit.txid}
            explorer={explorer}
            label={t("deposit.open_explorer")}
          />
        </Fact>
      </Facts>
    </Dialog>
  );
}
