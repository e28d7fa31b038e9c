// The site as it stands on a phone, with the market's own figures.
import { t } from "../../../lib/i18n";
import { byVolume, type Pair } from "../../../lib/pairs";
import { CoinIcon, PairName, Sparkline } from "../../../ui/coin";
import { Change, Price, Short } from "../../../ui/number";
import { useHours } from "../api";
import { Candles } from "./candles";
import styles from "./phones.module.css";

const rows = 8;
const hours = 44;
const width = 232;
const height = 190;

export function MarketsPhone({ pairs }: { pairs: readonly Pair[] | undefined }) {
  return (
    <div className={styles.phone}>
      <b className={styles.title}>{t("landing_more.phone_markets")}</b>
      <ul className={styles.rows}>
        {pairs &&
          [...pairs]
            .sort(byVolume)
            .slice(0, rows)
            .map((pair) => (
              <li key={pair.id}>
                <CoinIcon name={pair.name} image={pair.image} size={20} />
                <PairName name={pair.name} />
                <Sparkline values={pair.sparkline} width={36} height={16} />
                <span className={styles.figures}>
                  <Price value={pair.close} tick={pair.tick} />
                  <Change percent={pair.percent} dense />
                </span>
              </li>
            ))}
      </ul>
    </div>
  );
}

export function MarketPhone({ pair }: { pair: Pair | undefined }) {
  const candles = useHours(pair?.coin_pair_name ?? "BTCUSDT", hours);
  return (
    <div className={styles.phone}>
      {pair && (
        <>
          <span className={styles.pair}>
            <CoinIcon name={pair.name} image={pair.image} size={16} />
            <PairName name={pair.name} />
          </span>
          <div className={styles.quote}>
            <div>
              <Price value={pair.close} tick={pair.tick} className={styles.price} />
              <Change percent={pair.percent} dense />
            </div>
            <dl>
              <dt>{t("landing_more.phone_high")}</dt>
              <dd>
                <Price value={pair.high} tick={pair.tick} />
              </dd>
              <dt>{t("landing_more.phone_low")}</dt>
              <dd>
                <Price value={pair.low} tick={pair.tick} />
              </dd>
              <dt>{t("landing_more.phone_volume")}</dt>
              <dd>
                <Short value={pair.volume_usdt} />
              </dd>
            </dl>
          </div>
          <div className={styles.tabs}>
            <b>{t("landing_more.phone_chart")}</b>
            <span>{t("landing_more.phone_book")}</span>
            <span>{t("landing_more.phone_trades")}</span>
          </div>
          {candles && candles.length > 1 && (
            <Candles
              candles={candles}
              slots={hours}
              width={width}
              height={height}
              className={styles.chart}
            />
          )}
        </>
      )}
    </div>
  );
}
