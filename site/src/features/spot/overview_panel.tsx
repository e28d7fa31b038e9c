// What is known of the coin, and who bought and sold it today by the size of the trade.
import { useQuery } from "@tanstack/react-query";
import { get } from "../../lib/api";
import type { Schemas } from "../../lib/calls";
import { cx } from "../../lib/cx";
import { isDecimal, type Decimal } from "../../lib/decimal";
import { formatNumber, formatPercent, formatShort, formatTime } from "../../lib/format";
import { t } from "../../lib/i18n";
import { Chip } from "../../ui/chip";
import { CoinIcon } from "../../ui/coin";
import { Fact } from "../../ui/facts";
import { Short } from "../../ui/number";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states";
import styles from "./overview.module.css";
import { slicesOf, sizes, type Trading } from "./trading_data";

/** Facts of a coin; each null when nobody knows it. */
type Profile = Schemas["CoinProfile"]["coin_profile"];

const refreshMs = 60_000;

const useProfile = (coin: string) =>
  useQuery({
    queryKey: ["coin-profile", coin],
    queryFn: ({ signal }) => get("/api/v3/coin-profile", { name: coin }, signal),
    refetchInterval: refreshMs,
  });

const unknown = () => t("spot.not_available");
const money = (value: Decimal | null) => (isDecimal(value) ? `$${formatShort(value)}` : unknown());
const price = (value: Decimal | null) => (isDecimal(value) ? `$${formatNumber(value)}` : unknown());
const supply = (value: Decimal | null, coin: string) =>
  isDecimal(value) ? `${formatNumber(value, { places: 0 })} ${coin}` : unknown();

const factsOf = (profile: Profile, coin: string): [string, string][] => [
  [t("spot.market_cap"), money(profile.market_cap)],
  [
    t("spot.market_dominance"),
    isDecimal(profile.market_dominance)
      ? formatPercent(profile.market_dominance, { signed: false })
      : unknown(),
  ],
  [t("spot.circulating_supply"), supply(profile.circulating_supply, coin)],
  [t("spot.max_supply"), supply(profile.max_supply, coin)],
  [t("spot.total_supply"), supply(profile.total_supply, coin)],
  [t("spot.issue_date"), profile.issue_date ? formatTime(profile.issue_date, "date") : unknown()],
  [t("spot.all_time_high"), price(profile.all_time_high)],
  [t("spot.all_time_low"), price(profile.all_time_low)],
];

const ring = 15.915; // a circumference of 100

function Pie({ trading }: { trading: Trading }) {
  return (
    <svg viewBox="0 0 42 42" className={styles.pie} aria-hidden="true">
      {slicesOf(trading).map(({ size, side, from, part }) => (
        <circle
          key={`${size}-${side}`}
          cx="21"
          cy="21"
          r={ring}
          pathLength="100"
          className={cx(styles[side], size !== "large" && styles[size])}
          strokeDasharray={`${part} ${100 - part}`}
          strokeDashoffset={25 - from}
        />
      ))}
    </svg>
  );
}

function TradingData({ trading }: { trading: Trading }) {
  if (slicesOf(trading).length === 0) {
    return <EmptyState compact title={t("spot.no_trading_data")} />;
  }
  return (
    <div className={styles.trading}>
      <Pie trading={trading} />
      <table className={styles.table}>
        <caption>{t("spot.trading_data")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("spot.trade_size")}</th>
            <th scope="col">{t("spot.buys")}</th>
            <th scope="col">{t("spot.sells")}</th>
          </tr>
        </thead>
        <tbody>
          {sizes.map((size) => (
            <tr key={size}>
              <th scope="row">{t(`spot.size_${size}`)}</th>
              {(["buy", "sell"] as const).map((side) => (
                <td key={side}>
                  <span
                    className={cx(styles.key, styles[side], size !== "large" && styles[size])}
                    aria-hidden="true"
                  />
                  <Short value={trading[size][side]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function OverviewPanel(props: {
  coin: string;
  name: string | undefined;
  image: string | undefined;
}) {
  const { coin } = props;
  const query = useProfile(coin);
  const profile = query.data?.coin_profile;
  if (query.error && !query.data) {
    return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />;
  }
  return (
    <section className={styles.overview} aria-label={t("spot.about", { coin })} tabIndex={0}>
      <header className={styles.head}>
        <CoinIcon name={coin} image={props.image} size={40} />
        <div>
          <h2 className={styles.title}>{props.name ?? coin}</h2>
          <p className={styles.code}>{coin}</p>
        </div>
        {profile && (
          <span className={styles.rank}>
            <Chip>{t("spot.rank", { n: profile.ranking ?? unknown() })}</Chip>
          </span>
        )}
      </header>
      <p className={styles.intro}>
        {profile ? (profile.intro ?? t("spot.no_intro")) : <Skeleton height={14} />}
      </p>
      <div className={styles.parts}>
        <dl className={styles.facts} aria-busy={!profile}>
          {profile
            ? factsOf(profile, coin).map(([name, value]) => (
                <Fact key={name} name={name}>
                  {value}
                </Fact>
              ))
            : Array.from({ length: 8 }, (_, row) => (
                <div key={row}>
                  <Skeleton height={14} />
                </div>
              ))}
        </dl>
        {query.data && <TradingData trading={query.data.trading} />}
      </div>
    </section>
  );
}
