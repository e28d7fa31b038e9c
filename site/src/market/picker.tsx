// All that can be traded, to choose another one.
import { useMemo, useState } from "react";
import { compare, type Decimal } from "../lib/decimal";
import { t } from "../lib/i18n";
import { Link } from "../lib/router";
import { CoinIcon, PairName } from "../ui/coin";
import { Dialog } from "../ui/dialog";
import { SearchInput } from "../ui/input";
import { Change, Price } from "../ui/number";
import { EmptyState } from "../ui/states";
import { leadsOn, Table, type Column } from "../ui/table";
import styles from "./picker.module.css";

const rowsOnAPage = 20;

export interface Listed {
  /** "BTCUSDT" */
  name: string;
  coin: string;
  image: string;
  price: Decimal;
  /** Of the price. */
  places: number;
  /** Of a day, in percent. */
  change: Decimal;
  address: string;
}

/** Case does not matter, and "BTC/USDT" is found as well as "BTCUSDT". */
export function matching<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  search: string,
): Row[] {
  const wanted = search.trim().toUpperCase().replace("/", "");
  return rows.filter((row) => nameOf(row).toUpperCase().includes(wanted));
}

const columns = (close: () => void): Column<Listed>[] => [
  {
    id: "name",
    header: t("market.name"),
    cell: ({ coin, image, address }) => (
      <Link {...leadsOn} to={address} className={styles.coin} onClick={close}>
        <CoinIcon name={coin} image={image} size={20} />
        <PairName name={coin} />
      </Link>
    ),
    compare: (a, b) => a.name.localeCompare(b.name, "en"),
  },
  {
    id: "price",
    header: t("market.price"),
    cell: ({ price, places }) => <Price value={price} places={places} />,
    align: "right",
    compare: (a, b) => compare(a.price, b.price),
  },
  {
    id: "change",
    header: t("market.change"),
    cell: ({ change }) => <Change percent={change} dense />,
    align: "right",
    compare: (a, b) => compare(a.change, b.change),
  },
];

interface PickerProps {
  title: string;
  /** Names the list. */
  label: string;
  /** Undefined while loading. */
  rows: readonly Listed[] | undefined;
  error: unknown;
  onRetry: () => void;
  onClose: () => void;
}

export function MarketPicker({ title, label, rows, error, onRetry, onClose }: PickerProps) {
  const [search, setSearch] = useState("");
  const found = useMemo(() => rows && matching(rows, ({ name }) => name, search), [rows, search]);
  return (
    <Dialog open onClose={onClose} title={title} width="wide">
      <SearchInput
        label={t("market.search")}
        value={search}
        onValue={setSearch}
        className={styles.search}
      />
      <div className={styles.picker}>
        <Table
          label={label}
          columns={columns(onClose)}
          rows={found}
          rowKey={({ name }) => name}
          density="orders"
          pageSize={rowsOnAPage}
          search={search}
          error={error}
          onRetry={onRetry}
          empty={<EmptyState title={t("common.no_records")} />}
        />
      </div>
    </Dialog>
  );
}
