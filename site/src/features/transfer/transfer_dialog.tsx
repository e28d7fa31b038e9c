// A transfer between the client's own wallets, over the page that asks for it.
import { t } from "../../lib/i18n";
import type { TransferWish } from "../../lib/transfer";
import { Dialog } from "../../ui/dialog";
import { TradingNumbers } from "../../ui/number";
import styles from "./transfer.module.css";
import { TransferForm } from "./transfer_form";

export default function TransferDialog(props: { wish: TransferWish; on_close: () => void }) {
  return (
    <Dialog open on_close={props.on_close} title={t("transfer.title")} keep_on_scrim>
      <p className={styles.lead}>{t("transfer.lead")}</p>
      <TradingNumbers value={true}>
        <div className={styles["in-dialog"]}>
          <TransferForm wish={props.wish} on_done={props.on_close} />
        </div>
      </TradingNumbers>
    </Dialog>
  );
}
