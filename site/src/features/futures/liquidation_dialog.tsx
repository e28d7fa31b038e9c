// Why a position was liquidated: what was kept of it for its owner.
import { formatNumber, formatTime } from "../../lib/format";
import { currentLanguage, t } from "../../lib/i18n";
import { Dialog } from "../../ui/dialog";
import { Fact, Facts } from "../../ui/facts";
import { Amount, Time } from "../../ui/number";
import type { ClosedPosition, Liquidation } from "./contract";
import styles from "./form.module.css";

const quote = "USDT";
const moneyPlaces = 4;

export function LiquidationDialog(props: {
  position: ClosedPosition;
  liquidation: Liquidation;
  onClose: () => void;
}) {
  const { liquidation } = props;
  const rows = [
    { id: "margin", value: liquidation.margin },
    { id: "equity", value: liquidation.equity },
    { id: "maintenance", value: liquidation.maintenance },
  ] as const;
  return (
    <Dialog open onClose={props.onClose} title={t("futures.why_liquidated")} width="wide">
      <p className={styles.note}>
        {t("futures.liquidated_text", {
          time: formatTime(liquidation.at, "full", currentLanguage()),
          price: `${formatNumber(liquidation.price)} ${quote}`,
        })}
      </p>
      <Facts look="details">
        {rows.map(({ id, value }) => (
          <Fact key={id} name={t(`futures.liquidated_${id}`)}>
            <Amount value={value} places={moneyPlaces} unit={quote} />
          </Fact>
        ))}
        <Fact name={t("futures.liquidated_mark_at")}>
          <Time at={liquidation.mark_at} style="full" />
        </Fact>
      </Facts>
      <h3 className={styles["formula-title"]}>{t("futures.formula")}</h3>
      <p className={styles.formula}>{liquidation.formula}</p>
    </Dialog>
  );
}
