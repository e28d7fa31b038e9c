// Parts of the forms that trade, and of the questions before what they send.
import { useState, type ReactNode } from "react";
import { cx } from "../lib/cx";
import type { Decimal } from "../lib/decimal";
import { t } from "../lib/i18n";
import { asksFirst, useTradingLock } from "../lib/trading_lock";
import { CoinIcon } from "../ui/coin";
import { Facts } from "../ui/facts";
import { Input } from "../ui/input";
import styles from "./ticket.module.css";

/** In the place of a price: whatever the market asks or bids. */
export const MarketPrice = () => (
  <Input
    label={t("market.price")}
    layout="inside"
    value={t("market.market_price")}
    onValue={() => undefined}
    disabled
    unit="USDT"
  />
);

/** What it will come to, below the button. */
export const Costs = (props: { children: ReactNode; className?: string | undefined }) => (
  <Facts className={cx(styles.costs, props.className)}>{props.children}</Facts>
);

/** What is asked about before it is sent; null when nothing is. */
export function useConfirming<Draft>() {
  const [confirming, setConfirming] = useState<Draft | null>(null);
  const [atOnce, setAtOnce] = useState(false);
  const lock = useTradingLock();
  return {
    confirming,
    /** Trading is unlocked, and the client wants no question about so little. */
    atOnce,
    ask: (draft: Draft, total: Decimal | null) => {
      if (confirming !== null) return;
      setAtOnce(lock.open && !asksFirst(lock.choices, total));
      setConfirming(draft);
    },
    end: () => setConfirming(null),
  };
}

interface ActProps {
  coin: string;
  image: string | undefined;
  tone: "buy" | "sell";
  /** "Buy" */
  verb: string;
  /** How much. */
  children: ReactNode;
  terms: readonly string[];
}

/** What the question is about. */
export const Act = ({ coin, image, tone, verb, children, terms }: ActProps) => (
  <div className={styles.act}>
    <CoinIcon name={coin} image={image} size={36} />
    <div>
      <p className={styles.what}>
        <span className={styles[tone]}>{verb}</span> {children} {coin}
      </p>
      <p className={styles.terms}>{terms.join(" · ")}</p>
    </div>
  </div>
);
