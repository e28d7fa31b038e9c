// Which of the transactions are shown.
import { t } from "../../lib/i18n";
import { Input, Select } from "../../ui/input";
import { Segment } from "../../ui/tabs";
import styles from "./screens.module.css";
import { directions, productsOf, types, type Chosen } from "./transactions_rules";

interface FiltersProps {
  chosen: Chosen;
  choose: (chosen: Chosen) => void;
  coins: readonly string[];
}

export function TransactionFilters({ chosen, choose, coins }: FiltersProps) {
  const day = (name: "from" | "to") => (
    <Input
      type="date"
      label={t(`earn.${name}`)}
      layout="inside"
      value={chosen[name]}
      onValue={(text) => choose({ ...chosen, [name]: text })}
    />
  );
  return (
    <div className={styles.filters} role="group" aria-label={t("earn.filters")}>
      <div className={styles.chips}>
        <Segment
          label={t("earn.family")}
          small
          items={[
            { id: "simple", label: t("earn.simple") },
            { id: "high", label: t("earn.high_yield") },
          ]}
          value={chosen.family}
          onValue={(family) => choose({ ...chosen, family, product: "all" })}
        />
        {productsOf(chosen.family).map((product) => (
          <button
            key={product}
            type="button"
            className={styles.chip}
            aria-pressed={chosen.product === product}
            onClick={() => choose({ ...chosen, product })}
          >
            {t(`earn.product_${product}`)}
          </button>
        ))}
      </div>
      <div className={styles.selects}>
        <Select
          label={t("earn.direction")}
          layout="inside"
          value={chosen.direction}
          options={directions.map((value) => ({ value, label: t(`earn.direction_${value}`) }))}
          onValue={(text) =>
            choose({ ...chosen, direction: directions.find((one) => one === text) ?? "all" })
          }
        />
        <Select
          label={t("earn.type")}
          layout="inside"
          value={chosen.type}
          options={types.map((value) => ({ value, label: t(`earn.type_${value}`) }))}
          onValue={(text) =>
            choose({ ...chosen, type: types.find((one) => one === text) ?? "all" })
          }
        />
        <Select
          label={t("earn.coin")}
          layout="inside"
          value={chosen.coin}
          options={[
            { value: "", label: t("earn.all_holdings") },
            ...coins.map((value) => ({ value, label: value })),
          ]}
          onValue={(coin) => choose({ ...chosen, coin })}
        />
        {day("from")}
        {day("to")}
      </div>
    </div>
  );
}
