// All contracts, to choose another one.
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { compare, placesOf } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { Link } from "../../lib/router";
import { CoinIcon, PairName } from "../../ui/coin";
import { Dialog } from "../../ui/dialog";
import { SearchInput } from "../../ui/input";
import { Change, Price } from "../../ui/number";
import { EmptyState } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import { useContracts } from "./api";
import type { Contract } from "./contract";
import styles from "./futures.module.css";

const rowsOnAPage = 20;
export const addressOf = (contract: Pick<Contract, "coin">) => `/trades/futures/${contract.coin}`;

/** Case does not matter, and "BTC/USDT" is found as well as "BTCUSDT". */
export function found(contracts: readonly Contract[] | undefined, search: string) {
  const wanted = search.trim().toUpperCase().replace("/", "");
  return contracts?.filter(({ name }) => name.toUpperCase().includes(wanted));
}

const columns = (): Column<Contract>[] => [
  {
    id: "name",
    header: t("futures.name"),
    cell: (contract) => (
      <Link to={addressOf(contract)} className={styles.coin}>
        <CoinIcon name={contract.coin} image={contract.image} size={20} />
        <PairName name={contract.coin} />
      </Link>
    ),
    compare: (a, b) => a.name.localeCompare(b.name, "en"),
  },
  {
    id: "price",
    header: t("futures.price"),
    cell: (contract) => <Price value={contract.last_price} places={placesOf(contract.tick)} />,
    align: "right",
    compare: (a, b) => compare(a.last_price, b.last_price),
  },
  {
    id: "change",
    header: t("futures.change"),
    cell: (contract) => <Change percent={contract.increase_in_value} dense />,
    align: "right",
    compare: (a, b) => compare(a.increase_in_value, b.increase_in_value),
  },
];

function Picker({ onClose }: { onClose: () => void }) {
  const [search, setSearch] = useState("");
  const navigate = useNavigate();
  const query = useContracts();
  const rows = useMemo(() => found(query.data, search), [query.data, search]);
  return (
    <>
      <SearchInput
        label={t("futures.search")}
        value={search}
        onValue={setSearch}
        className={styles.search}
      />
      <div className={styles.picker}>
        <Table
          label={t("futures.contracts")}
          columns={columns()}
          rows={rows}
          rowKey={(contract) => contract.name}
          density="orders"
          pageSize={rowsOnAPage}
          search={search}
          onRow={(contract) => {
            onClose();
            void navigate(addressOf(contract));
          }}
          error={query.error}
          onRetry={() => void query.refetch()}
          empty={<EmptyState title={t("common.no_records")} />}
        />
      </div>
    </>
  );
}

export function CoinPicker({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t("futures.choose")} width="wide">
      <Picker onClose={onClose} />
    </Dialog>
  );
}
