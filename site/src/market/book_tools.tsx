// How the book is shown: which sides, and in which steps levels are joined.
import { ChevronDown } from "lucide-react";
import { multiply, trimZeros, type Decimal } from "../lib/decimal";
import { formatNumber } from "../lib/format";
import { t } from "../lib/i18n";
import { IconButton } from "../ui/button";
import { Menu, MenuButton } from "../ui/menu";
import styles from "./book.module.css";

export type BookSides = "both" | "ask" | "bid";

const order: readonly BookSides[] = ["both", "bid", "ask"];
/** Steps of the pair's tick. */
const factors: readonly Decimal[] = ["1", "10", "100", "1000"];

export interface BookView {
  sides: BookSides;
  /** How many ticks make one level. */
  factor: Decimal;
}

export const usualView: BookView = { sides: "both", factor: "1" };

export const stepOf = (tick: Decimal, view: BookView): Decimal =>
  trimZeros(multiply(tick, view.factor));

function SidesIcon({ sides }: { sides: BookSides }) {
  const [up, down] = ["var(--up)", "var(--dn)"];
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M2 3.5h5M2 6h5" stroke={sides === "bid" ? up : down} strokeWidth="1.5" />
      <path d="M2 10h5M2 12.5h5" stroke={sides === "ask" ? down : up} strokeWidth="1.5" />
      <path
        d="M9.5 3.5h4.5M9.5 6h4.5M9.5 10h4.5M9.5 12.5h4.5"
        stroke="currentColor"
        strokeWidth="1.5"
      />
    </svg>
  );
}

export function BookTools(props: {
  tick: Decimal;
  view: BookView;
  onView: (view: BookView) => void;
}) {
  const { tick, view, onView } = props;
  const next = order[(order.indexOf(view.sides) + 1) % order.length] ?? "both";
  const shown = formatNumber(stepOf(tick, view));
  return (
    <div className={styles.tools}>
      <IconButton
        label={t(`market.sides_${view.sides}`)}
        className={styles.tool}
        onClick={() => onView({ ...view, sides: next })}
      >
        <SidesIcon sides={view.sides} />
      </IconButton>
      <Menu
        label={t("market.steps", { n: shown })}
        buttonClass={styles.step}
        button={
          <>
            {shown}
            <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />
          </>
        }
      >
        {(close) =>
          factors.map((factor) => (
            <MenuButton
              key={factor}
              chosen={factor === view.factor}
              close={close}
              act={() => onView({ ...view, factor })}
            >
              {formatNumber(stepOf(tick, { ...view, factor }))}
            </MenuButton>
          ))
        }
      </Menu>
    </div>
  );
}
