// One coin of the spot wallet: what is there, what it has cost and won, and what has changed it.
import { ArrowRight } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useParams } from "react-router";
import { add, multiply, type Decimal } from "../../lib/decimal";
import { readDeposits, readWithdrawals, useFundPage, type Read } from "../../lib/funds";
import { t } from "../../lib/i18n";
import { balancesHidden, hideBalances } from "../../lib/preferences";
import { ApiError } from "../../lib/api";
import { Link } from "../../lib/router";
import { AlertBell } from "../../ui/alert_bell";
import { LinkButton } from "../../ui/button";
import { Chip } from "../../ui/chip";
import { CoinIcon, PairName } from "../../ui/coin";
import { depositColumns, withdrawalColumns } from "../../ui/fund_lists";
import { Amount, Change, Price, Time } from "../../ui/number";
import { Page, Panel, PanelHead } from "../../ui/page";
import { usePages } from "../../ui/pages";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import { Segment } from "../../ui/tabs";
import { TransferLink } from "../../ui/transfer_link";
import { WithdrawalDialog } from "../../ui/withdrawal_dialog";
import { Balance, HiddenBalances } from "./balance";
import styles from "./coin.module.css";
import { useCoin, useCoinPnl, type CoinMovement, type SingleCoin } from "./coin_api";
import { HideButton } from "./hide_button";
import { byAddress } from "./holdings";
import { realisedOf, useRealised } from "./realised";

const quote = "USDT";
const rowsOnAPage = 20;
const lists = ["all", "deposit", "withdraw"] as const;
type List = (typeof lists)[number];

const placesOf = (name: string) => (name === quote ? 2 : 8);

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const coins = (value: Decimal, name: string) => (
  <Balance>
    <Amount value={value} places={placesOf(name)} />
  </Balance>
);

function Facts({ data }: { data: SingleCoin }) {
  const { name } = data.coin;
  const pnl = useCoinPnl(name).data;
  const realised = useRealised((gains) => realisedOf(gains, name)).data;
  return (
    <dl className={styles.facts}>
      <Fact label={t("wallet.available")}>{coins(data.balance, name)}</Fact>
      <Fact label={t("wallet.unavailable")}>{coins(data.freeze_balance, name)}</Fact>
      <Fact label={t("wallet.average_cost")}>
        <Balance>
          <Price value={data.average_cost} currency="$" />
        </Balance>
      </Fact>
      <Fact label={t("wallet.unrealised")}>
        <Balance>
          <Change value={pnl?.unrealised ?? null} valuePlaces={2} />
        </Balance>
      </Fact>
      {name !== quote && (
        <Fact label={t("wallet.realised")}>
          <Balance>
            <Change value={realised} valuePlaces={2} />
          </Balance>
        </Fact>
      )}
      <Fact label={t("wallet.today_pnl")}>
        <Balance>
          <Change
            value={pnl?.today ?? null}
            {...(pnl?.today_percentage && { percent: pnl.today_percentage })}
            valuePlaces={2}
          />
        </Balance>
      </Fact>
    </dl>
  );
}

function Head({ data }: { data: SingleCoin }) {
  const { name } = data.coin;
  const total = add(data.balance, data.freeze_balance);
  return (
    <section className={styles.card} aria-label={t("wallet.spot_balance")}>
      <p className={styles.label}>
        {t("wallet.spot_balance")}
        <HideButton />
      </p>
      <p className={styles.total} data-testid="coin-balance">
        <Balance>
          <Amount value={total} places={placesOf(name)} />
        </Balance>
        <span className={styles.unit}>{name}</span>
      </p>
      <p className={styles.worth}>
        <Balance>
          ≈ $<Amount value={data.price && multiply(total, data.price)} places={2} />
        </Balance>
      </p>
      <Facts data={data} />
    </section>
  );
}

/** The pair against USDT, or for USDT itself the markets. */
function TradingTile({ data }: { data: SingleCoin }) {
  const { name, image } = data.coin;
  return (
    <section className={styles.card} aria-label={t("wallet.trading")}>
      <div className={styles["tile-head"]}>
        <h2 className={styles.heading}>{t("wallet.trading")}</h2>
        {name !== quote && data.price !== null && (
          <AlertBell pair={`${name}${quote}`} name={`${name}/${quote}`} />
        )}
      </div>
      <Link
        to={name === quote ? "/markets/prices" : `/trades/trade-chart/${name}`}
        className={styles.tile}
      >
        <CoinIcon name={name} image={image} size={32} />
        <span className={styles["tile-name"]}>
          {name === quote ? t("wallet.all_markets") : <PairName name={name} />}
        </span>
        {name !== quote && <Price value={data.price} flash />}
        <ArrowRight size={16} strokeWidth={1.5} aria-hidden="true" />
      </Link>
      <div className={styles.acts}>
        {byAddress.has(name) && (
          <>
            <LinkButton look="primary" to={`/wallet/deposit?coin=${name}`}>
              {t("wallet.deposit")}
            </LinkButton>
            <LinkButton to={`/wallet/withdraw?coin=${name}`}>{t("wallet.withdraw")}</LinkButton>
          </>
        )}
        <TransferLink button={{}} wish={{ coin: name }}>
          {t("wallet.transfer")}
        </TransferLink>
      </div>
    </section>
  );
}

const movementColumns = (name: string): Column<CoinMovement>[] => [
  {
    id: "kind",
    header: t("wallet.kind"),
    cell: ({ kind, pending }) => (
      <span className={styles.kind}>
        <Chip>{t(`wallet.kind_${kind}`)}</Chip>
        {pending && <span className={styles.quiet}>{t("wallet.movement_pending")}</span>}
      </span>
    ),
    skeleton: 60,
  },
  {
    id: "at",
    header: t("wallet.time"),
    cell: ({ at }) => <Time at={at} style="table" className={styles.quiet} />,
  },
  {
    id: "amount",
    header: t("wallet.amount"),
    cell: ({ amount }) => (
      <Balance>
        <Amount value={amount} places={placesOf(name)} signed unit={name} />
      </Balance>
    ),
    align: "right",
  },
];

const empty = () => <EmptyState compact title={t("wallet.nothing_found")} />;

function Movements({ name }: { name: string }) {
  const { page, paged } = usePages(rowsOnAPage);
  const query = useCoin(name, page, rowsOnAPage);
  return (
    <Table
      label={t("wallet.list_all")}
      columns={movementColumns(name)}
      rows={query.data?.all}
      rowKey={({ kind, id, at }) => `${kind}-${id}-${at}`}
      {...paged(query)}
      empty={empty()}
    />
  );
}

interface FundListProps<Row> {
  name: string;
  /** Of the cache; the same as in the history. */
  list: "deposit" | "withdrawal";
  label: string;
  read: Read<Row, { coin: string }>;
  columns: (open: (row: Row) => void) => Column<Row>[];
  /** All that is known of one row. */
  details?: (row: Row, close: () => void) => ReactNode;
}

function FundList<Row extends { id: string }>(props: FundListProps<Row>) {
  const { page, paged } = usePages(rowsOnAPage);
  const [opened, setOpened] = useState<string | null>(null);
  const open = ({ id }: Row) => setOpened(id);
  const query = useFundPage(props.list, props.read, { coin: props.name }, page, rowsOnAPage);
  const shown = query.data?.rows.find(({ id }) => id === opened);
  return (
    <>
      <Table
        label={props.label}
        columns={props.columns(open)}
        rows={query.data?.rows}
        rowKey={({ id }) => id}
        {...paged(query)}
        empty={empty()}
      />
      {shown && props.details?.(shown, () => setOpened(null))}
    </>
  );
}

const Deposits = ({ name }: { name: string }) => (
  <FundList
    name={name}
    list="deposit"
    label={t("wallet.list_deposit")}
    read={readDeposits}
    columns={depositColumns}
  />
);

const Withdrawals = ({ name }: { name: string }) => (
  <FundList
    name={name}
    list="withdrawal"
    label={t("wallet.list_withdraw")}
    read={readWithdrawals}
    columns={withdrawalColumns}
    details={(one, close) => <WithdrawalDialog withdrawal={one} onClose={close} />}
  />
);

const shown = { all: Movements, deposit: Deposits, withdraw: Withdrawals } as const;

function Lists({ name }: { name: string }) {
  const [list, setList] = useState<List>("all");
  const Shown = shown[list];
  return (
    <Panel aria-label={t("wallet.lists")}>
      <PanelHead>
        <Segment
          small
          label={t("wallet.lists")}
          items={lists.map((id) => ({ id, label: t(`wallet.list_${id}`) }))}
          value={list}
          onValue={setList}
          className={styles.chips}
        />
      </PanelHead>
      <Shown key={list} name={name} />
    </Panel>
  );
}

function Content({ name }: { name: string }) {
  const { data, error, refetch } = useCoin(name, 0, rowsOnAPage);
  if (error && !data) {
    return error instanceof ApiError && error.code === "unknown_asset" ? (
      <EmptyState
        page
        title={t("wallet.no_coin")}
        action={<LinkButton to="/wallet">{t("wallet.back")}</LinkButton>}
      />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <>
      <header className={styles.head}>
        {data ? (
          <>
            <CoinIcon name={data.coin.name} image={data.coin.image} size={36} />
            <h1>{data.coin.name}</h1>
            <span className={styles.quiet}>{data.coin.full_name}</span>
          </>
        ) : (
          <>
            <h1 className="hidden-but-read">{name}</h1>
            <Skeleton width={180} height={36} />
          </>
        )}
      </header>
      <div className={styles.columns}>
        {data ? <Head data={data} /> : <Skeleton height={240} />}
        {data ? <TradingTile data={data} /> : <Skeleton height={240} />}
      </div>
      <Lists name={name} />
    </>
  );
}

export default function CoinScreen() {
  const { coin = quote } = useParams();
  const name = coin.toUpperCase();
  const [hidden, setHidden] = useState(balancesHidden);
  const hide = () => {
    hideBalances(!hidden);
    setHidden(!hidden);
  };
  return (
    <HiddenBalances value={{ hidden, hide }}>
      <Page>
        <Content key={name} name={name} />
      </Page>
    </HiddenBalances>
  );
}
