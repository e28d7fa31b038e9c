import { useEffect } from "react";
import { cx } from "../lib/cx";
import { useHomeCoins } from "../lib/pairs";
import { Link } from "../lib/router";
import { CoinIcon, PairName } from "../ui/coin";
import { Change, Price } from "../ui/number";
import styles from "./layout.module.css";

interface TickerStripProps {
  /** Whether prices are wanted now. */
  asked: boolean;
  /** Hears whether there are any. */
  onKnown: (known: boolean) => void;
  open: boolean;
}

/** The four home coins below the bar: it grows from 64 to 100 when the page is scrolled. */
export default function TickerStrip({ asked, onKnown, open }: TickerStripProps) {
  const pairs = useHomeCoins(asked).data?.coinpair.slice(0, 4) ?? [];
  const known = pairs.length > 0;
  useEffect(() => onKnown(known), [onKnown, known]);
  return (
    <div className={cx(styles.strip, open && styles["strip-open"])} inert={!open}>
      <div>
        <div className={styles.tickers}>
          {pairs.map((pair) => (
            <Link key={pair.id} to={`/trades/spot/${pair.name}`} className={styles.ticker}>
              <CoinIcon name={pair.name} image={pair.image} size={16} />
              <PairName name={pair.name} />
              <Price value={pair.close} places={pair.price_places} flash />
              <Change percent={pair.percent} dense />
            </Link>
          ))}
        </div>
      </div>
    </div>
  );
}
