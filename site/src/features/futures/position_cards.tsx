// Open positions on phones: cards, as a table of ten columns would be read sideways.
import type { ReactNode } from "react";
import { formatPercent } from "../../lib/format";
import { t } from "../../lib/i18n";
import { Fact } from "../../ui/facts";
import { Price } from "../../ui/number";
import { ErrorState, Skeleton } from "../../ui/states";
import type { Position } from "./contract";
import {
  Actions,
  ContractCell,
  MarginCell,
  ProfitCell,
  SizeCell,
  TargetsCell,
  type AddressOf,
  type OnAct,
  type PlacesOf,
} from "./position_columns";
import styles from "./positions.module.css";

interface CardProps {
  position: Position;
  places: PlacesOf;
  onAct: OnAct;
  addressOf?: AddressOf | undefined;
}

function Card({ position, places, onAct, addressOf }: CardProps) {
  const pricePlaces = places(position.coin_pair.pair_name)?.price;
  return (
    <li className={styles.card}>
      <div className={styles["card-head"]}>
        <ContractCell position={position} to={addressOf?.(position)} />
        <ProfitCell value={position.unrealised} roe={position.return_on_equity} />
      </div>
      <dl className={styles["card-facts"]}>
        <Fact name={t("futures.size")}>
          <SizeCell position={position} places={places} />
        </Fact>
        <Fact name={t("futures.margin_usdt")}>
          <MarginCell position={position} onAct={onAct} />
        </Fact>
        <Fact name={t("futures.margin_ratio")}>
          {formatPercent(position.margin_ratio, { signed: false })}
        </Fact>
        <Fact name={t("futures.entry_price")}>
          <Price value={position.opening_price} places={pricePlaces} />
        </Fact>
        <Fact name={t("futures.mark")}>
          <Price value={position.current_price} places={pricePlaces} />
        </Fact>
        <Fact name={t("futures.liq_price")} valueClass={styles.liquidation}>
          <Price value={position.liquidation_price} places={pricePlaces} />
        </Fact>
      </dl>
      <div className={styles["card-foot"]}>
        <span>
          {t("futures.targets")} <TargetsCell position={position} onAct={onAct} />
        </span>
        <Actions position={position} onAct={onAct} />
      </div>
    </li>
  );
}

const factsOfACard = 6;

/** The shape of a card, before the positions are known. */
function ComingCard({ opacity }: { opacity: number }) {
  return (
    <div className={styles.card} style={{ opacity }}>
      <div className={styles["card-head"]}>
        <Skeleton width={112} height={32} />
        <Skeleton width={80} height={32} />
      </div>
      <div className={styles["card-facts"]}>
        {Array.from({ length: factsOfACard }, (_, fact) => (
          <div key={fact} className={styles["coming-fact"]}>
            <Skeleton width={72} height={28} />
          </div>
        ))}
      </div>
      <div className={styles["card-foot"]}>
        <Skeleton width={120} />
        <Skeleton width={56} height={36} />
      </div>
    </div>
  );
}

interface CardsProps {
  /** undefined while loading. */
  rows: readonly Position[] | undefined;
  places: PlacesOf;
  onAct: OnAct;
  addressOf?: AddressOf | undefined;
  error: unknown;
  onRetry: () => void;
  empty: ReactNode;
}

/** With their loading, empty and failed states. Positions that are there stay shown. */
export function PositionCards(props: CardsProps) {
  const { rows, error, onRetry, empty } = props;
  if (!rows && error) return <ErrorState compact error={error} onRetry={onRetry} />;
  if (!rows) {
    return (
      <div aria-busy="true">
        <ComingCard opacity={1} />
        <ComingCard opacity={0.5} />
      </div>
    );
  }
  if (rows.length === 0) return empty;
  return (
    <ul aria-label={t("futures.positions")}>
      {rows.map((position) => (
        <Card
          key={position.id}
          position={position}
          places={props.places}
          onAct={props.onAct}
          addressOf={props.addressOf}
        />
      ))}
    </ul>
  );
}
