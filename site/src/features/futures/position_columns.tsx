// The columns of the client's positions, closed positions and funding.
import { ArrowUpDown, Plus } from "lucide-react";
import { cx } from "../../lib/cx";
import { multiply, sign, trimZeros, type Decimal } from "../../lib/decimal";
import { formatNumber, formatPercent } from "../../lib/format";
import { t } from "../../lib/i18n";
import { Link } from "../../lib/router";
import { Button, IconButton, TextButton } from "../../ui/button";
import { Chip } from "../../ui/chip";
import { CoinIcon, PairName } from "../../ui/coin";
import { Amount, Change, Price, Time } from "../../ui/number";
import { leadsOn, type Column } from "../../ui/table";
import type { ClosedPosition, FundingPayment, Position } from "./contract";
import styles from "./positions.module.css";

const quote = "USDT";
const moneyPlaces = 2;
const fundingPlaces = 4;

/** How many places prices and quantities of a contract have; undefined where it is not known. */
export type PlacesOf = (pair: string) => { price: number; quantity: number } | undefined;

export type Act = "close" | "reverse" | "margin" | "targets";
export type OnAct = (act: Act, position: Position) => void;

export const coinOf = (pair: string): string =>
  pair.endsWith(quote) ? pair.slice(0, -quote.length) : pair;
const pairOf = (row: { coin_pair: { pair_name: string } }): string => row.coin_pair.pair_name;
/** A position, or an order for one; an order that closes one has no leverage of its own. */
type Directed = Pick<Position, "delegate_type" | "coin_pair"> & Partial<Pick<Position, "leverage">>;
const isLong = (position: Pick<Directed, "delegate_type">): boolean =>
  position.delegate_type === "BUY_MORE";

interface ContractProps {
  position: Directed;
  /** Where its name leads. */
  to?: string | undefined;
}

export function ContractCell({ position, to }: ContractProps) {
  const long = isLong(position);
  const coin = coinOf(pairOf(position));
  return (
    <span className={cx(styles.contract, long ? styles.long : styles.short)}>
      <CoinIcon name={coin} image={position.coin_pair.image} size={20} />
      <span>
        <span className={styles.pair}>
          {to ? (
            <Link {...leadsOn} to={to}>
              <PairName name={coin} />
            </Link>
          ) : (
            <PairName name={coin} />
          )}
        </span>
        <span className={styles.terms}>
          <span className={styles.side}>{t(long ? "futures.long" : "futures.short")}</span>{" "}
          {position.leverage === undefined
            ? t("futures.reduce_only")
            : `${position.leverage}× ${t("futures.isolated")}`}
        </span>
      </span>
    </span>
  );
}

/** Short positions stand with a minus, as they gain when the price falls. */
export function SizeCell({ position, places }: { position: Position; places: PlacesOf }) {
  const minus = isLong(position) ? "" : "-";
  return (
    <Amount
      value={`${minus}${position.quantity}`}
      places={places(pairOf(position))?.quantity}
      unit={coinOf(pairOf(position))}
    />
  );
}

const cellPrice = (value: Decimal | null, row: Position, places: PlacesOf) => (
  <Price value={value} places={places(pairOf(row))?.price} />
);

export function ProfitCell({ value, roe }: { value: Decimal; roe: Decimal }) {
  return (
    <span className={styles.profit}>
      <Change value={value} valuePlaces={moneyPlaces} unit={quote} dense />
      <span className={styles.roe}>
        <Change percent={roe} dense className={styles["roe-change"]} />
      </span>
    </span>
  );
}

const Target = ({ value }: { value: Decimal | null }) =>
  value ? <Amount value={trimZeros(value)} /> : "—";

export function TargetsCell({ position, onAct }: { position: Position; onAct: OnAct }) {
  const { take_profit: takeProfit, stop_loss: stopLoss } = position;
  const set = takeProfit !== null || stopLoss !== null;
  const label = t("futures.change_targets", { pair: pairOf(position) });
  return (
    <TextButton
      className={set ? styles.targets : undefined}
      title={label}
      onClick={() => onAct("targets", position)}
    >
      {set ? (
        <>
          <Target value={takeProfit} /> / <Target value={stopLoss} />
        </>
      ) : (
        t("futures.set_targets")
      )}
      <span className="hidden-but-read">, {label}</span>
    </TextButton>
  );
}

export function Actions({ position, onAct }: { position: Position; onAct: OnAct }) {
  const pair = pairOf(position);
  if (position.state !== "OPEN") {
    const doing = position.reversed_as === null ? "futures.closing" : "futures.reversing";
    return <Chip tone="warning">{t(doing)}</Chip>;
  }
  return (
    <span className={styles.actions}>
      <IconButton
        label={t("futures.reverse_position", { pair })}
        className={styles.reverse}
        onClick={() => onAct("reverse", position)}
      >
        <ArrowUpDown size={14} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <Button
        size="xs"
        aria-label={t("futures.close_position", { pair })}
        onClick={() => onAct("close", position)}
      >
        {t("futures.close")}
      </Button>
    </span>
  );
}

const Unpaid = ({ amount }: { amount: Decimal }) => (
  <Chip tone="warning">
    {t("futures.unpaid_funding", { n: formatNumber(amount, { places: moneyPlaces }) })}
  </Chip>
);

/** The margin, and the way to add some. */
export function MarginCell({ position, onAct }: { position: Position; onAct: OnAct }) {
  return (
    <span className={styles.margin}>
      {sign(position.unpaid_funding) > 0 && <Unpaid amount={position.unpaid_funding} />}
      <Amount value={position.margin} places={moneyPlaces} />
      {position.state === "OPEN" && (
        <IconButton
          label={t("futures.add_margin_to", { pair: pairOf(position) })}
          className={styles.add}
          onClick={() => onAct("margin", position)}
        >
          <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      )}
    </span>
  );
}

/** Where a position leads; nowhere where its own contract is on the screen. */
export type AddressOf = (position: Position) => string;

export const positionColumns = (
  places: PlacesOf,
  onAct: OnAct,
  addressOf?: AddressOf,
): Column<Position>[] => [
  {
    id: "contract",
    header: t("futures.contract"),
    cell: (row) => <ContractCell position={row} to={addressOf?.(row)} />,
  },
  {
    id: "size",
    header: t("futures.size"),
    cell: (row) => <SizeCell position={row} places={places} />,
    align: "right",
  },
  {
    id: "entry",
    header: t("futures.entry_price"),
    cell: (row) => cellPrice(row.opening_price, row, places),
    align: "right",
  },
  {
    id: "mark",
    header: t("futures.mark"),
    cell: (row) => cellPrice(row.current_price, row, places),
    align: "right",
  },
  {
    id: "liquidation",
    header: t("futures.liq_price"),
    cell: (row) => (
      <span className={styles.liquidation}>{cellPrice(row.liquidation_price, row, places)}</span>
    ),
    align: "right",
  },
  {
    id: "margin",
    header: t("futures.margin_usdt"),
    cell: (row) => <MarginCell position={row} onAct={onAct} />,
    align: "right",
  },
  {
    id: "ratio",
    header: t("futures.margin_ratio"),
    cell: (row) => formatPercent(row.margin_ratio, { signed: false }),
    align: "right",
  },
  {
    id: "profit",
    header: t("futures.unrealised"),
    cell: (row) => <ProfitCell value={row.unrealised} roe={row.return_on_equity} />,
    align: "right",
  },
  {
    id: "targets",
    header: t("futures.targets"),
    cell: (row) => <TargetsCell position={row} onAct={onAct} />,
  },
  {
    id: "actions",
    header: <span className="hidden-but-read">{t("futures.actions")}</span>,
    cell: (row) => <Actions position={row} onAct={onAct} />,
    align: "right",
    stays: true,
  },
];

/** A part's chip says that it was one. */
const reasonOf = ({ reason, part_of: whole }: ClosedPosition) =>
  reason === "closed" && whole !== null ? "part" : reason;

const tones = {
  closed: "neutral",
  take_profit: "up",
  stop_loss: "neutral",
  liquidated: "down",
  operator: "neutral",
} as const;

export const historyColumns = (
  places: PlacesOf,
  onWhy: (position: ClosedPosition) => void,
): Column<ClosedPosition>[] => [
  {
    id: "contract",
    header: t("futures.contract"),
    cell: (row) => <ContractCell position={row} />,
  },
  {
    id: "size",
    header: t("futures.size"),
    cell: (row) => <SizeCell position={row} places={places} />,
    align: "right",
    show: "not-phone",
  },
  {
    id: "entry",
    header: t("futures.entry_price"),
    cell: (row) => cellPrice(row.opening_price, row, places),
    align: "right",
    show: "not-phone",
  },
  {
    id: "closing",
    header: t("futures.closing_price"),
    cell: (row) => cellPrice(row.closing_price, row, places),
    align: "right",
    show: "not-phone",
  },
  {
    id: "realised",
    header: t("futures.realised"),
    cell: (row) => <Change value={row.realised} valuePlaces={moneyPlaces} unit={quote} dense />,
    align: "right",
  },
  {
    id: "reason",
    header: t("futures.reason"),
    cell: (row) => (
      <span className={styles.reason}>
        <Chip tone={tones[row.reason]}>{t(`futures.reason_${reasonOf(row)}`)}</Chip>
        {row.liquidation && (
          <TextButton onClick={() => onWhy(row)}>{t("futures.why_liquidated")}</TextButton>
        )}
      </span>
    ),
  },
  {
    id: "time",
    header: t("futures.time"),
    cell: (row) => (row.end_date ? <Time at={row.end_date} style="table" /> : "—"),
    align: "right",
    show: "not-phone",
  },
];

export const fundingColumns = (): Column<FundingPayment>[] => [
  {
    id: "time",
    header: t("futures.time"),
    cell: (row) => <Time at={row.at} style="table" className={styles.quiet} />,
  },
  {
    id: "contract",
    header: t("futures.contract"),
    cell: (row) => <PairName name={pairOf(row)} />,
  },
  {
    id: "rate",
    header: t("futures.rate"),
    cell: (row) => formatPercent(multiply(row.rate, "100"), { places: fundingPlaces }),
    align: "right",
  },
  {
    id: "size",
    header: t("futures.size"),
    cell: (row) => <Amount value={row.size} places={moneyPlaces} unit={quote} />,
    align: "right",
    show: "not-phone",
  },
  {
    id: "amount",
    header: t("futures.funding_amount"),
    cell: (row) => (
      <span className={styles.reason}>
        {row.owed && <Chip tone="warning">{t("futures.funding_owed")}</Chip>}
        {row.reduced && <Chip tone="warning">{t("futures.funding_reduced")}</Chip>}
        {sign(row.unpaid) > 0 && <Unpaid amount={row.unpaid} />}
        <Change value={row.amount} valuePlaces={fundingPlaces} unit={quote} dense />
      </span>
    ),
    align: "right",
  },
];
