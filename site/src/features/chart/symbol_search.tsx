// Finds a symbol by the datafeed's search; the quotes of what it found stand beside it.
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useState } from "react";
import { formatNumber } from "../../lib/format";
import { cx } from "../../lib/cx";
import { t } from "../../lib/i18n";
import { TextButton } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { SearchInput } from "../../ui/input";
import { Change } from "../../ui/number";
import { EmptyState } from "../../ui/states";
import { leadsOn, Table, type Column } from "../../ui/table";
import styles from "./chart.module.css";
import {
  fastQuotesMs,
  generalQuotesMs,
  quotes,
  search,
  type Config,
  type Match,
  type Quote,
} from "./symbols";

/** The symbols that are seen first are asked for more often than the rest of the list. */
const fastRows = 10;

function useQuotes(symbols: readonly string[], everyMs: number) {
  return useQuery({
    queryKey: ["udf", "quotes", ...symbols],
    queryFn: () => quotes(symbols),
    refetchInterval: everyMs,
    enabled: symbols.length > 0,
  }).data;
}

const plain = (value: number) =>
  value.toLocaleString("en-US", { useGrouping: false, maximumFractionDigits: 18 });

const columns = (
  found: (match: Match) => Quote | undefined,
  choose: (match: Match) => void,
): Column<Match>[] => [
  {
    id: "symbol",
    header: t("chart.symbol"),
    cell: (match) => (
      <>
        <TextButton {...leadsOn} className={styles.symbol} onClick={() => choose(match)}>
          {match.symbol}
        </TextButton>{" "}
        <span className={styles.quiet}>{match.description}</span>
      </>
    ),
  },
  {
    id: "price",
    header: t("chart.price"),
    cell: (match) => {
      const quote = found(match);
      return quote ? formatNumber(plain(quote.lp)) : "–";
    },
    align: "right",
  },
  {
    id: "change",
    header: t("chart.change"),
    cell: (match) => {
      const quote = found(match);
      return quote ? <Change percent={plain(quote.chp)} dense /> : "–";
    },
    align: "right",
  },
];

interface SearchProps {
  config: Config;
  choose: (match: Match) => void;
}

export function Results({ text, config, choose }: SearchProps & { text: string }) {
  const query = useQuery({
    queryKey: ["udf", "search", text.trim().toUpperCase(), config],
    queryFn: () => search(text, config),
  });
  const names = query.data?.map(({ ticker }) => ticker) ?? [];
  const seen = useQuotes(names.slice(0, fastRows), fastQuotesMs);
  const rest = useQuotes(names.slice(fastRows), generalQuotesMs);
  return (
    <Table
      label={t("chart.found")}
      columns={columns(({ ticker }) => seen?.get(ticker) ?? rest?.get(ticker), choose)}
      rows={query.data}
      rowKey={(match) => match.full_name}
      density="orders"
      empty={<EmptyState title={t("common.no_records")} />}
    />
  );
}

/** Asks for one symbol. */
export function SymbolDialog(
  props: SearchProps & { title: string; open: boolean; onClose: () => void },
) {
  const [text, setText] = useState("");
  return (
    <Dialog open={props.open} onClose={props.onClose} title={props.title} width="roomy">
      <SearchInput
        label={t("chart.search_text")}
        value={text}
        onValue={setText}
        className={styles.search}
      />
      <div className={styles.results}>
        <Results
          text={text}
          config={props.config}
          choose={(match) => {
            props.onClose();
            props.choose(match);
          }}
        />
      </div>
    </Dialog>
  );
}

/** The button has the symbol's description as its word. */
export function SymbolSearch(props: SearchProps & { description: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={cx(styles.menu, styles["find-symbol"])}
        aria-haspopup="dialog"
        aria-label={`${t("chart.search")}: ${props.description}`}
        onClick={() => setOpen(true)}
      >
        <Search size={16} strokeWidth={1.5} aria-hidden="true" />
        <span className={styles.word}>{props.description}</span>
      </button>
      <SymbolDialog
        title={t("chart.search")}
        open={open}
        onClose={() => setOpen(false)}
        config={props.config}
        choose={props.choose}
      />
    </>
  );
}
