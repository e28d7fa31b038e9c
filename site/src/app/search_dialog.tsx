// Finds a coin or a page by its name.
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { useNavigate } from "react-router";
import { t } from "../lib/i18n";
import { byVolume, useAllPairs, type Pair } from "../lib/pairs";
import { useSession } from "../lib/session";
import { CoinIcon } from "../ui/coin";
import { Dialog } from "../ui/dialog";
import { SearchInput } from "../ui/input";
import { Change, Price } from "../ui/number";
import { EmptyState } from "../ui/states";
import { accountEntries, settingsEntry } from "./account_entries";
import { earnEntries, mainEntries, onlyBuilt, type Entry } from "./navigation";
import styles from "./overlays.module.css";

const mostCoins = 6;
const mostPages = 6;

const allPages = (): readonly Entry[] => [
  ...mainEntries(),
  ...earnEntries(),
  ...accountEntries(),
  ...onlyBuilt<Entry>([
    { to: "/wallet/deposit", text: "shell.deposit" },
    { to: "/wallet/transfer", text: "shell.transfer" },
    { to: "/account/tasks", text: "shell.tasks" },
    { to: "/account/notifications", text: "shell.notifications" },
    { to: "/account/change_password", text: "shell.change_password" },
    settingsEntry,
    { to: "/about", text: "shell.about" },
  ]),
];

interface Found {
  to: string;
  name: string;
  pair?: Pair;
}

/** Coins first, whose code begins so before all others; without a word what is traded most. */
export function search(word: string, pairs: readonly Pair[], pages: readonly Found[]): Found[] {
  const wanted = word.trim().toUpperCase();
  const has = (text: string) => text.toUpperCase().includes(wanted);
  const begins = ({ name }: Pair) => (name.startsWith(wanted) ? 0 : 1);
  const coins = pairs
    .filter(({ name, full_name: fullName }) => has(name) || has(fullName))
    .sort((a, b) => begins(a) - begins(b) || byVolume(a, b))
    .slice(0, mostCoins)
    .map((pair) => ({ to: `/trades/spot/${pair.name}`, name: pair.full_name, pair }));
  return [...coins, ...pages.filter(({ name }) => has(name)).slice(0, mostPages)];
}

function Row({ found }: { found: Found }) {
  const { pair } = found;
  if (!pair) return <span className={styles.name}>{found.name}</span>;
  return (
    <>
      <CoinIcon name={pair.name} image={pair.image} size={20} />
      <span className={styles.name}>
        {pair.name} <span className={styles.quiet}>{found.name}</span>
      </span>
      <Price value={pair.close} places={pair.price_places} />
      <Change percent={pair.percent} dense className={styles.change} />
    </>
  );
}

export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const [word, setWord] = useState("");
  const [at, setAt] = useState(0);
  const field = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const navigate = useNavigate();
  const signedIn = useSession() !== null;
  const pairs = useAllPairs().data?.coinpair;
  const pages = useMemo(
    () => allPages().map(({ to, text }) => ({ to, name: t(text) })),
    // A guest and a client have the same pages: those for clients lead to the sign-in and on.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [signedIn],
  );
  const rows = useMemo(() => search(word, pairs ?? [], pages), [word, pairs, pages]);
  const chosen = Math.min(at, rows.length - 1);
  useEffect(() => field.current?.querySelector("input")?.focus(), []);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const go = (found: Found | undefined) => {
    if (!found) return;
    onClose();
    void navigate(found.to);
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) setAt((chosen + step + rows.length) % Math.max(1, rows.length));
    else if (event.key === "Enter") go(rows[chosen]);
    // A search field would only be emptied.
    else if (event.key === "Escape") onClose();
    else return;
    event.preventDefault();
  };
  return (
    <Dialog open onClose={onClose} title={t("search.title")} hideTitle>
      {/* The keys of the field choose a row; the rows themselves take a press. */}
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={field} onKeyDown={press}>
        <SearchInput
          label={t("search.field")}
          value={word}
          onValue={(text) => {
            setAt(0);
            setWord(text);
          }}
          list={{ id, active: rows[chosen] && `${id}-${chosen}` }}
        />
      </div>
      <ul ref={list} id={id} role="listbox" aria-label={t("search.found")} className={styles.found}>
        {rows.map((found, index) => (
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter in the field
          <li
            key={`${found.pair ? "coin" : "page"} ${found.to}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className={styles.row}
            onPointerMove={() => setAt(index)}
            onClick={() => go(found)}
          >
            <Row found={found} />
          </li>
        ))}
      </ul>
      {rows.length === 0 && <EmptyState compact title={t("search.nothing")} />}
    </Dialog>
  );
}
