// What taking the book up to a level would cost: shown beside the level under the pointer.
import { useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { DepthRow } from "../lib/book";
import { divide } from "../lib/decimal";
import { formatPercent } from "../lib/format";
import { t } from "../lib/i18n";
import { Fact } from "../ui/facts";
import { Amount, Price } from "../ui/number";
import styles from "./book.module.css";

export const tipId = "book-tip";
const gap = 8;
const narrowestRoom = 200;
const totalPlaces = 2;

export interface Hovered {
  side: "ask" | "bid";
  index: number;
  element: Element;
}

export function BookTip(props: {
  at: Element;
  row: DepthRow;
  coin: string;
  places: { price: number; quantity: number };
}) {
  const { at, row, places } = props;
  const [place, setPlace] = useState<{ top: number; right: number } | null>(null);
  useLayoutEffect(() => {
    const { left, top, height } = at.getBoundingClientRect();
    const right = document.documentElement.clientWidth - left + gap;
    setPlace(left < narrowestRoom ? null : { top: top + height / 2, right });
  }, [at]);
  // Without room beside the book it is only read.
  const average = divide(row.sumTotal, row.sum, places.price, "half_even");
  const tip = (
    <div
      id={tipId}
      role="tooltip"
      className={place ? styles.tip : "hidden-but-read"}
      style={place ?? undefined}
    >
      <dl>
        <Fact name={t("market.average_price")}>
          <Price value={average} places={places.price} estimate />
        </Fact>
        <Fact name={t("market.sum_of", { unit: props.coin })}>
          <Amount value={row.sum} places={places.quantity} />
        </Fact>
        <Fact name={t("market.sum_of", { unit: "USDT" })}>
          <Price value={row.sumTotal} places={totalPlaces} />
        </Fact>
        <Fact name={t("market.share_of_side")}>
          {formatPercent(row.share, { places: 1, signed: false })}
        </Fact>
      </dl>
    </div>
  );
  // The panels of futures are moved by transforms: in one of them the tip would be placed from the
  // panel's corner, and be cut at its edge.
  return place ? createPortal(tip, document.body) : tip;
}
