// A transfer between the client's own wallets, over the page that asks for it.
import { t } from "../../lib/i18n";
import type { TransferWish } from "../../lib/transfer";
import { Dialog } from "../../ui/dialog";
import { TradingNumbers } from "../../ui/number";
import styles from "./transfer.module.css";
import { TransferForm } from "./transfer_form";

export default function TransferDialog(props: { wish: TransferWish; onClose: () => void }) {
  return (
    <Dialog open onClose={props.onClose} title={t("transfer.title")} keepOnScrim>
      <p className={styles.lead}>{t("transfer.lead")}</p>
      <TradingNumbers value={true}>
        <div className={styles["in-dialog"]}>
          <TransferForm wish={props.wish} onDone={props.onClose} />
        </div>
      </TradingNumbers>
    </Dialog>
  );
}
