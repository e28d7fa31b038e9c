// What is traded on this screen, its price and its day.
import { ArrowLeft, ChevronDown } from "lucide-react";
import { useState, type CSSProperties, type MouseEvent, type ReactNode } from "react";
import { cx } from "../lib/cx";
import { sign, type Decimal } from "../lib/decimal";
import { t } from "../lib/i18n";
import { Link } from "../lib/router";
import { useStatus } from "../lib/status";
import { Chip, Pill } from "../ui/chip";
import { CoinIcon, PairName } from "../ui/coin";
import { Price } from "../ui/number";
import { ArrangeButton } from "../ui/panel_grid";
import { Skeleton } from "../ui/states";
import styles from "./header.module.css";

/** More digits than stand beside the day's figures on a phone. */
const longPrice = 9;

interface Now {
  price: Decimal;
  places: number;
  /** Of a day, in percent. */
  change: Decimal;
  stale: boolean;
}

interface MarketHeaderProps {
  coin: string;
  image: string | undefined;
  /** What is said below the coin's name. */
  kind: string | undefined;
  /** "Choose a pair" */
  choose: string;
  picker: (onClose: () => void) => ReactNode;
  star?: ReactNode;
  /** Undefined while loading. */
  now: Now | undefined;
  /** Below the price, as long as that is fresh. */
  below: ReactNode;
  /** Facts of the day. */
  day: ReactNode;
  /** The day's facts in one line, and beside the price on phones. */
  brief?: boolean;
  /** Where else one may go. */
  children?: ReactNode;
  /** At the end of a phone's bar, from where the pill goes below the price. */
  tools?: ReactNode;
  /** Of the panels below, where there are some to arrange. */
  arranging?: boolean | undefined;
  onArrange?: (() => void) | undefined;
}

type NameProps = Pick<MarketHeaderProps, "coin" | "kind" | "choose" | "picker">;

/** Where a list opens below what was pressed, for the list's style sheet. */
interface Place extends CSSProperties {
  "--picker-top": string;
  "--picker-start": string;
}

const gapPx = 8;

function below(pressed: HTMLElement): Place {
  const { bottom, left } = pressed.getBoundingClientRect();
  return {
    "--picker-top": `${(bottom + gapPx).toString()}px`,
    "--picker-start": `${Math.max(gapPx, left).toString()}px`,
  };
}

function Name({ coin, kind, choose, picker }: NameProps) {
  const [place, setPlace] = useState<Place | null>(null);
  const open = (event: MouseEvent<HTMLElement>) => setPlace(below(event.currentTarget));
  return (
    <>
      <h1 className={styles.name} data-tour="market">
        <button type="button" className={styles.pair} onClick={open}>
          <PairName name={coin} />
          <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" />
          <span className="hidden-but-read">{choose}</span>
        </button>
        <span className={styles.kind}>{kind}</span>
      </h1>
      {place && <div style={place}>{picker(() => setPlace(null))}</div>}
    </>
  );
}

type LastPriceProps = Now & Record<"below" | "pill", ReactNode>;

function LastPrice({ price, places, change, stale, below, pill }: LastPriceProps) {
  const direction = sign(change);
  const tone = direction > 0 ? styles.up : direction < 0 ? styles.down : undefined;
  return (
    <div className={styles.now}>
      <div
        className={cx(
          styles.price,
          price.length > longPrice && styles["price-long"],
          stale ? styles.stale : tone,
        )}
        data-testid="last-price"
      >
        <Price value={price} places={places} />
      </div>
      <div className={styles.below}>
        {stale ? <Chip tone="warning">{t("market.stale")}</Chip> : below}
        {pill}
      </div>
    </div>
  );
}

export function MarketHeader(props: MarketHeaderProps) {
  const { coin, now, tools, onArrange } = props;
  const pill = useStatus()?.market === "simulated" && <Pill dot>{t("shell.simulated")}</Pill>;
  return (
    <header className={cx(styles.header, props.brief ? styles.brief : styles.roomy)}>
      <div className={styles.who}>
        <Link to="/markets/prices" className={styles.back} aria-label={t("market.back")}>
          <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
        </Link>
        {props.star}
        <span className={styles.icon}>
          <CoinIcon name={coin} image={props.image} size={28} />
        </span>
        <Name {...props} />
        <span className={styles.pills}>{tools ?? pill}</span>
      </div>
      {now ? (
        <>
          <LastPrice {...now} below={props.below} pill={tools && pill} />
          <dl className={styles.day}>{props.day}</dl>
        </>
      ) : (
        <div className={styles.now}>
          <Skeleton width={120} height={22} />
        </div>
      )}
      {props.children}
      {onArrange && (
        <ArrangeButton
          on={props.arranging === true}
          onPress={onArrange}
          className={styles.arrange}
        />
      )}
    </header>
  );
}
