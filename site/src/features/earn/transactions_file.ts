// The transactions as a file: all that the filters let through, with exact numbers.
import { t } from "../../lib/i18n";
import { read_all } from "../../lib/funds";
import { read_entries, type Entry, type Filters } from "./api";

const row_of = (entry: Entry): string[] => [
  entry.id,
  entry.at,
  entry.coin,
  t(`earn.type_${entry.type}`),
  t(`earn.product_${entry.product}`),
  entry.transaction_type === "WITHDRAW" ? `-${entry.amount}` : entry.amount,
  entry.usdt_value,
];

/** null asks for what cannot be there: the file has its header alone. */
export async function file_of(asked: Filters | null): Promise<[string[], string[][]]> {
  const header = [
    t("earn.number"),
    t("earn.time"),
    t("earn.coin"),
    t("earn.type"),
    t("earn.product"),
    t("earn.amount"),
    t("earn.value"),
  ];
  return [header, asked ? (await read_all(read_entries, asked)).map(row_of) : []];
}
