// The columns of deposits and withdrawals, the same wherever they are listed.
import { places_of, type Decimal } from "../lib/decimal";
import { t } from "../lib/i18n";
import type { Deposit, Withdrawal } from "../lib/funds";
import { Chip } from "./chip";
import { CoinIcon } from "./coin";
import styles from "./fund_lists.module.css";
import { Amount, Time } from "./number";
import type { Column } from "./table";

const three_places = 3;
/** As many as the smallest deposit has: 0.000000001 ETH. */
const most_places = 9;

/** Three places, and more where an amount has them: a ten thousandth of a bitcoin is not 0.000. */
export const fund_places = (amount: Decimal): number =>
  Math.min(Math.max(three_places, places_of(amount)), most_places);

type Tone = "up" | "down" | "warning" | "neutral";

type States = Readonly<Record<string, { text: () => string; tone: Tone }>>;

const deposit_states: States = {
  APPROVED: { text: () => t("history.completed"), tone: "up" },
  PENDING: { text: () => t("history.pending"), tone: "warning" },
  // Dropped by its network, taken back, or too small.
  DECLINED: { text: () => t("history.not_credited"), tone: "down" },
};

export const deposit_state = (status: string): string => deposit_states[status]?.text() ?? status;

const withdrawal_states: States = {
  PROCEED: { text: () => t("history.completed"), tone: "up" },
  ONHOLD: { text: () => t("history.pending"), tone: "warning" },
  FREEZE: { text: () => t("history.freeze"), tone: "down" },
  FLOATING: { text: () => t("history.floating"), tone: "neutral" },
};

export const withdrawal_state = (state: string): string =>
  withdrawal_states[state]?.text() ?? state;

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

export const deposit_columns = (): Column<Deposit>[] => [
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
    cell: ({ recharge_status }) => (
      <Chip tone={deposit_states[recharge_status]?.tone ?? "neutral"}>
        {deposit_state(recharge_status)}
      </Chip>
    ),
  },
  {
    id: "amount",
    header: t("history.amount"),
    cell: ({ recharge_amount, coin }) => (
      <Amount
        value={recharge_amount}
        places={fund_places(recharge_amount)}
        unit={coin}
        className={styles.strong}
      />
    ),
    align: "right",
  },
];

export const withdrawal_columns = (): Column<Withdrawal>[] => [
  {
    id: "name",
    header: t("history.name"),
    cell: ({ client_wallet: { coin }, application_time }) => (
      <FundCoin name={coin.name} image={coin.image} at={application_time} />
    ),
    skeleton: 80,
  },
  {
    id: "date",
    header: t("history.date"),
    cell: ({ application_time }) => (
      <Time at={application_time} style="table" className={styles.quiet} />
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
      <Chip tone={withdrawal_states[state]?.tone ?? "neutral"}>{withdrawal_state(state)}</Chip>
    ),
  },
  {
    id: "amount",
    header: t("history.amount"),
    cell: ({ withdraw_amount, client_wallet: { coin } }) => (
      <Amount
        value={withdraw_amount}
        places={fund_places(withdraw_amount)}
        unit={coin.name}
        className={styles.strong}
      />
    ),
    align: "right",
  },
];
