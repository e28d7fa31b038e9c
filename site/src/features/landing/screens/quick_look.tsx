import { cx } from "../../../lib/cx";
import { depthRows, spread, useBook, type Book, type DepthRow } from "../../../lib/book";
import { formatNumber } from "../../../lib/format";
import { currentLanguage, t } from "../../../lib/i18n";
import { LinkButton } from "../../../ui/button";
import { Amount, Price, Time, Triangle } from "../../../ui/number";
import { ErrorState, Skeleton } from "../../../ui/states";
import page from "./landing.module.css";
import styles from "./quick_look.module.css";

const pair = "BTCUSDT";
const levels = 5;
const pricePlaces = 1;
const amountPlaces = 4;

function BookRows({ rows, side }: { rows: readonly DepthRow[]; side: "up" | "down" }) {
  return rows.map((row) => (
    <tr key={row.unit_price}>
      <td>
        <Price
          value={row.unit_price}
          places={pricePlaces}
          className={cx(styles.over, styles[side])}
        />
      </td>
      <td>
        <span
          className={cx(styles.bar, styles[`bar-${side}`])}
          style={{ width: `${row.bar * 200}%` }}
        />
        <Amount value={row.number_of_order} places={amountPlaces} className={styles.over} />
      </td>
    </tr>
  ));
}

function BookPanel({ book }: { book: Book }) {
  const depth = depthRows(book, levels);
  return (
    <section className={styles.panel}>
      <h3>{t("landing_more.look_book")}</h3>
      <table className={styles.rows}>
        <thead>
          <tr>
            <th scope="col">{t("landing_more.look_price")}</th>
            <th scope="col">{t("landing_more.look_amount")}</th>
          </tr>
        </thead>
        <tbody>
          <BookRows rows={[...depth.asks].reverse()} side="down" />
        </tbody>
      </table>
      <p className={styles.middle}>
        <Price value={book.price} places={pricePlaces} className={styles["middle-price"]} flash />
        <small>
          {t("landing_more.look_spread", {
            spread: formatNumber(spread(book) ?? "0", { language: currentLanguage() }),
          })}
        </small>
      </p>
      <table className={styles.rows} aria-label={t("landing_more.look_buys")}>
        <tbody>
          <BookRows rows={depth.bids} side="up" />
        </tbody>
      </table>
    </section>
  );
}

function TradesPanel({ book }: { book: Book }) {
  return (
    <section className={styles.panel}>
      <h3>{t("landing_more.look_trades")}</h3>
      <table className={styles.rows}>
        <thead>
          <tr>
            <th scope="col">{t("landing_more.look_price")}</th>
            <th scope="col">{t("landing_more.look_time")}</th>
          </tr>
        </thead>
        <tbody>
          {book.trades.slice(0, 11).map((trade, index) => (
            <tr key={`${trade.ts}-${trade.px}-${trade.sz}-${index}`}>
              <td>
                <span className={cx(styles.trade, styles[trade.side === "buy" ? "up" : "down"])}>
                  <Triangle direction={trade.side === "buy" ? 1 : -1} />
                  <span className="hidden-but-read">
                    {t(trade.side === "buy" ? "landing_more.look_buys" : "landing_more.look_sells")}
                  </span>
                  <Price value={trade.px} places={pricePlaces} />
                </span>
              </td>
              <td>
                <Time at={trade.ts} style="clock" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function LoadingPanels() {
  return (
    <div className={styles.panels}>
      {[0, 1].map((panel) => (
        <div key={panel} className={styles.panel}>
          {Array.from({ length: 13 }, (_, row) => (
            <div key={row} className={styles["loading-row"]}>
              <Skeleton width={64} />
              <Skeleton width={48} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The real book and trades of BTC/USDT, read-only. */
export default function QuickLook() {
  const query = useBook(pair);
  const book = query.data;
  return (
    <section className={page.section}>
      <div className={styles.look}>
        <div>
          <h2>{t("landing_more.look")}</h2>
          <p className={styles["look-text"]}>{t("landing_more.look_text")}</p>
          <LinkButton to="/trades/spot/BTC" look="outline" size="l">
            {t("landing_more.look_open")}
          </LinkButton>
        </div>
        {book ? (
          <div className={styles.panels}>
            <BookPanel book={book} />
            <TradesPanel book={book} />
          </div>
        ) : query.error ? (
          <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <LoadingPanels />
        )}
      </div>
    </section>
  );
}
