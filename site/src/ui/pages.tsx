import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { t } from "../lib/i18n";
import { IconButton } from "./button";
import type { Sort } from "./table";
import styles from "./table.module.css";

/** The first, the last and those around the current page; null stands for a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const wanted = [0, page - 1, page, page + 1, pages - 1];
  if (page < 3) wanted.push(1, 2);
  if (page > pages - 4) wanted.push(pages - 2, pages - 3);
  const kept = [...new Set(wanted)].filter((n) => n >= 0 && n < pages).sort((a, b) => a - b);
  return kept.flatMap((n, index) =>
    index > 0 && n - (kept[index - 1] ?? n) > 1 ? [null, n] : [n],
  );
}

interface PagesProps {
  /** From 0. */
  page: number;
  pages: number;
  total: number;
  pageSize: number;
  onPage: (page: number) => void;
}

export function Pages({ page, pages, total, pageSize, onPage }: PagesProps) {
  const from = page * pageSize + 1;
  const to = Math.min(total, from + pageSize - 1);
  return (
    <nav className={styles.pages} aria-label={t("common.pages")}>
      <span>{t("common.page_of", { from, to, count: total })}</span>
      <div className={styles.numbers}>
        <IconButton
          label={t("common.previous_page")}
          disabled={page === 0}
          onClick={() => onPage(page - 1)}
        >
          <ChevronLeft size={16} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
        {pageNumbers(page, pages).map((n, index) =>
          n === null ? (
            <span key={`gap-${index}`} className={styles.gap}>
              …
            </span>
          ) : (
            <button
              key={n}
              type="button"
              className={styles.number}
              aria-label={t("common.page", { n: n + 1 })}
              aria-current={n === page ? "page" : undefined}
              onClick={() => onPage(n)}
            >
              {n + 1}
            </button>
          ),
        )}
        <IconButton
          label={t("common.next_page")}
          disabled={page === pages - 1}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      </div>
    </nav>
  );
}

export interface PagedAnswer {
  /** total: how many rows all pages have together. */
  data: { total: number } | undefined;
  error: unknown;
  refetch: () => unknown;
}

/** How the server sorts the list. */
interface Sorting {
  sort: Sort;
  onSort: (sort: Sort) => void;
}

/** A list whose pages the server cuts: the open one, and what its table is told by `paged`. */
export function usePages(pageSize: number) {
  const [page, onPage] = useState(0);
  const paged = ({ data, error, refetch }: PagedAnswer, sorting?: Sorting) => ({
    pageSize,
    remote: { page, total: data?.total ?? 0, onPage, ...sorting },
    error,
    onRetry: () => void refetch(),
  });
  return { page, onPage, paged };
}
