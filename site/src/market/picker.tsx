// All that can be traded, to choose another one.
import { useMemo, useState } from "react";
import { compare, type Decimal } from "../lib/decimal";
import { formatShort } from "../lib/format";
import { currentLanguage, t } from "../lib/i18n";
import type { Pair } from "../lib/pairs";
import { Link } from "../lib/router";
import { CoinIcon, PairName } from "../ui/coin";
import { Dialog } from "../ui/dialog";
import { SearchInput } from "../ui/input";
import { Change, Price, Short } from "../ui/number";
import { leadsOn, Table, type Column } from "../ui/table";
import { GroupTabs, NoMarkets, useGroup } from "./group_tabs";
import { isIn, type Group } from "./groups";
import styles from "./picker.module.css";
import { StarButton } from "./star_button";

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
  /** Of a day, in USDT. */
  volume: Decimal;
  address: string;
  /** The coin on the spot market, which has its groups and its star. */
  pair: Pair | undefined;
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

/** The rows of a group whose pair or coin is called so. */
export function listedIn(rows: readonly Listed[], group: Group, search: string): Listed[] {
  const inGroup = rows.filter(({ pair }) => group === "prices" || (pair && isIn(group, pair)));
  return matching(inGroup, ({ name, pair }) => `${name} ${pair?.full_name ?? ""}`, search);
}

const columns = (close: () => void): Column<Listed>[] => [
  {
    id: "star",
    header: <span className="hidden-but-read">{t("market.favorites")}</span>,
    cell: ({ pair }) => pair && <StarButton pair={pair} />,
    width: 40,
    skeleton: 16,
  },
  {
    id: "name",
    header: t("market.name"),
    cell: ({ coin, image, address, volume }) => (
      <Link {...leadsOn} to={address} className={styles.coin} onClick={close}>
        <CoinIcon name={coin} image={image} size={20} />
        <span>
          <PairName name={coin} />
          <span className={styles["phone-volume"]}>
            {t("market.volume_short", { volume: formatShort(volume, currentLanguage()) })}
          </span>
        </span>
      </Link>
    ),
    compare: (a, b) => a.name.localeCompare(b.name, "en"),
    skeleton: 96,
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
  {
    id: "volume",
    header: t("market.volume"),
    cell: ({ volume }) => <Short value={volume} />,
    align: "right",
    compare: (a, b) => compare(a.volume, b.volume),
    show: "not-phone",
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
  const [group, setGroup] = useGroup();
  const found = useMemo(() => rows && listedIn(rows, group, search), [rows, group, search]);
  return (
    <Dialog open onClose={onClose} title={title} className={styles.dialog}>
      <SearchInput label={t("market.search")} value={search} onValue={setSearch} />
      <div className={styles.picker}>
        <GroupTabs group={group} onGroup={setGroup} />
        <Table
          key={group}
          label={label}
          columns={columns(onClose)}
          rows={found}
          rowKey={({ name }) => name}
          density="orders"
          sort={{ column: "volume", descending: true }}
          pageSize={rowsOnAPage}
          search={search}
          error={error}
          onRetry={onRetry}
          empty={<NoMarkets group={group} search={search} />}
        />
      </div>
    </Dialog>
  );
}
