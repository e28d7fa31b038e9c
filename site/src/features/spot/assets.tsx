// What the client has: the two coins of the pair first, then the largest others.
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { add, compare, divide, multiply, sum } from "../../lib/decimal";
import { formatPercent } from "../../lib/format";
import { t } from "../../lib/i18n";
import { balancesHidden, hideBalances } from "../../lib/preferences";
import { useSession } from "../../lib/session";
import { IconButton, TextLink } from "../../ui/button";
import { CoinIcon } from "../../ui/coin";
import { Fact, Facts } from "../../ui/facts";
import { Amount } from "../../ui/number";
import { Skeleton } from "../../ui/states";
import { TransferLink } from "../../ui/transfer_link";
import { useFunds, type Fund } from "./api";
import type { Rules } from "./order";
import styles from "./spot.module.css";

const quote = "USDT";
const shown = 4;

const nothing = (name: string): Fund => ({
  coin: { name, full_name: name, image: "" },
  wallet_balance: "0",
  freeze_balance: "0",
  usdt_value: "0",
});

/** The quote and the pair's coin, also when there is nothing of them; then by value. */
export function shownFunds(funds: readonly Fund[], coin: string): Fund[] {
  const pair = [quote, coin].map(
    (name) => funds.find((fund) => fund.coin.name === name) ?? nothing(name),
  );
  const others = funds
    .filter(({ coin: { name } }) => name !== quote && name !== coin)
    .sort((a, b) => compare(b.usdt_value, a.usdt_value));
  return [...pair, ...others].slice(0, shown);
}

/** What open orders reserve, in USDT. */
export const reserved = (funds: readonly Fund[]) =>
  sum(
    funds.map((fund) => {
      const whole = add(fund.wallet_balance, fund.freeze_balance);
      return divide(multiply(fund.usdt_value, fund.freeze_balance), whole, 8, "down");
    }),
  );

function Rows({ funds, hidden }: { funds: readonly Fund[]; hidden: boolean }) {
  return (
    <ul className={styles.funds}>
      {funds.map((fund) => (
        <li key={fund.coin.name}>
          <CoinIcon name={fund.coin.name} image={fund.coin.image} size={20} />
          {fund.coin.name}
          <span className={styles["fund-value"]}>
            {hidden ? (
              "••••••"
            ) : (
              <Amount value={fund.wallet_balance} places={fund.coin.name === quote ? 2 : 8} />
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

const percent = (rate: string) => formatPercent(multiply(rate, "100"), { signed: false });

export function Assets(props: { coin: string; rules: Rules | undefined; live: boolean }) {
  const funds = useFunds(props.live).data?.funds;
  const [hidden, setHidden] = useState(balancesHidden);
  const Icon = hidden ? EyeOff : Eye;
  const hide = () => {
    hideBalances(!hidden);
    setHidden(!hidden);
  };
  const level = useSession()?.client.membership_level;
  return (
    <section className={styles.assets} aria-label={t("spot.assets")}>
      <div className={styles["panel-head"]}>
        <h2>{t("spot.assets")}</h2>
        <span className={styles.wallet}>
          <TransferLink wish={{ from: "FUTURE", to: "SPOT" }}>{t("shell.transfer")}</TransferLink>
          <TextLink to="/wallet">{t("shell.wallet")}</TextLink>
        </span>
        <IconButton
          label={t(hidden ? "spot.show_balances" : "spot.hide_balances")}
          aria-pressed={hidden}
          onClick={hide}
        >
          <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      </div>
      {!funds && (
        <ul className={styles.funds}>
          {Array.from({ length: shown }, (_, row) => (
            <li key={row}>
              <Skeleton height={14} />
            </li>
          ))}
        </ul>
      )}
      {funds && (
        <>
          <Rows funds={shownFunds(funds, props.coin)} hidden={hidden} />
          <Facts className={styles.facts}>
            <Fact name={t("spot.in_open_orders")}>
              {hidden ? "••••••" : <Amount value={reserved(funds)} places={2} unit={quote} />}
            </Fact>
            {props.rules && (
              <Fact name={t("spot.fee_tier")}>
                {level === "NO_BADGE" ? t("shell.no_badge") : level} ·{" "}
                {percent(props.rules.maker_fee)} / {percent(props.rules.taker_fee)}
              </Fact>
            )}
          </Facts>
        </>
      )}
    </section>
  );
}
