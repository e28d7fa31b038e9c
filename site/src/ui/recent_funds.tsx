// The list beside the forms of deposits and withdrawals: what came or left, newest first.
import { ChevronRight, ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import type { Decimal } from "../lib/decimal";
import { Address } from "./address";
import { CoinIcon } from "./coin";
import { Amount, Time } from "./number";
import { Pages } from "./pages";
import styles from "./recent_funds.module.css";
import { EmptyState, ErrorState, Skeleton } from "./states";

/** A page of them, or why it is not here; neither while it comes. */
interface Query {
  error: Error | null;
  refetch: () => Promise<unknown>;
}

const Coming = () => (
  <div className={styles.coming}>
    {[0, 1, 2].map((row) => (
      <Skeleton key={row} height={40} />
    ))}
  </div>
);

export function RecentFunds<Fund>(props: {
  title: string;
  query: Query;
  funds: readonly Fund[] | undefined;
  row: (fund: Fund) => ReactNode;
  none: { title: string; text: string };
  page: number;
  pageSize: number;
  /** Of all pages. */
  total: number;
  onPage: (page: number) => void;
}) {
  const { title, query, funds, page, pageSize, total } = props;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return (
    <section className={styles.panel} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {funds && funds.length > 0 && <ul className={styles.rows}>{funds.map(props.row)}</ul>}
      {funds?.length === 0 && <EmptyState compact {...props.none} />}
      {!funds && query.error && (
        <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
      )}
      {!funds && !query.error && <Coming />}
      {pages > 1 && (
        <div className={styles.pages}>
          <Pages {...{ page, pages, total, pageSize }} onPage={props.onPage} />
        </div>
      )}
    </section>
  );
}

export function RecentFund(props: {
  coin: string;
  image: string;
  /** Less than nothing: it left. */
  amount: Decimal;
  at: string;
  /** What a press does, read aloud. */
  label: string;
  /** A chip, and what there is to say of it. */
  state: ReactNode;
  stage: string | undefined;
  onOpen: () => void;
}) {
  return (
    <li>
      <button type="button" className={styles.row} onClick={props.onOpen}>
        <span className="hidden-but-read">{props.label}</span>
        <CoinIcon name={props.coin} image={props.image} size={24} />
        <span className={styles.words}>
          <span aria-hidden="true">
            <Amount value={props.amount} unit={props.coin} signed className={styles.amount} />
          </span>
          <Time at={props.at} style="table" className={styles.small} />
        </span>
        <span className={styles.state}>
          {props.state}
          {props.stage !== undefined && <span className={styles.small}>{props.stage}</span>}
        </span>
        <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" />
      </button>
    </li>
  );
}

/** A transaction's name, and the way to where its network shows it. */
export function TransactionLink(props: { txid: string; explorer: string | null; label: string }) {
  return (
    <span className={styles.link}>
      <Address value={props.txid} short />
      {props.explorer && (
        <a href={props.explorer} target="_blank" rel="noopener noreferrer" aria-label={props.label}>
          <ExternalLink size={14} strokeWidth={1.5} aria-hidden="true" />
        </a>
      )}
    </span>
  );
}
