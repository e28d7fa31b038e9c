// What of a list is shown: one coin, one state, some days.
import type { Wanted } from "../../lib/funds";
import { t } from "../../lib/i18n";
import { useAllPairs } from "../../lib/pairs";
import { TextButton } from "../../ui/button";
import { Input, Select } from "../../ui/input";
import styles from "./history.module.css";
import { isNarrowed, stateText, states, type HistoryTab } from "./lists";

const all = "";
const quote = "USDT";
/** What can come and go by address. */
const fundCoins = [quote, "USDC", "ETH", "BTC"];

interface FiltersProps {
  tab: HistoryTab;
  wanted: Wanted;
  onWanted: (wanted: Wanted) => void;
}

export function Filters({ tab, wanted, onWanted }: FiltersProps) {
  const traded = useAllPairs().data?.coinpair.map(({ name }) => name) ?? [];
  const coins: Readonly<Record<HistoryTab, readonly string[]>> = {
    deposit: fundCoins,
    withdrawal: fundCoins,
    buy: traded,
    sell: traded,
    other: [quote, ...traded],
  };
  const set = (name: keyof Wanted) => (text: string) =>
    onWanted({ ...wanted, [name]: text === all ? undefined : text });
  const day = (name: "from" | "to") => (
    <Input
      type="date"
      label={t(`history.${name}`)}
      layout="inside"
      value={wanted[name] ?? all}
      onValue={set(name)}
    />
  );
  return (
    <div className={styles.filters} role="group" aria-label={t("history.filter")}>
      <Select
        label={t("history.coin")}
        layout="inside"
        value={wanted.coin ?? all}
        onValue={set("coin")}
        options={[
          { value: all, label: t("history.all") },
          ...coins[tab].map((value) => ({ value, label: value })),
        ]}
      />
      <Select
        label={t(tab === "other" ? "history.kind" : "history.status")}
        layout="inside"
        value={wanted.status ?? all}
        onValue={set("status")}
        options={[
          { value: all, label: t("history.all") },
          ...states[tab].map((value) => ({ value, label: stateText(tab, value) })),
        ]}
      />
      {day("from")}
      {day("to")}
      <TextButton
        className={styles.reset}
        disabled={!isNarrowed(wanted)}
        onClick={() => onWanted({})}
      >
        {t("history.reset")}
      </TextButton>
    </div>
  );
}
