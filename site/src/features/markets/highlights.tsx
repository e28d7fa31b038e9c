// The three cards above the table.
import { Activity, TrendingDown, TrendingUp } from "lucide-react";
import { t } from "../../lib/i18n";
import { highlights } from "../../market/groups";
import { CoinIcon } from "../../ui/coin";
import { Change, Price } from "../../ui/number";
import { Skeleton } from "../../ui/states";
import type { Pair } from "../../lib/pairs";
import { Link } from "../../lib/router";
import styles from "./markets.module.css";

const cards = [
  { id: "top_gainers", Icon: TrendingUp },
  { id: "most_traded", Icon: Activity },
  { id: "top_losers", Icon: TrendingDown },
] as const;

function Row({ pair }: { pair: Pair }) {
  return (
    <li>
      <Link to={`/trades/trade-chart/${pair.name}`} className={styles["card-row"]}>
        <CoinIcon name={pair.name} image={pair.image} size={20} />
        <span className={styles["card-name"]}>{pair.name}</span>
        <Price value={pair.close} tick={pair.tick} className={styles["card-price"]} />
        <Change percent={pair.increase_in_value} dense className={styles["card-change"]} />
      </Link>
    </li>
  );
}

export function Highlights({ pairs }: { pairs: readonly Pair[] | undefined }) {
  const lists = pairs && highlights(pairs);
  return (
    <div className={styles.cards}>
      {cards.map(({ id, Icon }) => (
        <section key={id} className={styles.card} aria-label={t(`markets.${id}`)}>
          <h2 className={styles["card-title"]}>
            <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
            {t(`markets.${id}`)}
          </h2>
          <ul>
            {lists
              ? lists[id].map((pair) => <Row key={pair.id} pair={pair} />)
              : [0, 1, 2].map((row) => (
                  <li key={row} className={styles["card-row"]}>
                    <Skeleton height={14} />
                  </li>
                ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
