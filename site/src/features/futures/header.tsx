// The contract, its prices and its day.
import { clock, useSecondsUntil } from "../../lib/countdown";
import { multiply, placesOf, sign, type Decimal } from "../../lib/decimal";
import { formatPercent, unknownNumber } from "../../lib/format";
import { t } from "../../lib/i18n";
import { useNarrow } from "../../lib/narrow";
import { useSession } from "../../lib/session";
import { MarketHeader } from "../../market/header";
import { AlertBell } from "../../ui/alert_bell";
import { Fact } from "../../ui/facts";
import { Amount, Change, Price, Short } from "../../ui/number";
import { CoinPicker } from "./coin_picker";
import type { Contract } from "./contract";
import styles from "./header.module.css";

const fundingPlaces = 4;

const two = (value: number): string => Math.floor(value).toString().padStart(2, "0");
/** "7:59:08" */
const longClock = (seconds: number): string =>
  seconds < 3600
    ? clock(seconds)
    : `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;

function Countdown({ at }: { at: string }) {
  const seconds = useSecondsUntil(new Date(at).getTime());
  return <span role="timer">{longClock(seconds)}</span>;
}

function Day({ contract }: { contract: Contract }) {
  const places = placesOf(contract.tick);
  const funding = contract.funding_rate && multiply(contract.funding_rate, "100");
  const tone = !funding ? undefined : sign(funding) < 0 ? styles.down : styles.up;
  return (
    <>
      <Fact name={t("futures.mark_price")} testId="mark-price">
        <Price value={contract.mark_price} places={places} />
      </Fact>
      <Fact className={styles.funding} name={t("futures.funding_countdown")}>
        <span className={tone}>{formatPercent(funding, { places: fundingPlaces })}</span>
        <span className={styles.slash}> / </span>
        {contract.next_funding_at ? <Countdown at={contract.next_funding_at} /> : unknownNumber}
      </Fact>
      <Fact name={t("market.high")}>
        <Price value={contract.high} places={places} />
      </Fact>
      <Fact name={t("market.low")}>
        <Price value={contract.low} places={places} />
      </Fact>
      <Fact name={t("futures.turnover")}>
        <Short value={contract.turnover} />
      </Fact>
      {sign(contract.open_interest) > 0 && (
        <Fact name={t("futures.open_interest")}>
          <Amount value={contract.open_interest} places={2} unit={contract.coin} />
        </Fact>
      )}
    </>
  );
}

export function Header(props: {
  coin: string;
  contract: Contract | undefined;
  /** The last price, as fresh as the book has it. */
  price: Decimal | undefined;
  arranging: boolean;
  onArrange: (() => void) | undefined;
}) {
  const { coin, contract } = props;
  const narrow = useNarrow();
  const guest = useSession() === null;
  const bell = contract && !guest && <AlertBell pair={contract.name} name={`${coin}/USDT`} />;
  return (
    <MarketHeader
      brief
      coin={coin}
      image={contract?.image}
      kind={t("futures.perpetual")}
      choose={t("futures.choose")}
      picker={(onClose) => <CoinPicker onClose={onClose} />}
      now={
        contract && {
          price: props.price ?? contract.last_price,
          places: placesOf(contract.tick),
          change: contract.increase_in_value,
          stale: contract.stale,
        }
      }
      below={<Change percent={contract?.increase_in_value ?? null} dense />}
      day={contract && <Day contract={contract} />}
      tools={(narrow && bell) || undefined}
      arranging={props.arranging}
      onArrange={props.onArrange}
    >
      {!narrow && bell && <span className={styles.alert}>{bell}</span>}
    </MarketHeader>
  );
}
