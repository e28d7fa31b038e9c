// The account statement as a file: every movement of a period, from opening to closing balances.
import { useState, type FormEvent } from "react";
import { sentence_of } from "../../lib/api";
import { save_file } from "../../lib/csv";
import { t } from "../../lib/i18n";
import { Button } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { Input, Select } from "../../ui/input";
import { toast } from "../../ui/toast";
import { read_statement } from "./api";
import styles from "./history.module.css";

const wallets = ["SPOT", "FUTURE", "FUNDING", "EARN"] as const;
const all = "";

const day = (date: Date) => date.toISOString().slice(0, 10);

/** From the first of this month to today, UTC. */
function this_month(): { from: string; to: string } {
  const to = day(new Date());
  return { from: `${to.slice(0, 8)}01`, to };
}

export function StatementDialog({ on_close }: { on_close: () => void }) {
  const [period, set_period] = useState(this_month);
  const [wallet, set_wallet] = useState<string>(all);
  const [busy, set_busy] = useState(false);
  const backwards = period.from > period.to || period.from === "" || period.to === "";
  const load = async (event: FormEvent) => {
    event.preventDefault();
    if (backwards || busy) return;
    set_busy(true);
    try {
      const file = await read_statement({ ...period, ...(wallet !== all && { wallet }) });
      save_file(`cambio-statement-${period.from}-${period.to}.csv`, file);
      on_close();
    } catch (error) {
      toast({ tone: "error", title: t("common.error"), text: sentence_of(error) });
    }
    set_busy(false);
  };
  return (
    <Dialog open on_close={on_close} title={t("history.statement")}>
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
              on_value={(text) => set_period({ ...period, [name]: text })}
            />
          ))}
          <Select
            label={t("history.wallet")}
            value={wallet}
            on_value={set_wallet}
            options={[
              { value: all, label: t("history.all") },
              ...wallets.map((value) => ({ value, label: t(`history.wallet_${value}`) })),
            ]}
          />
        </div>
        <DialogActions>
          <Button look="outline" size="l" onClick={on_close}>
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
