// The market's latest trades, 50 of the 100 that are known, and the client's own of this pair.
import { memo, useMemo, type ReactNode } from "react";
import { ownTrades, tradeKeys, type Book, type Trade } from "../lib/book";
import { cx } from "../lib/cx";
import { formatNumber, formatTime } from "../lib/format";
import { t } from "../lib/i18n";
import { Triangle } from "../ui/number";
import { EmptyState, ErrorState, Skeleton } from "../ui/states";
import styles from "./book.module.css";

const shown = 50;
const waitingRows = 12;

interface Places {
  price: number;
  quantity: number;
}

/** A part of one of the client's orders. */
export interface OwnFill {
  id: string;
  delegate_type: "BUY" | "SELL";
  price: string;
  quantity: string;
  at: string;
}

interface RowProps {
  buy: boolean;
  price: string;
  quantity: string;
  at: string;
  own: boolean;
  places: Places;
}

const Row = memo(
  function Row({ buy, price, quantity, at, own, places }: RowProps) {
    return (
      <tr className={own ? styles.own : undefined}>
        <td>
          <span className={cx(styles.trade, buy ? styles.bid : styles.ask)}>
            <Triangle direction={buy ? 1 : -1} />
            <span className="hidden-but-read">{t(buy ? "market.buy" : "market.sell")}</span>
            {formatNumber(price, { places: places.price })}
            {own && <span className="hidden-but-read">{t("market.own_trade")}</span>}
          </span>
        </td>
        <td>{formatNumber(quantity, { places: places.quantity })}</td>
        <td className={styles.total}>{formatTime(at, "clock")}</td>
      </tr>
    );
  },
  (a, b) =>
    a.at === b.at &&
    a.price === b.price &&
    a.quantity === b.quantity &&
    a.own === b.own &&
    a.places.price === b.places.price &&
    a.places.quantity === b.places.quantity,
);

const Waiting = () =>
  Array.from({ length: waitingRows }, (_, index) => (
    <tr key={index}>
      <td>
        <Skeleton width={64} height={10} />
      </td>
      <td>
        <Skeleton width={48} height={10} className={styles.late} />
      </td>
      <td>
        <Skeleton width={56} height={10} className={styles.late} />
      </td>
    </tr>
  ));

function List(props: {
  label: string;
  coin: string;
  busy: boolean;
  rows: ReactNode;
  after?: ReactNode;
}) {
  return (
    <div className={styles.trades} tabIndex={0} role="group" aria-label={props.label}>
      <table className={styles.table} aria-busy={props.busy}>
        <thead>
          <tr>
            <th scope="col">{t("market.price_in", { unit: "USDT" })}</th>
            <th scope="col">{t("market.amount_in", { unit: props.coin })}</th>
            <th scope="col">{t("market.time")}</th>
          </tr>
        </thead>
        <tbody>{props.busy ? <Waiting /> : props.rows}</tbody>
      </table>
      {props.after}
    </div>
  );
}

const Failed = (props: { error: unknown; onRetry: () => void }) => (
  <div className={styles.failed}>
    <ErrorState compact error={props.error} onRetry={props.onRetry} />
  </div>
);

const none: readonly OwnFill[] = [];

export interface TradesPanelProps {
  coin: string;
  book: Book | undefined;
  error: unknown;
  onRetry: () => void;
  places: Places;
  /** The client's; the trades that are among them are marked. */
  fills?: readonly OwnFill[] | undefined;
}

export function TradesPanel(props: TradesPanelProps) {
  const { book, places, fills = none } = props;
  const trades = book?.trades;
  const rows = useMemo(() => {
    const keys = trades && tradeKeys(trades);
    const own = trades && ownTrades(trades, fills);
    return trades?.slice(0, shown).map((trade: Trade, index) => ({
      key: keys?.[index],
      trade,
      own: own?.has(trade) ?? false,
    }));
  }, [trades, fills]);
  if (props.error && !book) return <Failed {...props} />;
  return (
    <List
      label={t("market.market_trades")}
      coin={props.coin}
      busy={!rows}
      rows={rows?.map(({ key, trade, own }) => (
        <Row
          key={key}
          buy={trade.side === "buy"}
          price={trade.px}
          quantity={trade.sz}
          at={trade.ts}
          own={own}
          places={places}
        />
      ))}
      after={rows?.length === 0 && <EmptyState compact title={t("market.no_trades")} />}
    />
  );
}

export function OwnTradesPanel(props: {
  coin: string;
  /** Undefined while loading. */
  fills: readonly OwnFill[] | undefined;
  error: unknown;
  onRetry: () => void;
  places: Places;
  empty: ReactNode;
}) {
  const { fills, places } = props;
  if (props.error && !fills) return <Failed {...props} />;
  return (
    <List
      label={t("market.my_trades")}
      coin={props.coin}
      busy={!fills}
      rows={fills?.slice(0, shown).map((fill) => (
        <Row
          key={fill.id}
          buy={fill.delegate_type === "BUY"}
          price={fill.price}
          quantity={fill.quantity}
          at={fill.at}
          own={false}
          places={places}
        />
      ))}
      after={fills?.length === 0 && props.empty}
    />
  );
}
