import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { t } from "../lib/i18n";
import { IconButton } from "./button";
import styles from "./table.module.css";

/** The first, the last and those around the current page; null stands for a gap. */
export function page_numbers(page: number, pages: number): (number | null)[] {
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
  page_size: number;
  on_page: (page: number) => void;
}

export function Pages({ page, pages, total, page_size, on_page }: PagesProps) {
  const from = page * page_size + 1;
  const to = Math.min(total, from + page_size - 1);
  return (
    <nav className={styles.pages} aria-label={t("common.pages")}>
      <span>{t("common.page_of", { from, to, count: total })}</span>
      <div className={styles.numbers}>
        <IconButton
          label={t("common.previous_page")}
          disabled={page === 0}
          onClick={() => on_page(page - 1)}
        >
          <ChevronLeft size={16} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
        {page_numbers(page, pages).map((n, index) =>
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
              onClick={() => on_page(n)}
            >
              {n + 1}
            </button>
          ),
        )}
        <IconButton
          label={t("common.next_page")}
          disabled={page === pages - 1}
          onClick={() => on_page(page + 1)}
        >
          <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      </div>
    </nav>
  );
}

interface PagedAnswer {
  /** total: how many rows all pages have together. */
  data: { total: number } | undefined;
  error: unknown;
  refetch: () => unknown;
}

/** A list whose pages the server cuts: the open one, and what its table is told by `paged`. */
export function usePages(page_size: number) {
  const [page, on_page] = useState(0);
  const paged = ({ data, error, refetch }: PagedAnswer) => ({
    page_size,
    remote: { page, total: data?.total ?? 0, on_page },
    error,
    on_retry: () => void refetch(),
  });
  return { page, on_page, paged };
}
