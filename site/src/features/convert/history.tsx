// The client's conversions; one that waits for its rate can be taken back.
import { ArrowRight } from "lucide-react";
import { sentenceOf } from "../../lib/api";
import { trimZeros } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { perform } from "../../lib/perform";
import { Button } from "../../ui/button";
import { Chip } from "../../ui/chip";
import { CoinIcon } from "../../ui/coin";
import { Amount, Time } from "../../ui/number";
import { Panel, PanelHead, PanelTitle } from "../../ui/page";
import { usePages } from "../../ui/pages";
import { EmptyState } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import { toast } from "../../ui/toast";
import { rowsOnAPage, useCancel, useConversions, type Conversion } from "./api";
import styles from "./convert.module.css";
import { shortRate } from "./quote_card";

const tones = { PENDING: "warning", APPROVED: "up", DISSAPROVED: "neutral" } as const;

const columns = (cancel: (row: Conversion) => void): Column<Conversion>[] => [
  {
    id: "time",
    header: t("convert.time"),
    cell: (row) => <Time at={row.created_at} style="table" className={styles.quiet} />,
    show: "not-phone",
    skeleton: 88,
  },
  {
    id: "pair",
    header: t("convert.pair"),
    cell: (row) => (
      <span className={styles.pair}>
        <CoinIcon name={row.from} image={row.from_image} size={20} />
        {row.from}
        <ArrowRight size={14} strokeWidth={1.5} aria-hidden="true" />
        <CoinIcon name={row.to} image={row.to_image} size={20} />
        {row.to}
      </span>
    ),
    skeleton: 110,
  },
  {
    id: "type",
    header: t("convert.type"),
    cell: (row) => t(row.market_type === "LIMIT" ? "convert.limit" : "convert.market"),
    show: "wide",
  },
  {
    id: "from",
    header: t("convert.from"),
    cell: (row) => <Amount value={trimZeros(row.from_amount)} unit={row.from} />,
    align: "right",
    show: "not-phone",
  },
  {
    id: "to",
    header: t("convert.to"),
    cell: (row) => <Amount value={trimZeros(row.to_amount)} unit={row.to} />,
    align: "right",
  },
  {
    id: "rate",
    header: t("convert.rate"),
    cell: (row) => <Amount value={shortRate(row.rate)} unit={row.to} />,
    align: "right",
    show: "wide",
  },
  {
    id: "state",
    header: t("convert.state"),
    cell: (row) => (
      <span className={styles.state}>
        <Chip tone={tones[row.state]}>{t(`convert.${row.state}`)}</Chip>
        {row.state === "PENDING" && (
          <Button
            size="xs"
            aria-label={t("convert.cancel_one", { from: row.from, to: row.to })}
            onClick={() => cancel(row)}
          >
            {t("common.cancel")}
          </Button>
        )}
      </span>
    ),
    align: "right",
  },
];

export function History() {
  const { page, paged } = usePages(rowsOnAPage);
  const query = useConversions(page);
  const cancel = useCancel();
  const press = (row: Conversion) =>
    perform(
      cancel,
      // A second press is the same wish.
      { id: row.id, client_id: `cancel-${row.id}` },
      {
        onSuccess: () =>
          toast({ tone: "success", title: t("common.success"), text: t("convert.cancelled") }),
        onError: (error) =>
          toast({ tone: "error", title: t("convert.not_cancelled"), text: sentenceOf(error) }),
      },
    );
  return (
    <Panel aria-label={t("convert.history")}>
      <PanelHead>
        <PanelTitle>{t("convert.history")}</PanelTitle>
      </PanelHead>
      <Table
        label={t("convert.history")}
        columns={columns(press)}
        rows={query.data?.conversions}
        rowKey={(row) => row.id}
        density="orders"
        {...paged(query)}
        empty={
          <EmptyState compact title={t("convert.no_history")} text={t("convert.no_history_text")} />
        }
      />
    </Panel>
  );
}
