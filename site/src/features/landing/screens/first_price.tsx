import { useAllPairs } from "../../../lib/pairs";
import { PairName } from "../../../ui/coin";
import { Price } from "../../../ui/number";
import styles from "./landing.module.css";

/** In the figure's gap: what the best known market is at. */
export default function FirstPrice() {
  const pairs = useAllPairs().data?.coinpair;
  const first = pairs?.find((pair) => pair.name === "BTC") ?? pairs?.[0];
  if (!first) return null;
  return (
    <p className={styles.spread}>
      <i aria-hidden="true" />
      <PairName name={first.name} />
      <Price value={first.close} places={first.price_places} />
    </p>
  );
}
