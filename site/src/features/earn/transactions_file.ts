// The transactions as a file: all that the filters let through, with exact numbers.
import { t } from "../../lib/i18n";
import { readAll } from "../../lib/funds";
import { readEntries, type Entry, type Filters } from "./api";

const rowOf = (entry: Entry): string[] => [
  entry.id,
  entry.at,
  entry.coin,
  t(`earn.type_${entry.type}`),
  t(`earn.product_${entry.product}`),
  entry.transaction_type === "WITHDRAW" ? `-${entry.amount}` : entry.amount,
  entry.usdt_value,
];

/** null asks for what cannot be there: the file has its header alone. */
export async function fileOf(asked: Filters | null): Promise<[string[], string[][]]> {
  const header = [
    t("earn.number"),
    t("earn.time"),
    t("earn.coin"),
    t("earn.type"),
    t("earn.product"),
    t("earn.amount"),
    t("earn.value"),
  ];
  return [header, asked ? (await readAll(readEntries, asked)).map(rowOf) : []];
}
