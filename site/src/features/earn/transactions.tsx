// What Earn has moved, with filters that filter.
import { useState } from "react";
import { cx } from "../../lib/cx";
import { t } from "../../lib/i18n";
import { Button, LinkButton } from "../../ui/button";
import { ExportButton } from "../../ui/export_button";
import { Amount, Time } from "../../ui/number";
import { Page, PageHead, Panel } from "../../ui/page";
import { usePages } from "../../ui/pages";
import { EmptyState, Skeleton } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import { useEntries, type Entry } from "./api";
import { CoinCell } from "./coin_cell";
import { useProducts } from "./offers_api";
import styles from "./screens.module.css";
import { fileOf } from "./transactions_file";
import { TransactionFilters } from "./transactions_filters";
import { askedOf, everything, type Chosen } from "./transactions_rules";

const rowsOnAPage = 20;
const nothing = { total: 0 };

/** Out of Earn is negative, as the spec's list has it. */
function Moved({ entry }: { entry: Entry }) {
  const out = entry.transaction_type === "WITHDRAW";
  const value = out ? `-${entry.amount}` : entry.amount;
  return (
    <Amount
      value={value}
      places={8}
      signed
      unit={entry.coin}
      className={cx(styles.strong, out && styles.out)}
    />
  );
}

const columns = (): Column<Entry>[] => [
  {
    id: "time",
    header: t("earn.time"),
    cell: (entry) => <Time at={entry.at} style="table" className={styles.quiet} />,
    skeleton: 88,
    show: "not-phone",
  },
  {
    id: "coin",
    header: t("earn.coin"),
    cell: (entry) => <CoinCell name={entry.coin} image={entry.image} />,
    show: "not-phone",
  },
  {
    id: "type",
    header: t("earn.type"),
    cell: (entry) => (
      <span>
        <span className={styles.strong}>{t(`earn.type_${entry.type}`)}</span>
        <br />
        <span className={styles.quiet}>{t(`earn.product_${entry.product}`)}</span>
      </span>
    ),
    skeleton: 120,
  },
  {
    id: "value",
    header: t("earn.value"),
    cell: (entry) => <Amount value={entry.usdt_value} places={2} />,
    align: "right",
    show: "wide",
  },
  {
    id: "amount",
    header: t("earn.amount"),
    cell: (entry) => (
      <span className={styles["two-lines"]}>
        <Moved entry={entry} />
      </span>
    ),
    align: "right",
  },
];

function Summary({ usdt }: { usdt: string | undefined }) {
  return (
    <Panel aria-label={t("earn.direction_earn_to_spot")}>
      <div className={styles.figure}>
        <p className={styles.label}>{t("earn.direction_earn_to_spot")}</p>
        <p className={styles.value}>
          {usdt === undefined ? (
            <Skeleton width={140} height={24} />
          ) : (
            <>
              <Amount value={usdt} places={2} />
              <span className={styles.unit}>USDT</span>
            </>
          )}
        </p>
        <p className={styles.note}>{t("earn.earn_to_spot_text")}</p>
      </div>
    </Panel>
  );
}

export default function TransactionsScreen() {
  const [chosen, setChosen] = useState<Chosen>(everything);
  const { page, onPage, paged } = usePages(rowsOnAPage);
  const products = useProducts();
  const asked = askedOf(chosen);
  const query = useEntries({ ...asked, page: page + 1, per_page: rowsOnAPage });
  const { error, refetch } = query;
  const choose = (next: Chosen) => {
    setChosen(next);
    onPage(0);
  };
  const filtered = JSON.stringify(chosen) !== JSON.stringify(everything);
  return (
    <Page>
      <PageHead title={t("earn.transactions")}>
        <ExportButton name="cambio-earn" read={() => fileOf(asked)} />
        <LinkButton to="/wallet/analysis" look="secondary">
          {t("earn.analysis")}
        </LinkButton>
      </PageHead>
      <Summary usdt={asked ? query.data?.earn_to_spot.usdt : "0"} />
      <Panel aria-label={t("earn.transactions")}>
        <TransactionFilters
          chosen={chosen}
          choose={choose}
          coins={products.data?.map(({ name }) => name) ?? []}
        />
        <Table
          label={t("earn.transactions")}
          columns={columns()}
          rows={asked ? query.data?.transaction : []}
          rowKey={(entry) => entry.id}
          {...paged({ error, refetch, data: asked ? query.data : nothing })}
          empty={
            <EmptyState
              title={t("earn.no_records")}
              action={
                <>
                  <LinkButton to="/wallet/simple_earn" look="primary">
                    {t("earn.subscribe_now")}
                  </LinkButton>
                  {filtered && (
                    <Button look="secondary" onClick={() => choose(everything)}>
                      {t("earn.clear_filters")}
                    </Button>
                  )}
                </>
              }
            />
          }
        />
      </Panel>
    </Page>
  );
}
