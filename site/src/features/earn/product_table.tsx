// The products with their rates; a press subscribes.
import { useState } from "react";
import { useNavigate } from "react-router";
import { format_number } from "../../lib/format";
import { current_language, t } from "../../lib/i18n";
import { useSession } from "../../lib/session";
import { Button } from "../../ui/button";
import { CoinIcon } from "../../ui/coin";
import { Panel } from "../../ui/page";
import { EmptyState } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import { compare } from "../../lib/decimal";
import { has_rate, rates_of, type Kind } from "./offers";
import type { Product } from "./offers_api";
import styles from "./offers.module.css";
import { SubscribeDialog } from "./subscribe_dialog";

const rows_on_a_page = 20;

export const rate_text = (rate: string): string =>
  t("earn_offers.rate", {
    rate: format_number(rate, { places: 2, language: current_language() }),
  });

/** "3.25%", or "3.25% to 13.00%". */
export function range_text(product: Product, kind: Kind): string {
  const rates = rates_of(product, kind);
  if (!rates) return t("earn_offers.not_available");
  if (compare(rates.from, rates.to) === 0) return rate_text(rates.from);
  const shown = (rate: string) => format_number(rate, { places: 2, language: current_language() });
  return t("earn_offers.range", { from: shown(rates.from), to: shown(rates.to) });
}

export const Coin = ({ product }: { product: Pick<Product, "name" | "image" | "full_name"> }) => (
  <span className={styles.coin}>
    <CoinIcon name={product.name} image={product.image} size={28} />
    <span>
      <span className={styles["coin-name"]}>{product.name}</span>
      <span className={styles["coin-full"]}>{product.full_name}</span>
    </span>
  </span>
);

const durations = {
  all: "earn_offers.flexible_and_locked",
  flexible: "earn_offers.flexible",
  locked: "earn_offers.days_range",
} as const;

const columns = (kind: Kind, subscribe: (product: Product) => void): Column<Product>[] => [
  {
    id: "coin",
    header: t("earn_offers.coin"),
    cell: (row) => <Coin product={row} />,
    skeleton: 120,
  },
  {
    id: "apr",
    header: t("earn_offers.est_apr"),
    cell: (row) => (
      <span className={has_rate(row) ? styles.rate : styles.quiet}>{range_text(row, kind)}</span>
    ),
    align: "right",
    compare: (a, b) => compare(rates_of(a, kind)?.to ?? "0", rates_of(b, kind)?.to ?? "0"),
  },
  {
    id: "duration",
    header: t("earn_offers.duration"),
    cell: (row) => has_rate(row) && <span className={styles.quiet}>{t(durations[kind])}</span>,
    align: "right",
    show: "not-phone",
  },
  {
    id: "actions",
    header: <span className="hidden-but-read">{t("earn_offers.actions")}</span>,
    cell: (row) => (
      <Button
        size="s"
        disabled={!has_rate(row)}
        aria-label={t("earn_offers.subscribe_coin", { coin: row.name })}
        onClick={() => subscribe(row)}
      >
        {t("earn_offers.subscribe")}
      </Button>
    ),
    align: "right",
    width: 100,
  },
];

interface ProductTableProps {
  products: readonly Product[] | undefined;
  kind: Kind;
  /** The coin that the page was opened for: its dialog stands open at first. */
  asked?: string | null;
}

export function ProductTable({ asked, ...props }: ProductTableProps) {
  const [chosen, set_chosen] = useState<string | null>();
  const guest = useSession() === null;
  const navigate = useNavigate();
  const subscribe = ({ id, name }: Product) =>
    guest
      ? void navigate("/signin", { state: { from: `/wallet/simple_earn?coin=${name}` } })
      : set_chosen(id);
  const product = guest
    ? undefined
    : props.products?.find((one) =>
        chosen === undefined ? one.open && one.name === asked : one.id === chosen,
      );
  return (
    <Panel aria-label={t("earn_offers.products")}>
      <Table
        label={t("earn_offers.products")}
        columns={columns(props.kind, subscribe)}
        rows={props.products}
        row_key={(row) => row.id}
        page_size={rows_on_a_page}
        empty={<EmptyState compact title={t("common.no_records")} />}
      />
      {product && (
        <SubscribeDialog product={product} kind={props.kind} on_close={() => set_chosen(null)} />
      )}
    </Panel>
  );
}
