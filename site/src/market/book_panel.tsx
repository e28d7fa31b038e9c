// The order book: as many levels as there is room for, five at least.
import { ArrowDown, ArrowUp } from "lucide-react";
import { memo, useCallback, useEffect, useMemo, useState, type KeyboardEvent } from "react";
import { depthRows, grouped, priceStep, spread, type Book, type DepthRow } from "../lib/book";
import { cx } from "../lib/cx";
import { forDrawing, subtract, trimZeros, whole, type Decimal } from "../lib/decimal";
import { enoughPlaces, formatNumber } from "../lib/format";
import { t } from "../lib/i18n";
import { Price } from "../ui/number";
import { ErrorState, Skeleton } from "../ui/states";
import { BookTip, tipId, type Hovered } from "./book_tip";
import type { BookSides } from "./book_tools";
import styles from "./book.module.css";

const fewest = 5;
const most = 25;
/** Of a total, where the prices have as many; more only where it would read as nothing. */
const mostTotalPlaces = 2;
const longestSkeletonMs = 1_000;
/** A row is 20 px high, on phones 24; the middle of the panel counts neither. */
const rowHeight = 20;

interface Places {
  price: number;
  quantity: number;
}

/** A price of the client's own; where these stand, the book says so. */
export interface OwnPrice {
  side: "BUY" | "SELL";
  price: Decimal;
}

/** `amount`: everything from the best level to the pressed one, when its amount was pressed. */
export type OnLevel = (price: Decimal, side: "ask" | "bid", amount: Decimal | null) => void;

export interface BookPanelProps {
  coin: string;
  book: Book | undefined;
  error: unknown;
  onRetry: () => void;
  places: Places;
  /** Without it the levels are read only. */
  onPrice?: OnLevel;
  /** Rows on a side; without it as many as fit. */
  levels?: number | undefined;
  /** Levels of one step are joined; without it each price is a level. */
  step?: Decimal | undefined;
  /** One side alone gets the whole room. */
  sides?: BookSides;
  own?: readonly OwnPrice[];
}

/** How many rows of a side fit into the element that gets `ref`. */
function useRoom(fixed: number | undefined) {
  const [levels, setLevels] = useState(fixed ?? 9);
  const ref = useCallback(
    (element: HTMLDivElement | null) => {
      if (!element || fixed !== undefined) return undefined;
      const observer = new ResizeObserver(([entry]) => {
        if (!entry) return;
        const room = Math.floor(entry.contentRect.height / rowHeight);
        setLevels(Math.max(fewest, Math.min(most, room)));
      });
      observer.observe(element);
      return () => observer.disconnect();
    },
    [fixed],
  );
  return { ref, levels };
}

interface RowProps {
  row: DepthRow;
  index: number;
  side: "ask" | "bid";
  places: Places;
  first: boolean;
  own: boolean;
  /** The pointer is here or further from the middle. */
  reached: boolean;
  described: boolean;
  pressable: boolean;
}

function total(row: DepthRow, places: Places): string {
  const most = Math.min(places.price, mostTotalPlaces);
  return formatNumber(row.total, { places: enoughPlaces(row.total, most, "down") });
}

const Row = memo(
  function Row(props: RowProps) {
    const { row, places, side } = props;
    const Level = props.pressable ? "button" : "div";
    const button = props.pressable && ({ type: "button", tabIndex: props.first ? 0 : -1 } as const);
    return (
      <li>
        <Level
          {...button}
          className={cx(styles.row, props.reached && styles.reached)}
          data-side={side}
          data-index={props.index}
          aria-describedby={props.described ? tipId : undefined}
        >
          <span
            className={cx(styles.bar, styles[`${side}-bar`])}
            style={{ transform: `scaleX(${row.bar})` }}
          />
          <span className={styles[side]}>
            {formatNumber(row.unit_price, { places: places.price })}
            {props.own && (
              <span className={styles.mine}>
                <span className="hidden-but-read">{t("market.own_order")}</span>
              </span>
            )}
          </span>
          <span data-amount>{formatNumber(row.number_of_order, { places: places.quantity })}</span>
          <span data-amount className={styles.total}>
            {total(row, places)}
          </span>
        </Level>
      </li>
    );
  },
  (a, b) =>
    a.row.unit_price === b.row.unit_price &&
    a.row.number_of_order === b.row.number_of_order &&
    a.row.total === b.row.total &&
    a.row.bar === b.row.bar &&
    a.index === b.index &&
    a.own === b.own &&
    a.first === b.first &&
    a.reached === b.reached &&
    a.described === b.described &&
    a.pressable === b.pressable &&
    a.places.price === b.places.price &&
    a.places.quantity === b.places.quantity,
);

function move(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("button[data-index]")];
  rows[rows.indexOf(document.activeElement as HTMLElement) + step]?.focus();
}

/** True for at most a second after `key` began: then an empty book is shown as it is. */
function useFirstSecond(key: string): boolean {
  const [over, setOver] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setOver(key), longestSkeletonMs);
    return () => clearTimeout(timer);
  }, [key]);
  return over !== key;
}

function Middle({ book, places }: { book: Book | undefined; places: Places }) {
  const [newest, before] = [book?.trades[0]?.px, book?.trades[1]?.px];
  const moved = newest && before ? forDrawing(subtract(newest, before)) : 0;
  const gap = book && spread(book);
  const Arrow = moved < 0 ? ArrowDown : ArrowUp;
  return (
    <div className={styles.middle}>
      <span
        className={cx(styles.last, moved < 0 ? styles.ask : moved > 0 && styles.bid)}
        data-testid="book-price"
      >
        <Price value={book?.price ?? "0"} places={places.price} />
        {moved !== 0 && <Arrow size={16} strokeWidth={1.75} aria-hidden="true" />}
      </span>
      <span className={styles.spread}>
        {t("market.spread", { n: gap ? formatNumber(gap, { places: places.price }) : "—" })}
      </span>
    </div>
  );
}

function Side(props: {
  rows: readonly DepthRow[];
  side: "ask" | "bid";
  places: Places;
  own: ReadonlySet<Decimal>;
  hovered: Hovered | null;
  pressable: boolean;
}) {
  const { rows, side } = props;
  const reached = props.hovered?.side === side ? props.hovered.index : -1;
  const drawn = rows.map((row, index) => (
    <Row
      // The place keeps its element, so that the focus and the eye stay where they are.
      key={index}
      row={row}
      index={index}
      side={side}
      places={props.places}
      first={index === 0}
      own={props.own.has(trimZeros(row.unit_price))}
      reached={index <= reached}
      described={index === reached}
      pressable={props.pressable}
    />
  ));
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys come up from the levels
    <ul
      className={styles.rows}
      aria-label={t(side === "ask" ? "market.asks" : "market.bids")}
      onKeyDown={move}
    >
      {side === "ask" ? drawn.reverse() : drawn}
    </ul>
  );
}

function Shares({ buy }: { buy: Decimal }) {
  const sell = subtract("100", buy);
  const onePlace = (share: Decimal) => formatNumber(share, { places: 1 });
  return (
    <div className={styles.shares}>
      <span className={styles.bid}>{t("market.buy_share", { n: onePlace(buy) })}</span>
      <span className={styles["share-bar"]} aria-hidden="true">
        <span className={styles["share-buy"]} style={{ flexGrow: forDrawing(buy) }} />
        <span className={styles["share-sell"]} style={{ flexGrow: forDrawing(sell) }} />
      </span>
      <span className={styles.ask}>{t("market.sell_share", { n: onePlace(sell) })}</span>
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

/** The rows of both sides, and where the client's own prices stand in them. */
function useRows(props: BookPanelProps, levels: number) {
  const { book, step, own } = props;
  const depth = useMemo(() => {
    if (!book || step === undefined) return book && depthRows(book, levels);
    const [asks, bids] = [grouped(book.asks, step, "ask"), grouped(book.bids, step, "bid")];
    return depthRows({ asks, bids }, levels);
  }, [book, step, levels]);
  const marks = useMemo(() => {
    const of = (wanted: OwnPrice["side"], side: "ask" | "bid") =>
      new Set(
        own
          ?.filter((order) => order.side === wanted)
          .map(({ price }) => trimZeros(step ? priceStep(price, step, side) : price)),
      );
    return { asks: of("SELL", "ask"), bids: of("BUY", "bid") };
  }, [own, step]);
  return { depth, marks };
}

export function BookPanel(props: BookPanelProps) {
  const { book, places, coin, sides = "both" } = props;
  const { ref, levels } = useRoom(props.levels);
  const { depth, marks } = useRows(props, levels);
  const [hovered, hover] = useState<Hovered | null>(null);
  const waiting = useFirstSecond(coin) && !book;
  if (props.error && !book) {
    return (
      <div className={styles.failed}>
        <ErrorState
          compact
          title={t("market.book_failed")}
          error={props.error}
          onRetry={props.onRetry}
        />
      </div>
    );
  }
  const levelAt = (target: EventTarget) => {
    const element = (target as Element).closest<HTMLElement>("[data-index]");
    const index = whole(element?.dataset.index ?? "");
    const side = element?.dataset.side === "ask" ? ("ask" as const) : ("bid" as const);
    const row = depth?.[`${side}s`][index];
    return element && row ? { side, index, element, row } : null;
  };
  const sideOf = (side: "ask" | "bid") => {
    if (sides !== "both" && sides !== side) return null;
    const measured = side === "ask" || sides === "bid";
    return (
      <div
        ref={measured ? ref : undefined}
        className={cx(styles.side, side === "ask" && styles.asks)}
      >
        {waiting ? (
          <Waiting levels={levels} />
        ) : (
          <Side
            rows={depth?.[`${side}s`] ?? []}
            side={side}
            places={places}
            own={marks[`${side}s`]}
            hovered={hovered}
            pressable={props.onPrice !== undefined}
          />
        )}
      </div>
    );
  };
  const shown = hovered && depth?.[`${hovered.side}s`][hovered.index];
  return (
    // Presses come up from the levels, which are buttons.
    <div
      role="presentation"
      className={cx(styles.book, props.levels !== undefined && styles.roomy)}
      aria-busy={waiting}
      onPointerOver={(event) => event.pointerType === "mouse" && hover(levelAt(event.target))}
      onPointerLeave={() => hover(null)}
      onFocus={(event) => hover(levelAt(event.target))}
      onBlur={() => hover(null)}
      onClick={(event) => {
        const found = levelAt(event.target);
        if (!found) return;
        const withAmount = (event.target as Element).closest("[data-amount]") || event.shiftKey;
        props.onPrice?.(found.row.unit_price, found.side, withAmount ? found.row.sum : null);
      }}
    >
      <div className={styles.head} aria-hidden="true">
        <span>{t("market.price_in", { unit: "USDT" })}</span>
        <span>{t("market.amount_in", { unit: coin })}</span>
        <span>{t("market.total_in", { unit: "USDT" })}</span>
      </div>
      {sideOf("ask")}
      <Middle book={book} places={places} />
      {sideOf("bid")}
      <Shares buy={depth && (book?.asks.length || book?.bids.length) ? depth.buy_share : "50.0"} />
      {hovered && shown && <BookTip at={hovered.element} row={shown} coin={coin} places={places} />}
    </div>
  );
}
