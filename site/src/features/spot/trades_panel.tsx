// The market's latest trades: 50 of the 100 that are known.
import { memo } from "react";
import type { Book, Trade } from "../../lib/book";
import { cx } from "../../lib/cx";
import { format_number, format_time } from "../../lib/format";
import { t } from "../../lib/i18n";
import { Triangle } from "../../ui/number";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states";
import styles from "./book.module.css";

const shown = 50;

interface Places {
  price: number;
  quantity: number;
}

const Row = memo(function Row({ trade, places }: { trade: Trade; places: Places }) {
  const buy = trade.side === "buy";
  return (
    <tr className={trade.own ? styles.own : undefined}>
      <td>
        <span className={cx(styles.trade, buy ? styles.bid : styles.ask)}>
          <Triangle direction={buy ? 1 : -1} />
          <span className="hidden-but-read">{t(buy ? "spot.buy" : "spot.sell")}</span>
          {format_number(trade.px, { places: places.price })}
        </span>
      </td>
      <td>{format_number(trade.sz, { places: places.quantity })}</td>
      <td className={styles.total}>{format_time(trade.ts, "clock")}</td>
    </tr>
  );
});

export function TradesPanel(props: {
  coin: string;
  book: Book | undefined;
  error: unknown;
  on_retry: () => void;
  places: Places;
}) {
  const { book, places } = props;
  if (props.error && !book) {
    return (
      <div className={styles.failed}>
        <ErrorState compact error={props.error} on_retry={props.on_retry} />
      </div>
    );
  }
  return (
    <div className={styles.trades} tabIndex={0} role="group" aria-label={t("spot.market_trades")}>
      <table className={styles.table} aria-busy={!book}>
        <thead>
          <tr>
            <th scope="col">{t("spot.price_in", { unit: "USDT" })}</th>
            <th scope="col">{t("spot.amount_in", { unit: props.coin })}</th>
            <th scope="col">{t("spot.time")}</th>
          </tr>
        </thead>
        <tbody>
          {book
            ? book.trades
                .slice(0, shown)
                .map((trade, index) => (
                  <Row key={`${trade.ts}-${index}`} trade={trade} places={places} />
                ))
            : Array.from({ length: 12 }, (_, index) => (
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
              ))}
        </tbody>
      </table>
      {book?.trades.length === 0 && <EmptyState compact title={t("spot.no_trades")} />}
    </div>
  );
}
