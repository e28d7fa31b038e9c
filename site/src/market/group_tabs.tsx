// The groups of markets as tabs: for lists of what is traded, beside a chart or in a dialog.
import { Star } from "lucide-react";
import { useState } from "react";
import { t } from "../lib/i18n";
import { readChoice, writeChoice } from "../lib/preferences";
import { useSession } from "../lib/session";
import { EmptyState } from "../ui/states";
import { Tabs } from "../ui/tabs";
import { groups, isGroup, type Group } from "./groups";
import styles from "./group_tabs.module.css";

const choice = "market_group";
const usualGroup = "prices";

/** What this browser looked at last: another coin's screen begins with the same list. */
export function useGroup(): [Group, (group: Group) => void] {
  const [group, setGroup] = useState(() => {
    const kept = readChoice(choice) ?? undefined;
    return isGroup(kept) ? kept : usualGroup;
  });
  const choose = (next: Group) => {
    writeChoice(choice, next);
    setGroup(next);
  };
  return [group, choose];
}

const names = {
  prices: "market.all",
  pos: "market.pos",
  pow: "market.pow",
  innovation: "market.innovation",
} as const;

function Label({ group }: { group: Group }) {
  if (group !== "favorites") return t(names[group]);
  return (
    <>
      <Star size={14} strokeWidth={1.5} aria-hidden="true" />
      <span className="hidden-but-read">{t("market.favorites")}</span>
    </>
  );
}

/** The star first, as a list is narrow and the client's own markets are few. */
const inOrder: readonly Group[] = ["favorites", ...groups.filter((id) => id !== "favorites")];

export function GroupTabs(props: { group: Group; onGroup: (group: Group) => void }) {
  return (
    <Tabs
      label={t("market.groups")}
      items={inOrder.map((id) => ({ id, label: <Label group={id} /> }))}
      value={props.group}
      onValue={props.onGroup}
      dense
      className={styles.tabs}
    />
  );
}

/** In place of the rows of a group that has none, or none that the search finds. */
export function NoMarkets({ group, search }: { group: Group; search: string }) {
  const guest = useSession() === null;
  if (search || group !== "favorites") return <EmptyState compact title={t("common.no_records")} />;
  return (
    <EmptyState
      compact
      title={t("market.no_favorites")}
      text={t(guest ? "market.no_favorites_guest" : "market.no_favorites_text")}
    />
  );
}
