import { ArrowDown, ArrowUp } from "lucide-react";
import { useCallback, useMemo, useState, type MouseEvent, type ReactNode } from "react";
import { cx } from "../lib/cx";
import { t } from "../lib/i18n";
import { useHold } from "./hold";
import { Pages } from "./pages";
import { EmptyState, ErrorState, Skeleton } from "./states";
import styles from "./table.module.css";

export interface Column<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Numbers stand right, text left. */
  align?: "left" | "right" | "center";
  /** Makes the header a button; -1, 0, 1 in ascending order. */
  compare?: (a: Row, b: Row) => number;
  /** The same where the server sorts: `remote.onSort` hears of it. */
  sortable?: boolean;
  width?: number | string;
  /** wide: from 900 px. not-phone: from 600 px. phone: below 600 px only. */
  show?: "wide" | "not-phone" | "phone";
  /** The last column, where it acts on its row: in sight also while the table scrolls sideways. */
  stays?: boolean;
  /** The width of the grey bar while loading. */
  skeleton?: number;
}

export interface Sort {
  column: string;
  descending: boolean;
}

export interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** undefined while loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** 56 lists, 36 orders, 52 positions. */
  density?: "lists" | "orders" | "positions";
  sort?: Sort;
  /** Rows on a page; without it all rows stand on one. */
  pageSize?: number;
  /** What the rows were searched by: another search begins at its first page. */
  search?: string;
  /** Pages that the server cuts: rows are those of `page` (from 0) out of `total`. */
  remote?: {
    page: number;
    total: number;
    onPage: (page: number) => void;
    sort?: Sort | undefined;
    onSort?: (sort: Sort) => void;
  };
  /** A finger rests on a row; a keyboard needs another way to the same. */
  onHold?: (row: Row) => void;
  error?: unknown;
  onRetry?: () => void;
  empty?: ReactNode;
}

const side = (align: Column<never>["align"]) =>
  align === "right" ? styles.right : align === "center" ? styles.center : undefined;

const seen = (show: Column<never>["show"]) =>
  show === "wide"
    ? cx(styles["wide-only"], styles["not-phone"])
    : show === "not-phone"
      ? styles["not-phone"]
      : show === "phone"
        ? styles["phone-only"]
        : undefined;

const look = ({ align, show, stays }: Column<never>) =>
  cx(side(align), seen(show), stays && styles.stays);

function SortButton(props: {
  header: ReactNode;
  active: boolean;
  descending: boolean;
  act: () => void;
}) {
  const Arrow = props.descending ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      className={cx(styles.sort, props.active && styles.sorted)}
      onClick={props.act}
    >
      {props.header}
      {props.active && <Arrow size={12} strokeWidth={1.75} aria-hidden="true" />}
    </button>
  );
}

function Head<Row>(props: {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}) {
  const { sort } = props;
  return (
    <thead>
      <tr>
        {props.columns.map((column) => {
          const active = sort?.column === column.id;
          const descending = active ? sort.descending : true;
          const order = active ? (descending ? "descending" : "ascending") : undefined;
          return (
            <th
              key={column.id}
              scope="col"
              aria-sort={order}
              style={{ width: column.width }}
              className={look(column)}
            >
              {column.compare || column.sortable ? (
                <SortButton
                  header={column.header}
                  active={active}
                  descending={descending}
                  act={() =>
                    props.onSort({ column: column.id, descending: active ? !descending : true })
                  }
                />
              ) : (
                column.header
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function LoadingRows({ columns, count }: { columns: readonly Column<never>[]; count: number }) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} className={styles.quiet} style={{ opacity: 1 - row / (count + 1) }}>
      {columns.map((column) => (
        <td key={column.id} className={look(column)}>
          <span style={{ display: "inline-block", verticalAlign: "middle" }}>
            <Skeleton width={column.skeleton ?? 64} />
          </span>
        </td>
      ))}
    </tr>
  ));
}

/**
 * Marks the link or button of a cell that a press anywhere on its row presses. There is no other way
 * for a row to react, so that what it does is there for those who have no mouse, too.
 */
export const leadsOn = { "data-leads-on": "" } as const;

/** A press on a row, but not one on a link or a button in it: that has its own meaning. */
const press = ({ target, currentTarget: row }: MouseEvent<HTMLTableRowElement>) => {
  if (target instanceof Element && target.closest("a, button, input")) return;
  row.querySelector<HTMLElement>("[data-leads-on]")?.click();
};

function sorted<Row>(
  rows: readonly Row[] | undefined,
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] | undefined {
  const compare = columns.find((column) => column.id === sort?.column)?.compare;
  if (!rows || !compare || !sort) return rows;
  const turn = sort.descending ? -1 : 1;
  return [...rows].sort((a, b) => turn * compare(a, b));
}

/** Whether a box scrolls sideways, to be reached by the keyboard then. */
function useOverflow() {
  const [over, setOver] = useState(false);
  const box = useCallback((element: HTMLDivElement) => {
    if (typeof ResizeObserver === "undefined") return undefined;
    const look = () => setOver(element.scrollWidth > element.clientWidth);
    const sizes = new ResizeObserver(look);
    [element, ...element.children].forEach((part) => sizes.observe(part));
    return () => sizes.disconnect();
  }, []);
  return { over, box };
}

/** Sortable and paged, with its loading, empty and failed states. Data that is there stays shown. */
export function Table<Row>(props: TableProps<Row>) {
  const { columns, pageSize, remote, density = "lists" } = props;
  const [sort, setSort] = useState(props.sort);
  const [turned, turn] = useState({ page: 0, search: props.search });
  const setPage = (page: number) => turn({ page, search: props.search });
  const ownPage = turned.search === props.search ? turned.page : 0;
  const ordered = useMemo(() => sorted(props.rows, columns, sort), [props.rows, columns, sort]);
  const total = remote?.total ?? ordered?.length ?? 0;
  const pages = pageSize ? Math.max(1, Math.ceil(total / pageSize)) : 1;
  const page = Math.min(remote?.page ?? ownPage, pages - 1);
  const first = pageSize ? page * pageSize : 0;
  const cut = pageSize && !remote ? ordered?.slice(first, first + pageSize) : ordered;
  const failed = props.error !== undefined && props.error !== null && !props.rows;
  const loading = !props.rows && !failed;
  const { over, box } = useOverflow();
  const hold = useHold();
  const { onHold } = props;
  return (
    <div aria-busy={loading}>
      <div
        ref={box}
        className={cx(styles.frame, over && styles.over)}
        {...(over && { tabIndex: 0, role: "group", "aria-label": props.label })}
      >
        <table
          className={cx(styles.table, density !== "lists" && styles[density])}
          aria-label={props.label}
        >
          <Head columns={columns} sort={remote?.sort ?? sort} onSort={remote?.onSort ?? setSort} />
          <tbody>
            {loading && <LoadingRows columns={columns} count={5} />}
            {cut?.map((row) => (
              <tr
                key={props.rowKey(row)}
                className={onHold && styles.holdable}
                onClick={press}
                {...(onHold && hold(() => onHold(row)))}
              >
                {columns.map((column) => (
                  <td key={column.id} className={look(column)}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {failed && (
        <div className={styles["center-cell"]}>
          <ErrorState error={props.error} onRetry={props.onRetry} />
        </div>
      )}
      {props.rows && total === 0 && (
        <div className={styles["center-cell"]}>
          {props.empty ?? <EmptyState title={t("common.no_records")} />}
        </div>
      )}
      {pageSize && pages > 1 && (
        <Pages {...{ page, pages, total, pageSize }} onPage={remote?.onPage ?? setPage} />
      )}
    </div>
  );
}
