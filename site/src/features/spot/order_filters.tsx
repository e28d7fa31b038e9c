// What of a list is shown: one pair, one side, one kind, some days.
import { t } from "../../lib/i18n";
import type { Pair } from "../../lib/pairs";
import { TextButton } from "../../ui/button";
import { Input, Select } from "../../ui/input";
import { isFiltered, orderTypes, type Wanted } from "./list";
import styles from "./orders.module.css";

const all = "";

interface FiltersProps {
  chosen: Wanted;
  choose: (wanted: Wanted) => void;
  /** Undefined where one pair alone is listed anyway. */
  pairs: readonly Pair[] | undefined;
}

export function Filters({ chosen, choose, pairs }: FiltersProps) {
  const sides = ["BUY", "SELL"] as const;
  const day = (name: "from" | "to") => (
    <Input
      type="date"
      label={t(`spot.filter_${name}`)}
      layout="inside"
      value={chosen[name] ?? all}
      onValue={(text) => choose({ ...chosen, [name]: text === all ? undefined : text })}
    />
  );
  return (
    <div className={styles.filters} role="group" aria-label={t("spot.filter")}>
      {pairs && (
        <Select
          label={t("spot.pair")}
          layout="inside"
          value={chosen.name ?? all}
          onValue={(name) => choose({ ...chosen, name: name === all ? undefined : name })}
          options={[
            { value: all, label: t("spot.all") },
            ...pairs.map((pair) => ({ value: pair.coin_pair_name, label: `${pair.name}/USDT` })),
          ]}
        />
      )}
      <Select
        label={t("spot.side")}
        layout="inside"
        value={chosen.side ?? all}
        onValue={(side) => choose({ ...chosen, side: sides.find((one) => one === side) })}
        options={[
          { value: all, label: t("spot.all") },
          { value: "BUY", label: t("market.buy") },
          { value: "SELL", label: t("market.sell") },
        ]}
      />
      <Select
        label={t("spot.type")}
        layout="inside"
        value={chosen.type ?? all}
        onValue={(type) => choose({ ...chosen, type: orderTypes.find((one) => one === type) })}
        options={[
          { value: all, label: t("spot.all") },
          ...orderTypes.map((type) => ({ value: type, label: t(`spot.${type}`) })),
        ]}
      />
      {day("from")}
      {day("to")}
      <TextButton
        className={styles.all}
        disabled={!isFiltered(chosen) && chosen.name === undefined}
        onClick={() => choose({ sort: chosen.sort })}
      >
        {t("spot.filter_reset")}
      </TextButton>
    </div>
  );
}
