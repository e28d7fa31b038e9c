// The columns of the client's positions, closed positions and funding.
import { Plus } from "lucide-react";
import { Link } from "react-router";
import { cx } from "../../lib/cx";
import { multiply, trim_zeros, type Decimal } from "../../lib/decimal";
import { format_percent } from "../../lib/format";
import { t } from "../../lib/i18n";
import { Button, IconButton, TextButton } from "../../ui/button";
import { Chip } from "../../ui/chip";
import { CoinIcon, PairName } from "../../ui/coin";
import { Amount, Change, Price, Time } from "../../ui/number";
import type { Column } from "../../ui/table";
import type { ClosedPosition, FundingPayment, Position } from "./contract";
import styles from "./positions.module.css";

const quote = "USDT";
const money_places = 2;
const funding_places = 4;

/** How many places prices and quantities of a contract have; undefined where it is not known. */
export type PlacesOf = (pair: string) => { price: number; quantity: number } | undefined;

export type Act = "close" | "margin" | "targets";
export type OnAct = (act: Act, position: Position) => void;

export const coin_of = (pair: string): string =>
  pair.endsWith(quote) ? pair.slice(0, -quote.length) : pair;
const pair_of = (row: { coin_pair: { pair_name: string } }): string => row.coin_pair.pair_name;
const is_long = (position: Position): boolean => position.delegate_type === "BUY_MORE";

interface ContractProps {
  position: Position;
  /** Where its name leads. */
  to?: string | undefined;
}

export function ContractCell({ position, to }: ContractProps) {
  const long = is_long(position);
  const coin = coin_of(pair_of(position));
  return (
    <span className={cx(styles.contract, long ? styles.long : styles.short)}>
      <CoinIcon name={coin} image={position.coin_pair.image} size={20} />
      <span>
        <span className={styles.pair}>
          {to ? (
            <Link to={to}>
              <PairName name={coin} />
            </Link>
          ) : (
            <PairName name={coin} />
          )}
        </span>
        <span className={styles.terms}>
          <span className={styles.side}>{t(long ? "futures.long" : "futures.short")}</span>{" "}
          {`${position.leverage}×`} {t("futures.isolated")}
        </span>
      </span>
    </span>
  );
}

/** Short positions stand with a minus, as they gain when the price falls. */
export function SizeCell({ position, places }: { position: Position; places: PlacesOf }) {
  const sign = is_long(position) ? "" : "-";
  return (
    <Amount
      value={`${sign}${position.quantity}`}
      places={places(pair_of(position))?.quantity}
      unit={coin_of(pair_of(position))}
    />
  );
}

const cell_price = (value: Decimal | null, row: Position, places: PlacesOf) => (
  <Price value={value} places={places(pair_of(row))?.price} />
);

export function ProfitCell({ value, roe }: { value: Decimal; roe: Decimal }) {
  return (
    <span className={styles.profit}>
      <Change value={value} value_places={money_places} unit={quote} dense />
      <span className={styles.roe}>
        <Change percent={roe} dense className={styles["roe-change"]} />
      </span>
    </span>
  );
}

const Target = ({ value }: { value: Decimal | null }) =>
  value ? <Amount value={trim_zeros(value)} /> : "—";

export function TargetsCell({ position, on_act }: { position: Position; on_act: OnAct }) {
  const { take_profit, stop_loss } = position;
  const set = take_profit !== null || stop_loss !== null;
  const label = t("futures.change_targets", { pair: pair_of(position) });
  return (
    <TextButton
      className={set ? styles.targets : undefined}
      title={label}
      onClick={() => on_act("targets", position)}
    >
      {set ? (
        <>
          <Target value={take_profit} /> / <Target value={stop_loss} />
        </>
      ) : (
        t("futures.set_targets")
      )}
      <span className="hidden-but-read">, {label}</span>
    </TextButton>
  );
}

export function Actions({ position, on_act }: { position: Position; on_act: OnAct }) {
  const pair = pair_of(position);
  if (position.state !== "OPEN") return <Chip tone="warning">{t("futures.closing")}</Chip>;
  return (
    <Button
      size="xs"
      aria-label={t("futures.close_position", { pair })}
      onClick={() => on_act("close", position)}
    >
      {t("futures.close")}
    </Button>
  );
}

/** The margin, and the way to add some. */
export function MarginCell({ position, on_act }: { position: Position; on_act: OnAct }) {
  return (
    <span className={styles.margin}>
      <Amount value={position.margin} places={money_places} />
      {position.state === "OPEN" && (
        <IconButton
          label={t("futures.add_margin_to", { pair: pair_of(position) })}
          className={styles.add}
          onClick={() => on_act("margin", position)}
        >
          <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      )}
    </span>
  );
}

/** Where a position leads; nowhere where its own contract is on the screen. */
export type AddressOf = (position: Position) => string;

export const position_columns = (
  places: PlacesOf,
  on_act: OnAct,
  address_of?: AddressOf,
): Column<Position>[] => [
  {
    id: "contract",
    header: t("futures.contract"),
    cell: (row) => <ContractCell position={row} to={address_of?.(row)} />,
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
    cell: (row) => cell_price(row.opening_price, row, places),
    align: "right",
  },
  {
    id: "mark",
    header: t("futures.mark"),
    cell: (row) => cell_price(row.current_price, row, places),
    align: "right",
  },
  {
    id: "liquidation",
    header: t("futures.liq_price"),
    cell: (row) => (
      <span className={styles.liquidation}>{cell_price(row.liquidation_price, row, places)}</span>
    ),
    align: "right",
  },
  {
    id: "margin",
    header: t("futures.margin_usdt"),
    cell: (row) => <MarginCell position={row} on_act={on_act} />,
    align: "right",
  },
  {
    id: "ratio",
    header: t("futures.margin_ratio"),
    cell: (row) => format_percent(row.margin_ratio, { signed: false }),
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
    cell: (row) => <TargetsCell position={row} on_act={on_act} />,
  },
  {
    id: "actions",
    header: <span className="hidden-but-read">{t("futures.actions")}</span>,
    cell: (row) => <Actions position={row} on_act={on_act} />,
    align: "right",
  },
];

const tones = {
  closed: "neutral",
  take_profit: "up",
  stop_loss: "neutral",
  liquidated: "down",
  operator: "neutral",
} as const;

export const history_columns = (
  places: PlacesOf,
  on_why: (position: ClosedPosition) => void,
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
    cell: (row) => cell_price(row.opening_price, row, places),
    align: "right",
    show: "not-phone",
  },
  {
    id: "closing",
    header: t("futures.closing_price"),
    cell: (row) => cell_price(row.closing_price, row, places),
    align: "right",
    show: "not-phone",
  },
  {
    id: "realised",
    header: t("futures.realised"),
    cell: (row) => <Change value={row.realised} value_places={money_places} unit={quote} dense />,
    align: "right",
  },
  {
    id: "reason",
    header: t("futures.reason"),
    cell: (row) => (
      <span className={styles.reason}>
        <Chip tone={tones[row.reason]}>{t(`futures.reason_${row.reason}`)}</Chip>
        {row.liquidation && (
          <TextButton onClick={() => on_why(row)}>{t("futures.why_liquidated")}</TextButton>
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

export const funding_columns = (): Column<FundingPayment>[] => [
  {
    id: "time",
    header: t("futures.time"),
    cell: (row) => <Time at={row.at} style="table" className={styles.quiet} />,
  },
  {
    id: "contract",
    header: t("futures.contract"),
    cell: (row) => <PairName name={pair_of(row)} />,
  },
  {
    id: "rate",
    header: t("futures.rate"),
    cell: (row) => format_percent(multiply(row.rate, "100"), { places: funding_places }),
    align: "right",
  },
  {
    id: "size",
    header: t("futures.size"),
    cell: (row) => <Amount value={row.size} places={money_places} unit={quote} />,
    align: "right",
    show: "not-phone",
  },
  {
    id: "amount",
    header: t("futures.funding_amount"),
    cell: (row) => (
      <span className={styles.reason}>
        {row.owed && <Chip tone="warning">{t("futures.funding_owed")}</Chip>}
        <Change value={row.amount} value_places={funding_places} unit={quote} dense />
      </span>
    ),
    align: "right",
  },
];
