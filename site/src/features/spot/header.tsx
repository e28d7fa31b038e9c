// The pair, its price and its day.
import { Ellipsis, Search } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { useNavigate } from "react-router";
import { subtract } from "../../lib/decimal";
import { askOverlay } from "../../lib/hotkeys";
import { t } from "../../lib/i18n";
import type { Pair } from "../../lib/pairs";
import { askPriceAlert, priceAlertsOf } from "../../lib/price_alert";
import { Link } from "../../lib/router";
import { useSession } from "../../lib/session";
import { MarketHeader } from "../../market/header";
import { StarButton } from "../../market/star_button";
import { IconButton } from "../../ui/button";
import { Fact } from "../../ui/facts";
import { Menu, MenuButton, MenuLink } from "../../ui/menu";
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

function Toggle() {
  return (
    <nav className={styles.toggle} aria-label={t("spot.kind")}>
      <span aria-current="page">{t("spot.spot")}</span>
      <Link to="/wallet/convert">{t("spot.convert")}</Link>
    </nav>
  );
}

const chartOf = (coin: string) => `/trades/trade-chart/${coin}`;
const dataPage = "/markets/trading_data";

interface WaysProps {
  coin: string;
  pair: Pair | undefined;
}

/** Where else this coin is traded and told of; the chart's page has what this one has. */
export function Ways({ coin, pair, Alert }: WaysProps & { Alert: AlertType }) {
  return (
    <span className={styles.ways}>
      <Toggle />
      <Link to={chartOf(coin)}>{t("spot.chart_page")}</Link>
      <Link to={dataPage}>{t("spot.trading_data_page")}</Link>
      {pair && <Alert pair={pair} />}
    </span>
  );
}

/** The same on a phone, behind one button of its bar, and the search. */
export function PhoneTools({ coin, pair }: WaysProps) {
  const guest = useSession() === null;
  const navigate = useNavigate();
  const alert = (name: string) => {
    if (!askPriceAlert(name)) void navigate(priceAlertsOf(name));
  };
  return (
    <>
      <IconButton label={t("shell.search")} onClick={() => askOverlay("search")}>
        <Search size={20} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
      <Menu
        label={t("spot.more")}
        buttonClass={styles.more}
        button={<Ellipsis size={20} strokeWidth={1.5} aria-hidden="true" />}
        head={<Toggle />}
      >
        {(close) => (
          <>
            {pair && !guest && (
              <MenuButton close={close} act={() => alert(pair.coin_pair_name)}>
                {t("price_alerts.button")}
              </MenuButton>
            )}
            <MenuLink to={chartOf(coin)} close={close}>
              {t("spot.chart_page")}
            </MenuLink>
            <MenuLink to={dataPage} close={close}>
              {t("spot.trading_data_page")}
            </MenuLink>
          </>
        )}
      </Menu>
    </>
  );
}

interface HeaderProps {
  coin: string;
  pair: Pair | undefined;
  stale: boolean;
  /** On a phone. */
  tools?: ReactNode;
  /** Of the panels below, where there are some to arrange. */
  arranging?: boolean;
  onArrange?: () => void;
  children?: ReactNode;
}

export function Header(props: HeaderProps) {
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
      tools={props.tools}
      arranging={props.arranging}
      onArrange={props.onArrange}
    >
      {props.children}
    </MarketHeader>
  );
}
