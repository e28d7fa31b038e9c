// The columns of deposits and withdrawals, the same wherever they are listed.
import { ChevronRight } from "lucide-react";
import { isZero, placesOf, trimZeros, type Decimal } from "../lib/decimal";
import { formatNumber } from "../lib/format";
import { t, textOr } from "../lib/i18n";
import type { Deposit, Withdrawal } from "../lib/funds";
import { IconButton } from "./button";
import { Chip } from "./chip";
import { CoinIcon } from "./coin";
import styles from "./fund_lists.module.css";
import { Amount, Time } from "./number";
import { leadsOn, type Column } from "./table";

const threePlaces = 3;
/** As many as the smallest deposit has: 0.000000001 ETH. */
const mostPlaces = 9;

/** Three places, and more where an amount has them: a ten thousandth of a bitcoin is not 0.000. */
export const fundPlaces = (amount: Decimal): number =>
  Math.min(Math.max(threePlaces, placesOf(amount)), mostPlaces);

type Tone = "up" | "down" | "warning" | "accent" | "neutral";

type States = Readonly<Record<string, { text: () => string; tone: Tone }>>;

const depositStates: States = {
  APPROVED: { text: () => t("history.completed"), tone: "up" },
  PENDING: { text: () => t("history.pending"), tone: "warning" },
  // Dropped by its network, taken back, or too small.
  DECLINED: { text: () => t("history.not_credited"), tone: "down" },
};

export const depositState = (status: string): string => depositStates[status]?.text() ?? status;

const withdrawalTones: Readonly<Record<string, Tone>> = {
  PROCEED: "up",
  ONHOLD: "warning",
  FREEZE: "down",
  FLOATING: "accent",
};

export const withdrawalState = (state: string): string => textOr(`withdraw.state_${state}`, state);
export const withdrawalTone = (state: string): Tone => withdrawalTones[state] ?? "neutral";

export const coinOf = (one: Withdrawal): string => one.client_wallet.coin.name;

/** What its controls are called by. */
export const named = (one: Withdrawal) => ({
  amount: formatNumber(trimZeros(one.withdraw_amount)),
  coin: coinOf(one),
});

/** The network took it, but its recipient did not: only the fee is gone. */
export const failedThere = (one: Withdrawal): boolean => !isZero(one.fee_kept);

/** How far it has come, in words. */
export function stageText(one: Withdrawal): string {
  if (one.state === "ONHOLD") return t("withdraw.stage_REVIEW");
  if (failedThere(one)) return t("withdraw.stage_FAILED");
  return t(`withdraw.stage_${one.stage}`);
}

/** On phones the time stands here, too: it has no column there. */
function FundCoin({ name, image, at }: { name: string; image: string; at: string }) {
  return (
    <span className={styles.coin}>
      <CoinIcon name={name} image={image} size={24} />
      <span>
        {name}
        <Time at={at} style="table" className={styles.below} />
      </span>
    </span>
  );
}

/** "0x1234…abcd"; the whole of it in the title. */
const shortened = (address: string) =>
  address.length > 16 ? `${address.slice(0, 8)}…${address.slice(-6)}` : address;

export const depositColumns = (): Column<Deposit>[] => [
  {
    id: "name",
    header: t("history.name"),
    cell: ({ coin, image, date }) => <FundCoin name={coin} image={image} at={date} />,
    skeleton: 80,
  },
  {
    id: "date",
    header: t("history.date"),
    cell: ({ date }) => <Time at={date} style="table" className={styles.quiet} />,
    show: "not-phone",
  },
  {
    id: "status",
    header: t("history.status"),
    cell: ({ recharge_status: rechargeStatus }) => (
      <Chip tone={depositStates[rechargeStatus]?.tone ?? "neutral"}>
        {depositState(rechargeStatus)}
      </Chip>
    ),
  },
  {
    id: "amount",
    header: t("history.amount"),
    cell: ({ recharge_amount: rechargeAmount, coin }) => (
      <Amount
        value={rechargeAmount}
        places={fundPlaces(rechargeAmount)}
        unit={coin}
        className={styles.strong}
      />
    ),
    align: "right",
  },
];

/** `onOpen` shows one with all that is known of it. */
export const withdrawalColumns = (onOpen: (one: Withdrawal) => void): Column<Withdrawal>[] => [
  {
    id: "name",
    header: t("history.name"),
    cell: ({ client_wallet: { coin }, application_time: applicationTime }) => (
      <FundCoin name={coin.name} image={coin.image} at={applicationTime} />
    ),
    skeleton: 80,
  },
  {
    id: "date",
    header: t("history.date"),
    cell: ({ application_time: applicationTime }) => (
      <Time at={applicationTime} style="table" className={styles.quiet} />
    ),
    show: "not-phone",
  },
  {
    id: "address",
    header: t("history.address"),
    cell: ({ address, label, network }) => (
      <span className={styles.stack}>
        {label ?? (
          <span title={address} className={styles.address}>
            {shortened(address)}
          </span>
        )}
        <span className={styles.small}>{network}</span>
      </span>
    ),
    show: "not-phone",
  },
  {
    id: "status",
    header: t("history.status"),
    cell: (one) => (
      <span className={styles.stack}>
        <Chip tone={withdrawalTone(one.state)}>{withdrawalState(one.state)}</Chip>
        <span className={styles.small} title={one.reason ?? undefined}>
          {stageText(one)}
        </span>
      </span>
    ),
  },
  {
    id: "fee",
    header: t("withdraw.network_fee"),
    cell: (one) => (
      <Amount
        value={trimZeros(one.state === "FREEZE" ? one.fee_kept : one.fee)}
        unit={coinOf(one)}
        className={styles.quiet}
      />
    ),
    align: "right",
    show: "wide",
  },
  {
    id: "amount",
    header: t("history.amount"),
    cell: ({ withdraw_amount: withdrawAmount, client_wallet: { coin } }) => (
      <Amount
        value={withdrawAmount}
        places={fundPlaces(withdrawAmount)}
        unit={<span className={styles.unit}>{coin.name}</span>}
        className={styles.strong}
      />
    ),
    align: "right",
  },
  {
    id: "details",
    header: <span className="hidden-but-read">{t("withdraw.dialog")}</span>,
    cell: (one) => (
      <IconButton
        {...leadsOn}
        label={t("withdraw.show_details", named(one))}
        onClick={() => onOpen(one)}
      >
        <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
    ),
    align: "right",
    width: 48,
    stays: true,
  },
];
