// The columns of deposits and withdrawals, the same wherever they are listed.
import { placesOf, type Decimal } from "../lib/decimal";
import { t } from "../lib/i18n";
import type { Deposit, Withdrawal } from "../lib/funds";
import { Chip } from "./chip";
import { CoinIcon } from "./coin";
import styles from "./fund_lists.module.css";
import { Amount, Time } from "./number";
import type { Column } from "./table";

const threePlaces = 3;
/** As many as the smallest deposit has: 0.000000001 ETH. */
const mostPlaces = 9;

/** Three places, and more where an amount has them: a ten thousandth of a bitcoin is not 0.000. */
export const fundPlaces = (amount: Decimal): number =>
  Math.min(Math.max(threePlaces, placesOf(amount)), mostPlaces);

type Tone = "up" | "down" | "warning" | "neutral";

type States = Readonly<Record<string, { text: () => string; tone: Tone }>>;

const depositStates: States = {
  APPROVED: { text: () => t("history.completed"), tone: "up" },
  PENDING: { text: () => t("history.pending"), tone: "warning" },
  // Dropped by its network, taken back, or too small.
  DECLINED: { text: () => t("history.not_credited"), tone: "down" },
};

export const depositState = (status: string): string => depositStates[status]?.text() ?? status;

const withdrawalStates: States = {
  PROCEED: { text: () => t("history.completed"), tone: "up" },
  ONHOLD: { text: () => t("history.pending"), tone: "warning" },
  FREEZE: { text: () => t("history.freeze"), tone: "down" },
  FLOATING: { text: () => t("history.floating"), tone: "neutral" },
};

export const withdrawalState = (state: string): string => withdrawalStates[state]?.text() ?? state;

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

export const withdrawalColumns = (): Column<Withdrawal>[] => [
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
    cell: ({ address }) => (
      <span title={address} className={styles.address}>
        {shortened(address)}
      </span>
    ),
    show: "not-phone",
  },
  {
    id: "status",
    header: t("history.status"),
    cell: ({ state }) => (
      <Chip tone={withdrawalStates[state]?.tone ?? "neutral"}>{withdrawalState(state)}</Chip>
    ),
  },
  {
    id: "amount",
    header: t("history.amount"),
    cell: ({ withdraw_amount: withdrawAmount, client_wallet: { coin } }) => (
      <Amount
        value={withdrawAmount}
        places={fundPlaces(withdrawAmount)}
        unit={coin.name}
        className={styles.strong}
      />
    ),
    align: "right",
  },
];
