// The coins that can be converted, with what there is of them.
import { useMemo, useState } from "react";
import { compare, type Decimal } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { CoinRows } from "../../market/coin_rows";
import { Dialog } from "../../ui/dialog";
import { SearchInput } from "../../ui/input";
import { Amount } from "../../ui/number";
import { EmptyState } from "../../ui/states";
import styles from "./convert.module.css";

export interface Coin {
  name: string;
  full_name: string;
  image: string;
  available: Decimal;
  /** That a balance is shown with. */
  places: number;
}

export function CoinDialog(props: {
  coins: readonly Coin[];
  title: string;
  onChoose: (name: string) => void;
  onClose: () => void;
}) {
  const [search, setSearch] = useState("");
  const rows = useMemo(() => {
    const wanted = search.trim().toUpperCase();
    const found = props.coins.filter(({ name, full_name: fullName }) =>
      `${name} ${fullName}`.toUpperCase().includes(wanted),
    );
    // What there is stands first.
    return found.sort((a, b) => compare(b.available, "0") - compare(a.available, "0"));
  }, [props.coins, search]);
  return (
    <Dialog open onClose={props.onClose} title={props.title}>
      <SearchInput label={t("convert.search")} value={search} onValue={setSearch} />
      <CoinRows
        dense
        label={t("convert.coins")}
        coins={rows.map((coin) => ({
          ...coin,
          note: <Amount value={coin.available} places={coin.places} />,
        }))}
        className={styles.coins}
        onChoose={props.onChoose}
      />
      {rows.length === 0 && <EmptyState compact title={t("common.no_records")} />}
    </Dialog>
  );
}
