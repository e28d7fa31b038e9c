// The site as it stands on a phone, with the market's own figures.
import { t } from "../../../lib/i18n";
import { byVolume, type Pair } from "../../../lib/pairs";
import { CoinIcon, PairName, Sparkline } from "../../../ui/coin";
import { Change, Price, Short } from "../../../ui/number";
import { useHours, type Candle } from "../api";
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

function Candles({ candles }: { candles: readonly Candle[] }) {
  const low = Math.min(...candles.map((candle) => candle[2]));
  const high = Math.max(...candles.map((candle) => candle[3]));
  const y = (price: number) => 6 + ((high - price) / (high - low || 1)) * (height - 12);
  const step = width / hours;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={styles.chart}>
      {[0.2, 0.4, 0.6, 0.8].map((at) => (
        <path key={at} d={`M0 ${height * at}H${width}`} stroke="var(--line)" />
      ))}
      {candles.map(([open, close, least, most], index) => {
        const x = (index + 0.5) * step;
        const [top, bottom] = [y(Math.max(open, close)), y(Math.min(open, close))];
        const up = close >= open;
        return (
          <g key={index} stroke={up ? "var(--up)" : "var(--dn)"}>
            <path d={`M${x} ${y(most)}V${top}M${x} ${bottom}V${y(least)}`} />
            <rect
              x={x - 1.6}
              y={top}
              width="3.2"
              height={Math.max(bottom - top, 0.6)}
              fill={up ? "var(--canvas)" : "var(--dn)"}
            />
          </g>
        );
      })}
    </svg>
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
          {candles && candles.length > 1 && <Candles candles={candles} />}
        </>
      )}
    </div>
  );
}
