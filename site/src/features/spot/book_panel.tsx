// The order book: as many levels as there is room for, five at least.
import { ArrowDown, ArrowUp } from "lucide-react";
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { depth_rows, spread, type Book, type DepthRow } from "../../lib/book";
import { cx } from "../../lib/cx";
import { for_drawing, subtract, type Decimal } from "../../lib/decimal";
import { format_number } from "../../lib/format";
import { t } from "../../lib/i18n";
import { Price } from "../../ui/number";
import { ErrorState, Skeleton } from "../../ui/states";
import styles from "./book.module.css";

const fewest = 5;
const most = 25;
const total_places = 6;
const longest_skeleton_ms = 1_000;

interface Places {
  price: number;
  quantity: number;
}

export interface BookPanelProps {
  coin: string;
  book: Book | undefined;
  error: unknown;
  on_retry: () => void;
  places: Places;
  on_price: (price: Decimal) => void;
  /** Rows on a side; without it as many as fit. */
  levels?: number;
}

/** How many rows of a side fit into the element. */
function useRoom(fixed: number | undefined) {
  const ref = useRef<HTMLDivElement>(null);
  const [levels, set_levels] = useState(fixed ?? 9);
  useEffect(() => {
    const element = ref.current;
    if (!element || fixed !== undefined) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const row = 20;
      const room = Math.floor(entry.contentRect.height / row);
      set_levels(Math.max(fewest, Math.min(most, room)));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [fixed]);
  return { ref, levels };
}

function Row(props: { row: DepthRow; side: "ask" | "bid"; places: Places; first: boolean }) {
  const { row, places } = props;
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        data-price={row.unit_price}
        tabIndex={props.first ? 0 : -1}
      >
        <span
          className={cx(styles.bar, styles[`${props.side}-bar`])}
          style={{ transform: `scaleX(${row.bar})` }}
        />
        <span className={styles[props.side]}>
          {format_number(row.unit_price, { places: places.price })}
        </span>
        <span>{format_number(row.number_of_order, { places: places.quantity })}</span>
        <span className={styles.total}>{format_number(row.total, { places: total_places })}</span>
      </button>
    </li>
  );
}

function move(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("button[data-price]")];
  rows[rows.indexOf(document.activeElement as HTMLElement) + step]?.focus();
}

/** True for at most a second after `key` began: then an empty book is shown as it is. */
function useFirstSecond(key: string): boolean {
  const [over, set_over] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => set_over(key), longest_skeleton_ms);
    return () => clearTimeout(timer);
  }, [key]);
  return over !== key;
}

function Middle({ book, places }: { book: Book | undefined; places: Places }) {
  const [newest, before] = [book?.trades[0]?.px, book?.trades[1]?.px];
  const moved = newest && before ? for_drawing(subtract(newest, before)) : 0;
  const gap = book && spread(book);
  const Arrow = moved < 0 ? ArrowDown : ArrowUp;
  return (
    <div className={styles.middle}>
      <span className={cx(styles.last, moved < 0 ? styles.ask : moved > 0 && styles.bid)}>
        <Price value={book?.price ?? "0"} places={places.price} />
        {moved !== 0 && <Arrow size={16} strokeWidth={1.75} aria-hidden="true" />}
      </span>
      <span className={styles.spread}>
        {t("spot.spread", { n: gap ? format_number(gap, { places: places.price }) : "—" })}
      </span>
    </div>
  );
}

function Side(props: { rows: readonly DepthRow[]; side: "ask" | "bid"; places: Places }) {
  const rows = props.side === "ask" ? [...props.rows].reverse() : props.rows;
  return (
    <ul
      className={styles.rows}
      aria-label={t(props.side === "ask" ? "spot.asks" : "spot.bids")}
      onKeyDown={move}
    >
      {rows.map((row, index) => (
        <Row
          // The place keeps its element, so that the focus and the eye stay where they are.
          key={props.side === "ask" ? index - rows.length : index}
          row={row}
          side={props.side}
          places={props.places}
          first={props.side === "ask" ? index === rows.length - 1 : index === 0}
        />
      ))}
    </ul>
  );
}

function Shares({ buy }: { buy: Decimal }) {
  return (
    <div className={styles.shares}>
      <span className={styles.bid}>{t("spot.buy_share", { n: buy })}</span>
      <span className={styles["share-bar"]} aria-hidden="true">
        <span className={styles["share-buy"]} style={{ flexGrow: for_drawing(buy) }} />
        <span
          className={styles["share-sell"]}
          style={{ flexGrow: for_drawing(subtract("100", buy)) }}
        />
      </span>
      <span className={styles.ask}>{t("spot.sell_share", { n: subtract("100", buy) })}</span>
    </div>
  );
}

const Waiting = ({ levels }: { levels: number }) => (
  <div className={styles.rows}>
    {Array.from({ length: levels }, (_, index) => (
      <div key={index} className={styles.row}>
        <Skeleton width={64} height={10} />
        <Skeleton width={48} height={10} className={styles.late} />
        <Skeleton width={72} height={10} className={styles.late} />
      </div>
    ))}
  </div>
);

export function BookPanel(props: BookPanelProps) {
  const { book, places, coin } = props;
  const { ref, levels } = useRoom(props.levels);
  const depth = useMemo(() => book && depth_rows(book, levels), [book, levels]);
  const waiting = useFirstSecond(coin) && !book;
  if (props.error && !book) {
    return (
      <div className={styles.failed}>
        <ErrorState
          compact
          title={t("spot.book_failed")}
          error={props.error}
          on_retry={props.on_retry}
        />
      </div>
    );
  }
  return (
    <div
      className={cx(styles.book, props.levels !== undefined && styles.roomy)}
      aria-busy={waiting}
      onClick={(event) => {
        const row = (event.target as Element).closest<HTMLElement>("[data-price]");
        if (row?.dataset.price) props.on_price(row.dataset.price);
      }}
    >
      <div className={styles.head} aria-hidden="true">
        <span>{t("spot.price_in", { unit: "USDT" })}</span>
        <span>{t("spot.amount_in", { unit: coin })}</span>
        <span>{t("spot.total_in", { unit: "USDT" })}</span>
      </div>
      <div ref={ref} className={cx(styles.side, styles.asks)}>
        {waiting ? (
          <Waiting levels={levels} />
        ) : (
          <Side rows={depth?.asks ?? []} side="ask" places={places} />
        )}
      </div>
      <Middle book={book} places={places} />
      <div className={styles.side}>
        {waiting ? (
          <Waiting levels={levels} />
        ) : (
          <Side rows={depth?.bids ?? []} side="bid" places={places} />
        )}
      </div>
      <Shares buy={depth && (book?.asks.length || book?.bids.length) ? depth.buy_share : "50.0"} />
    </div>
  );
}
