// A file about a period, with choices of what is in it.
import { useState, type FormEvent, type ReactNode } from "react";
import { sentenceOf, type Parameters } from "../../lib/api";
import { saveFile } from "../../lib/csv";
import { t } from "../../lib/i18n";
import { Button } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { Input, Select } from "../../ui/input";
import { toast } from "../../ui/toast";
import { readGains, readStatement, readTransactions, type TaxFormat } from "./api";
import styles from "./history.module.css";

interface Period {
  from: string;
  to: string;
}

interface Choice {
  label: string;
  options: readonly { value: string; label: string }[];
}

interface Download {
  title: string;
  text: string;
  /** Of the file, without the period. */
  name: string;
  period: () => Period;
  choice?: Choice;
  read: (period: Period, chosen: string) => Promise<Blob>;
}

const today = () => new Date().toISOString().slice(0, 10);
/** From the first of this month to today, UTC. */
const thisMonth = (): Period => ({ from: `${today().slice(0, 8)}01`, to: today() });
/** From the first of January to today, UTC. */
const thisYear = (): Period => ({ from: `${today().slice(0, 5)}01-01`, to: today() });

const all = "";
const wallets = ["SPOT", "FUTURE", "FUNDING", "EARN"] as const;
const methods = ["FIFO", "AVERAGE"] as const;

function DownloadDialog(props: {
  download: Download;
  onClose: () => void;
  /** What else is asked, before the choice. */
  children?: ReactNode;
}) {
  const { download, onClose } = props;
  const { choice } = download;
  const [period, setPeriod] = useState(download.period);
  const [chosen, setChosen] = useState(choice?.options[0]?.value ?? "");
  const [busy, setBusy] = useState(false);
  const backwards = period.from > period.to || period.from === "" || period.to === "";
  const load = async (event: FormEvent) => {
    event.preventDefault();
    if (backwards || busy) return;
    setBusy(true);
    try {
      const file = await download.read(period, chosen);
      saveFile(`${download.name}-${period.from}-${period.to}.csv`, file);
      onClose();
    } catch (error) {
      toast({ tone: "error", title: t("common.error"), text: sentenceOf(error) });
    }
    setBusy(false);
  };
  return (
    <Dialog open onClose={onClose} title={download.title}>
      <form onSubmit={(event) => void load(event)} noValidate>
        <p className={styles.note}>{download.text}</p>
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
          {props.children}
          {choice && (
            <Select
              label={choice.label}
              value={chosen}
              onValue={setChosen}
              options={[...choice.options]}
            />
          )}
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

/** The account statement: every movement of a period, from opening to closing balances. */
export function StatementDialog({ onClose }: { onClose: () => void }) {
  const download: Download = {
    title: t("history.statement"),
    text: t("history.statement_text"),
    name: "cambio-statement",
    period: thisMonth,
    choice: {
      label: t("history.wallet"),
      options: [
        { value: all, label: t("history.all") },
        ...wallets.map((value) => ({ value, label: t(`history.wallet_${value}`) })),
      ],
    },
    read: (period, wallet) => {
      const query: Parameters = { ...period, ...(wallet !== all && { wallet }) };
      return readStatement(query);
    },
  };
  return <DownloadDialog download={download} onClose={onClose} />;
}

/** Realized gains, as a tax return asks for them. */
const gains = (): Download => ({
  title: t("history.tax"),
  text: t("history.gains_text"),
  name: "cambio-realized-gains",
  period: thisYear,
  choice: {
    label: t("history.gains_method"),
    options: methods.map((value) => ({ value, label: t(`history.gains_${value}`) })),
  },
  read: (period, method) => readGains({ ...period, method }),
});

/** All transactions, as one of the tools imports them. */
const transactions = (format: TaxFormat): Download => ({
  title: t("history.tax"),
  text: t("history.tax_text", { tool: tools[format] }),
  name: `cambio-${format}`,
  period: thisYear,
  read: (period) => readTransactions({ ...period, format }),
});

const tools: Record<TaxFormat, string> = {
  koinly: "Koinly",
  cointracking: "CoinTracking",
  blockpit: "Blockpit",
};
const isFormat = (file: string): file is TaxFormat => Object.hasOwn(tools, file);

/** What a tax return is made of, by oneself or by a tool. */
export function TaxDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState("gains");
  return (
    <DownloadDialog download={isFormat(file) ? transactions(file) : gains()} onClose={onClose}>
      <Select
        label={t("history.tax_file")}
        value={file}
        onValue={setFile}
        options={[
          { value: "gains", label: t("history.gains") },
          ...Object.entries(tools).map(([value, tool]) => ({
            value,
            label: t("history.tax_transactions", { tool }),
          })),
        ]}
      />
    </DownloadDialog>
  );
}
