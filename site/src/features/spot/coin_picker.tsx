// All pairs, to choose another one.
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { compare } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { useAllPairs, type Pair } from "../../lib/pairs";
import { Link } from "../../lib/router";
import { CoinIcon, PairName } from "../../ui/coin";
import { Dialog } from "../../ui/dialog";
import { SearchInput } from "../../ui/input";
import { Change, Price } from "../../ui/number";
import { EmptyState } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import styles from "./spot.module.css";

const rowsOnAPage = 20;
export const addressOf = (pair: Pair): string => `/trades/trade-chart/${pair.name}`;

/** The pairs whose name has the words in it, in any case. */
export function matching(pairs: readonly Pair[], search: string): Pair[] {
  const wanted = search.trim().toUpperCase().replace("/", "");
  return pairs.filter((pair) => pair.coin_pair_name.toUpperCase().includes(wanted));
}

/** The list with the pair of the screen as the screen has it. */
export const atOnce = (pairs: readonly Pair[] | undefined, now: Pair | undefined) =>
  pairs?.map((pair) => (pair.id === now?.id ? now : pair));

const columns = (): Column<Pair>[] => [
  {
    id: "name",
    header: t("spot.name"),
    cell: (pair) => (
      <Link to={addressOf(pair)} className={styles.coin}>
        <CoinIcon name={pair.name} image={pair.image} size={20} />
        <PairName name={pair.name} />
      </Link>
    ),
    compare: (a, b) => a.name.localeCompare(b.name, "en"),
  },
  {
    id: "price",
    header: t("spot.price"),
    cell: (pair) => <Price value={pair.close} places={pair.price_places} />,
    align: "right",
    compare: (a, b) => compare(a.close, b.close),
  },
  {
    id: "change",
    header: t("spot.change"),
    cell: (pair) => <Change percent={pair.increase_in_value} dense />,
    align: "right",
    compare: (a, b) => compare(a.increase_in_value, b.increase_in_value),
  },
];

function Picker({ now, onClose }: { now: Pair | undefined; onClose: () => void }) {
  const [search, setSearch] = useState("");
  const navigate = useNavigate();
  const query = useAllPairs();
  const list = useMemo(() => atOnce(query.data?.coinpair, now), [query.data, now]);
  const rows = useMemo(() => list && matching(list, search), [list, search]);
  return (
    <>
      <SearchInput
        label={t("spot.search")}
        value={search}
        onValue={setSearch}
        className={styles.search}
      />
      <div className={styles.picker}>
        <Table
          label={t("spot.pairs")}
          columns={columns()}
          rows={rows}
          rowKey={(pair) => pair.id}
          density="orders"
          pageSize={rowsOnAPage}
          search={search}
          onRow={(pair) => {
            onClose();
            void navigate(addressOf(pair));
          }}
          error={query.error}
          onRetry={() => void query.refetch()}
          empty={<EmptyState title={t("common.no_records")} />}
        />
      </div>
    </>
  );
}

/** `now`: the pair of the screen, which has its price from the book. */
export function CoinPicker(props: { now: Pair | undefined; open: boolean; onClose: () => void }) {
  const { open, onClose } = props;
  return (
    <Dialog open={open} onClose={onClose} title={t("spot.choose_pair")} width="wide">
      <Picker now={props.now} onClose={onClose} />
    </Dialog>
  );
}
