// The pair, its price and its day.
import { ArrowLeft, ChevronDown } from "lucide-react";
import { useState, type ComponentType } from "react";
import { useLocation, useNavigate } from "react-router";
import { cx } from "../../lib/cx";
import { sign, subtract } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { useToggleFavorite, type Pair } from "../../lib/pairs";
import { Link } from "../../lib/router";
import { useSession } from "../../lib/session";
import { useStatus } from "../../lib/status";
import { Chip, Pill } from "../../ui/chip";
import { CoinIcon, PairName } from "../../ui/coin";
import { Fact } from "../../ui/facts";
import { Amount, Change, Price, Short } from "../../ui/number";
import { ArrangeButton } from "../../ui/panel_grid";
import { FavoriteStar } from "../../ui/star";
import { Skeleton } from "../../ui/states";
import { CoinPicker } from "./coin_picker";
import styles from "./header.module.css";

/** Tells of the price; another feature's. */
export type AlertType = ComponentType<{ pair: Pair }>;

function Star({ pair }: { pair: Pair }) {
  const toggle = useToggleFavorite();
  const guest = useSession() === null;
  const navigate = useNavigate();
  const from = useLocation().pathname;
  // The press shows at once; the list that is fetched afterwards decides.
  const on = toggle.isPending ? pair.favorite === "" : pair.favorite !== "";
  return (
    <FavoriteStar
      name={pair.name}
      favorite={on}
      className={styles.star}
      onPress={() =>
        guest ? void navigate("/signin", { state: { from } }) : toggle.mutate(pair.coin_id)
      }
    />
  );
}

function PairButton({ coin, pair }: { coin: string; pair: Pair | undefined }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <h1 className={styles.name} data-tour="market">
        <button type="button" className={styles.pair} onClick={() => setOpen(true)}>
          <PairName name={coin} />
          <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" />
          <span className="hidden-but-read">{t("spot.choose_pair")}</span>
        </button>
        <span className={styles["full-name"]}>{pair?.full_name}</span>
      </h1>
      <CoinPicker now={pair} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

function Day({ pair }: { pair: Pair }) {
  const change = subtract(pair.close, pair.open);
  return (
    <dl className={styles.day}>
      <Fact className={styles["day-change"]} name={t("spot.day_change")}>
        <Change
          value={change}
          percent={pair.increase_in_value}
          valuePlaces={pair.price_places}
          dense
        />
      </Fact>
      <Fact name={t("spot.high")}>
        <Price value={pair.high} places={pair.price_places} />
      </Fact>
      <Fact name={t("spot.low")}>
        <Price value={pair.low} places={pair.price_places} />
      </Fact>
      <Fact name={t("spot.volume", { unit: pair.name })}>
        <Short value={pair.volume} />
      </Fact>
      <Fact name={t("spot.volume", { unit: "USDT" })}>
        <Short value={pair.volume_usdt} />
      </Fact>
    </dl>
  );
}

/** More digits than stand beside the day's figures on a phone. */
const longPrice = 9;

function Now({ pair, stale }: { pair: Pair; stale: boolean }) {
  const direction = sign(pair.increase_in_value);
  const tone = direction > 0 ? styles.up : direction < 0 ? styles.down : undefined;
  return (
    <div className={styles.now}>
      <div
        className={cx(
          styles.price,
          pair.close.length > longPrice && styles["price-long"],
          !stale && tone,
          stale && styles.stale,
        )}
        data-testid="last-price"
      >
        <Price value={pair.close} places={pair.price_places} />
      </div>
      <div className={styles.below}>
        {stale ? (
          <Chip tone="warning">{t("spot.stale")}</Chip>
        ) : (
          <>
            <span>
              ≈ $<Amount value={pair.close} places={2} />
            </span>
            <Change percent={pair.increase_in_value} dense className={styles["on-phones"]} />
          </>
        )}
      </div>
    </div>
  );
}

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
  const { coin, pair, arranging = false, onArrange } = props;
  const status = useStatus();
  return (
    <header className={styles.header}>
      <div className={styles.who}>
        <Link to="/markets/prices" className={styles.back} aria-label={t("spot.back")}>
          <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
        </Link>
        {pair && <Star pair={pair} />}
        <span className={styles.icon}>
          <CoinIcon name={coin} image={pair?.image} size={28} />
        </span>
        <PairButton coin={coin} pair={pair} />
        <span className={styles.pills}>
          {status?.market === "simulated" && <Pill dot>{t("shell.simulated")}</Pill>}
        </span>
      </div>
      {pair ? (
        <>
          <Now pair={pair} stale={props.stale} />
          <Day pair={pair} />
        </>
      ) : (
        <div className={styles.now}>
          <Skeleton width={120} height={22} />
        </div>
      )}
      <Ways coin={coin} pair={pair} Alert={props.Alert} />
      {onArrange && <ArrangeButton on={arranging} onPress={onArrange} />}
    </header>
  );
}
