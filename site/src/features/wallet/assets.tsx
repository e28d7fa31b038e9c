// The coins of the spot wallet.
import { useState, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { compare } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { LinkButton, TextLink } from "../../ui/button";
import { CoinIcon } from "../../ui/coin";
import { Checkbox, SearchInput } from "../../ui/input";
import { Amount } from "../../ui/number";
import { EmptyState } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import type { Holding } from "./api";
import { Balance } from "./balance";
import { shown_holdings, total_of } from "./holdings";
import styles from "./wallet.module.css";

const rows_on_a_page = 30;
const coin_places = 8;
const quote = "USDT";

function Coin({ holding }: { holding: Holding }) {
  return (
    <span className={styles.coin}>
      <CoinIcon name={holding.name} image={holding.image} size={28} />
      <span className={styles["coin-text"]}>
        <span className={styles["coin-name"]}>{holding.name}</span>
        <span className={styles["coin-full"]}>{holding.full_name}</span>
      </span>
    </span>
  );
}

const places_of_coin = (name: string) => (name === quote ? 2 : coin_places);

const amount = (value: string, name: string): ReactNode => (
  <Balance>
    <Amount value={value} places={places_of_coin(name)} />
  </Balance>
);

const columns = (): Column<Holding>[] => [
  {
    id: "coin",
    header: t("wallet.coin"),
    cell: (holding) => <Coin holding={holding} />,
    compare: (a, b) => a.name.localeCompare(b.name, "en"),
    skeleton: 140,
  },
  {
    id: "balance",
    header: t("wallet.balance"),
    cell: (holding) => (
      <span className={styles["with-value"]}>
        <span className={styles.strong}>{amount(total_of(holding), holding.name)}</span>
        <span className={styles["phone-value"]}>
          <Balance>
            ≈ $<Amount value={holding.usdt_value} places={2} />
          </Balance>
        </span>
      </span>
    ),
    align: "right",
    compare: (a, b) => compare(total_of(a), total_of(b)),
  },
  {
    id: "available",
    header: t("wallet.available"),
    cell: (holding) => amount(holding.coin_value, holding.name),
    align: "right",
    show: "not-phone",
  },
  {
    id: "freeze",
    header: t("wallet.freeze"),
    cell: (holding) => amount(holding.freeze_value, holding.name),
    align: "right",
    show: "wide",
  },
  {
    id: "value",
    header: t("wallet.value"),
    cell: (holding) => (
      <Balance>
        <Amount value={holding.usdt_value} places={2} className={styles.strong} />
      </Balance>
    ),
    align: "right",
    compare: (a, b) => compare(a.usdt_value, b.usdt_value),
    show: "not-phone",
  },
  {
    id: "actions",
    header: <span className="hidden-but-read">{t("wallet.actions")}</span>,
    cell: (holding) =>
      holding.name === quote ? null : (
        <TextLink to={`/trades/trade-chart/${holding.name}`}>
          {t("wallet.trade")}
          <span className="hidden-but-read"> {holding.name}</span>
        </TextLink>
      ),
    align: "right",
    width: 100,
    show: "not-phone",
  },
];

export function Assets(props: {
  /** undefined while loading. */
  holdings: readonly Holding[] | undefined;
  error: unknown;
  on_retry: () => void;
}) {
  const [search, set_search] = useState("");
  const [hide_small, set_hide_small] = useState(false);
  const navigate = useNavigate();
  const rows = props.holdings && shown_holdings(props.holdings, search, hide_small);
  return (
    <section className={styles.assets} aria-label={t("wallet.assets")}>
      <header className={styles["assets-header"]}>
        <h2 className={styles.heading}>{t("wallet.assets")}</h2>
        <Checkbox checked={hide_small} on_change={set_hide_small}>
          {t("wallet.hide_small")}
        </Checkbox>
        <SearchInput
          label={t("wallet.search")}
          value={search}
          on_value={set_search}
          className={styles.search}
        />
      </header>
      <Table
        label={t("wallet.assets")}
        columns={columns()}
        rows={rows}
        row_key={(holding) => holding.name}
        sort={{ column: "value", descending: true }}
        page_size={rows_on_a_page}
        on_row={(holding) =>
          holding.name === quote ? undefined : void navigate(`/trades/trade-chart/${holding.name}`)
        }
        error={props.error}
        on_retry={props.on_retry}
        empty={
          search || hide_small ? (
            <EmptyState title={t("wallet.nothing_found")} />
          ) : (
            <EmptyState
              title={t("wallet.empty")}
              text={t("wallet.empty_text")}
              action={<LinkButton to="/markets/prices">{t("wallet.start_trading")}</LinkButton>}
            />
          )
        }
      />
    </section>
  );
}
