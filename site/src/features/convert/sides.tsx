// The two sides of a conversion: the coin, its amount, and what there is of it.
import { ArrowDownUp, ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { cx } from "../../lib/cx";
import { t } from "../../lib/i18n";
import { useSession } from "../../lib/session";
import { cleanTyping } from "../../lib/typing";
import { IconButton, TextButton } from "../../ui/button";
import { CoinIcon } from "../../ui/coin";
import { FieldError, useGrouped } from "../../ui/input";
import { Amount } from "../../ui/number";
import { CoinDialog, type Coin } from "./coin_dialog";
import styles from "./convert.module.css";
import { amountPlaces } from "./order";

export function Side(props: {
  side: "from" | "to";
  coin: Coin;
  coins: readonly Coin[];
  value: string;
  error: string | undefined;
  onValue: (text: string) => void;
  onCoin: (name: string) => void;
  /** Only what is paid has one. */
  onMax?: () => void;
}) {
  const { side, coin, error } = props;
  const [choosing, choose] = useState(false);
  const guest = useSession() === null;
  const id = useId();
  const grouped = useGrouped({
    inputMode: "decimal",
    value: props.value,
    onValue: (text) => props.onValue(cleanTyping(text, amountPlaces)),
  });
  return (
    <div>
      <div className={cx(styles.side, error !== undefined && styles.bad)}>
        <div className={styles["side-head"]}>
          <label htmlFor={id}>{t(`convert.${side}`)}</label>
          {!guest && (
            <span className={styles["side-available"]} data-testid={`available-${side}`}>
              {t("convert.available")}
              <Amount value={coin.available} places={coin.places} unit={coin.name} />
              {props.onMax && (
                <TextButton onClick={props.onMax} className={styles.max}>
                  {t("convert.max")}
                </TextButton>
              )}
            </span>
          )}
        </div>
        <div className={styles["side-row"]}>
          <button
            type="button"
            className={styles.coin}
            aria-haspopup="dialog"
            onClick={() => choose(true)}
          >
            <CoinIcon name={coin.name} image={coin.image} size={24} />
            <span className="hidden-but-read">{t(`convert.${side}_coin`)}: </span>
            {coin.name}
            <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" />
          </button>
          <input
            id={id}
            className={styles.amount}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            aria-label={t(`convert.${side}_amount`)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            {...grouped}
          />
        </div>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {choosing && (
        <CoinDialog
          coins={props.coins}
          title={t(`convert.${side}_coin`)}
          onClose={() => choose(false)}
          onChoose={(name) => {
            choose(false);
            props.onCoin(name);
          }}
        />
      )}
    </div>
  );
}

export const Swap = ({ onSwap }: { onSwap: () => void }) => (
  <div className={styles.swap}>
    <IconButton label={t("convert.swap")} className={styles["swap-button"]} onClick={onSwap}>
      <ArrowDownUp size={18} strokeWidth={1.5} aria-hidden="true" />
    </IconButton>
  </div>
);
