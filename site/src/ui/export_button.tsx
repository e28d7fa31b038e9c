// A list as a file: all of its rows, not only those on the page.
import { Download } from "lucide-react";
import { useState } from "react";
import { sentenceOf } from "../lib/api";
import { csv, saveCsv } from "../lib/csv";
import { t } from "../lib/i18n";
import { Button } from "./button";
import { toast } from "./toast";

interface ExportButtonProps {
  /** Of the file, before its day: "cambio-deposit". */
  name: string;
  /** The header and the rows, with exact numbers. */
  read: () => Promise<[header: string[], rows: string[][]]>;
}

export function ExportButton({ name, read }: ExportButtonProps) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const [header, rows] = await read();
      saveCsv(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, csv(header, rows));
    } catch (error) {
      toast({ tone: "error", title: t("common.error"), text: sentenceOf(error) });
    }
    setBusy(false);
  };
  return (
    <Button busy={busy} onClick={() => void save()}>
      <Download size={16} strokeWidth={1.5} aria-hidden="true" />
      {t("common.export_csv")}
    </Button>
  );
}
