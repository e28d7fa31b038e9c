// The pair, its price and its day.
import type { ComponentType } from "react";
import { subtract } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import type { Pair } from "../../lib/pairs";
import { Link } from "../../lib/router";
import { MarketHeader } from "../../market/header";
import { StarButton } from "../../market/star_button";
import { Fact } from "../../ui/facts";
import { Amount, Change, Price, Short } from "../../ui/number";
import { CoinPicker } from "./coin_picker";
import styles from "./header.module.css";

/** Tells of the price; another feature's. */
export type AlertType = ComponentType<{ pair: Pair }>;

function Day({ pair }: { pair: Pair }) {
  const change = subtract(pair.close, pair.open);
  return (
    <>
      <Fact className={styles["day-change"]} name={t("spot.day_change")}>
        <Change
          value={change}
          percent={pair.increase_in_value}
          valuePlaces={pair.price_places}
          dense
        />
      </Fact>
      <Fact name={t("market.high")}>
        <Price value={pair.high} places={pair.price_places} />
      </Fact>
      <Fact name={t("market.low")}>
        <Price value={pair.low} places={pair.price_places} />
      </Fact>
      <Fact name={t("spot.volume", { unit: pair.name })}>
        <Short value={pair.volume} />
      </Fact>
      <Fact name={t("spot.volume", { unit: "USDT" })}>
        <Short value={pair.volume_usdt} />
      </Fact>
    </>
  );
}

const Below = ({ pair }: { pair: Pair }) => (
  <>
    <span>
      ≈ $<Amount value={pair.close} places={2} />
    </span>
    <Change percent={pair.increase_in_value} dense className={styles["on-phones"]} />
  </>
);

/** Where else this coin is traded and told of; the chart's page has what this one has. */
function Ways({ coin, pair, Alert }: { coin: string; pair: Pair | undefined; Alert: AlertType }) {
  return (
    <span className={styles.ways}>
      <nav className={styles.toggle} aria-label={t("spot.kind")}>
        <span aria-current="page">{t("spot.spot")}</span>
        <Link to="/wallet/convert">{t("spot.convert")}</Link>
      </nav>
      <Link to={`/trades/trade-chart/${coin}`}>{t("spot.chart_page")}</Link>
      <Link to="/markets/trading_data">{t("spot.trading_data_page")}</Link>
      {pair && <Alert pair={pair} />}
    </span>
  );
}

export function Header(props: {
  coin: string;
  pair: Pair | undefined;
  stale: boolean;
  Alert: AlertType;
  /** Of the panels below, where there are some to arrange. */
  arranging?: boolean;
  onArrange?: () => void;
}) {
  const { coin, pair, stale } = props;
  return (
    <MarketHeader
      coin={coin}
      image={pair?.image}
      kind={pair?.full_name}
      choose={t("spot.choose_pair")}
      picker={(onClose) => <CoinPicker now={pair} onClose={onClose} />}
      star={pair && <StarButton pair={pair} className={styles.star} />}
      now={
        pair && {
          price: pair.close,
          places: pair.price_places,
          change: pair.increase_in_value,
          stale,
        }
      }
      below={pair && <Below pair={pair} />}
      day={pair && <Day pair={pair} />}
      arranging={props.arranging}
      onArrange={props.onArrange}
    >
      <Ways coin={coin} pair={pair} Alert={props.Alert} />
    </MarketHeader>
  );
}
