import { useLocation } from "react-router";
import { t } from "../lib/i18n";
import { Link } from "../lib/router";
import { iconShapes, Shape } from "../ui/icons";
import styles from "./layout.module.css";
import { isCurrent, onlyBuilt, spotPages, type Entry } from "./navigation";

// Drawn with lucide's paths, as ui/icons, because the landing page shows them on phones.
const shapes = {
  house:
    "M15 21v-8a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v8M3 10a2 2 0 0 1 .709-1.528l7-6a2 2 0 0 1 2.582 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z",
  columns: "M5 21v-6M12 21V3M19 21V9",
  arrows: "m16 3 4 4-4 4M20 7H4M8 21l-4-4 4-4M4 17h16",
  candles: "M9 5v4M7 9h4v6H7zM9 15v2M17 3v2M15 5h4v8h-4zM17 13v3M3 3v16a2 2 0 0 0 2 2h16",
} as const;

interface TabEntry extends Entry {
  shape: string;
}

export const tabEntries = (): readonly TabEntry[] =>
  onlyBuilt([
    { to: "/", text: "shell.tab_home", shape: shapes.house },
    { to: "/markets/prices", text: "shell.markets", below: "/markets", shape: shapes.columns },
    { to: "/trades/spot/BTC", text: "shell.trade", below: spotPages, shape: shapes.arrows },
    {
      to: "/trades/futures/BTC",
      text: "shell.futures",
      below: "/trades/futures",
      shape: shapes.candles,
    },
    { to: "/wallet", text: "shell.wallet", below: "/wallet", shape: iconShapes.wallet },
  ]);

/** The phone's way between the main pages. */
export default function TabBar() {
  const { pathname } = useLocation();
  return (
    <nav className={styles["tab-bar"]} aria-label={t("shell.tabs")}>
      {tabEntries().map((entry) => (
        <Link
          key={entry.to}
          to={entry.to}
          className={styles.tab}
          aria-current={isCurrent(entry, pathname) ? "page" : undefined}
        >
          <Shape path={entry.shape} size={20} />
          {t(entry.text)}
        </Link>
      ))}
    </nav>
  );
}
