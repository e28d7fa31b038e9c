// The products with their rates; a press subscribes.
import { useState } from "react";
import { useNavigate } from "react-router";
import { formatNumber } from "../../lib/format";
import { currentLanguage, t } from "../../lib/i18n";
import { useSession } from "../../lib/session";
import { Button } from "../../ui/button";
import { CoinIcon } from "../../ui/coin";
import { Panel } from "../../ui/page";
import { EmptyState } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import { compare } from "../../lib/decimal";
import { hasRate, ratesOf, type Kind } from "./offers";
import type { Product } from "./offers_api";
import styles from "./offers.module.css";
import { SubscribeDialog } from "./subscribe_dialog";

const rowsOnAPage = 20;

export const rateText = (rate: string): string =>
  t("earn_offers.rate", {
    rate: formatNumber(rate, { places: 2, language: currentLanguage() }),
  });

/** "3.25%", or "3.25% to 13.00%". */
export function rangeText(product: Product, kind: Kind): string {
  const rates = ratesOf(product, kind);
  if (!rates) return t("earn_offers.not_available");
  if (compare(rates.from, rates.to) === 0) return rateText(rates.from);
  const shown = (rate: string) => formatNumber(rate, { places: 2, language: currentLanguage() });
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
      <span className={hasRate(row) ? styles.rate : styles.quiet}>{rangeText(row, kind)}</span>
    ),
    align: "right",
    compare: (a, b) => compare(ratesOf(a, kind)?.to ?? "0", ratesOf(b, kind)?.to ?? "0"),
  },
  {
    id: "duration",
    header: t("earn_offers.duration"),
    cell: (row) => hasRate(row) && <span className={styles.quiet}>{t(durations[kind])}</span>,
    align: "right",
    show: "not-phone",
  },
  {
    id: "actions",
    header: <span className="hidden-but-read">{t("earn_offers.actions")}</span>,
    cell: (row) => (
      <Button
        size="s"
        disabled={!hasRate(row)}
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
  const [chosen, setChosen] = useState<string | null>();
  const guest = useSession() === null;
  const navigate = useNavigate();
  const subscribe = ({ id, name }: Product) =>
    guest
      ? void navigate("/signin", { state: { from: `/wallet/simple_earn?coin=${name}` } })
      : setChosen(id);
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
        rowKey={(row) => row.id}
        pageSize={rowsOnAPage}
        empty={<EmptyState compact title={t("common.no_records")} />}
      />
      {product && (
        <SubscribeDialog product={product} kind={props.kind} onClose={() => setChosen(null)} />
      )}
    </Panel>
  );
}
