// The account statement as a file: every movement of a period, from opening to closing balances.
import { useState, type FormEvent } from "react";
import { sentenceOf } from "../../lib/api";
import { saveFile } from "../../lib/csv";
import { t } from "../../lib/i18n";
import { Button } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { Input, Select } from "../../ui/input";
import { toast } from "../../ui/toast";
import { readStatement } from "./api";
import styles from "./history.module.css";

const wallets = ["SPOT", "FUTURE", "FUNDING", "EARN"] as const;
const all = "";

const day = (date: Date) => date.toISOString().slice(0, 10);

/** From the first of this month to today, UTC. */
function thisMonth(): { from: string; to: string } {
  const to = day(new Date());
  return { from: `${to.slice(0, 8)}01`, to };
}

export function StatementDialog({ onClose }: { onClose: () => void }) {
  const [period, setPeriod] = useState(thisMonth);
  const [wallet, setWallet] = useState<string>(all);
  const [busy, setBusy] = useState(false);
  const backwards = period.from > period.to || period.from === "" || period.to === "";
  const load = async (event: FormEvent) => {
    event.preventDefault();
    if (backwards || busy) return;
    setBusy(true);
    try {
      const file = await readStatement({ ...period, ...(wallet !== all && { wallet }) });
      saveFile(`cambio-statement-${period.from}-${period.to}.csv`, file);
      onClose();
    } catch (error) {
      toast({ tone: "error", title: t("common.error"), text: sentenceOf(error) });
    }
    setBusy(false);
  };
  return (
    <Dialog open onClose={onClose} title={t("history.statement")}>
      <form onSubmit={(event) => void load(event)} noValidate>
        <p className={styles.note}>{t("history.statement_text")}</p>
        <div className={styles.fields}>
          {(["from", "to"] as const).map((name) => (
            <Input
              key={name}
              type="date"
              label={t(`history.${name}`)}
              value={period[name]}
              error={name === "to" && backwards ? t("history.no_period") : undefined}
              onValue={(text) => setPeriod({ ...period, [name]: text })}
            />
          ))}
          <Select
            label={t("history.wallet")}
            value={wallet}
            onValue={setWallet}
            options={[
              { value: all, label: t("history.all") },
              ...wallets.map((value) => ({ value, label: t(`history.wallet_${value}`) })),
            ]}
          />
        </div>
        <DialogActions>
          <Button look="outline" size="l" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" look="primary" size="l" busy={busy} disabled={backwards}>
            {t("history.download")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
