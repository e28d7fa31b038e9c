// Moving coins between a client's own wallets, and what was moved.
import { useNavigate } from "react-router";
import { t } from "../../lib/i18n";
import { TradingNumbers } from "../../ui/number";
import { Page, PageForm, PageHead } from "../../ui/page";
import { History } from "./history";
import styles from "./transfer.module.css";
import { TransferForm } from "./transfer_form";

export default function TransferScreen() {
  const navigate = useNavigate();
  return (
    <Page>
      <TradingNumbers value={true}>
        <PageForm>
          <PageHead title={t("transfer.title")} lead={t("transfer.lead")} />
          <section className={styles.card} aria-label={t("transfer.title")}>
            <TransferForm onDone={() => void navigate("/wallet")} />
          </section>
        </PageForm>
        <History />
      </TradingNumbers>
    </Page>
  );
}
