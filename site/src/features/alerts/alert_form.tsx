// A new price alert of one market.
import { useState, type FormEvent } from "react";
import { ApiError, sentenceOf } from "../../lib/api";
import { typedDecimal } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import type { Pair } from "../../lib/pairs";
import { perform } from "../../lib/perform";
import { cleanTyping } from "../../lib/typing";
import { Button } from "../../ui/button";
import { Input, Select } from "../../ui/input";
import { Price } from "../../ui/number";
import { Segment } from "../../ui/tabs";
import { toast } from "../../ui/toast";
import styles from "./alerts.module.css";
import { kinds, useMakeAlert, windows, type Kind, type NewAlert, type Within } from "./api";
import { faultOf } from "./words";

const fields = ["price", "percent", "minutes"];
const percentPlaces = 2;

export function AlertForm({ pair, full }: { pair: Pair; full: boolean }) {
  const [kind, setKind] = useState<Kind>("above");
  const [value, setValue] = useState("");
  const [within, setWithin] = useState<Within>("60");
  const [pressed, press] = useState(false);
  const make = useMakeAlert();
  const move = kind === "move";
  const number = typedDecimal(value);
  const fault = faultOf(kind, number, pair.close);
  const refused =
    make.error instanceof ApiError && fields.includes(make.error.field ?? "")
      ? make.error.sentence
      : undefined;
  const change = (text: string) => {
    setValue(text);
    make.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    press(true);
    if (number === null || fault !== undefined) return;
    const name = pair.coin_pair_name;
    const alert: NewAlert = move
      ? { name, kind, percent: number, minutes: within }
      : { name, kind, price: number };
    perform(make, alert, {
      onSuccess: () => {
        toast({ tone: "success", title: t("price_alerts.made") });
        setValue("");
        press(false);
      },
      onError: (error) => {
        if (error instanceof ApiError && fields.includes(error.field ?? "")) return;
        toast({ tone: "error", title: t("common.error"), text: sentenceOf(error) });
      },
    });
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Segment
        label={t("price_alerts.kind")}
        items={kinds.map((id) => ({ id, label: t(`price_alerts.${id}`) }))}
        value={kind}
        onValue={(next) => {
          setKind(next);
          change("");
          press(false);
        }}
        className={styles.kinds}
      />
      <div className={styles.fields}>
        <Input
          label={t(move ? "price_alerts.percent" : "price_alerts.price")}
          layout="inside"
          size="l"
          inputMode="decimal"
          autoComplete="off"
          value={value}
          onValue={(text) => change(cleanTyping(text, move ? percentPlaces : pair.price_places))}
          unit={move ? "%" : "USDT"}
          error={(pressed && fault) || refused}
        />
        {move && (
          <Select
            label={t("price_alerts.within")}
            layout="inside"
            size="l"
            value={within}
            options={windows.map((id) => ({ value: id, label: t(`price_alerts.within_${id}`) }))}
            onValue={(text) => setWithin(windows.find((id) => id === text) ?? "60")}
          />
        )}
      </div>
      <div className={styles.foot}>
        <p className={styles.now}>
          {t("price_alerts.last_price")}{" "}
          <Price value={pair.close} places={pair.price_places} unit="USDT" />
        </p>
        <Button type="submit" look="primary" disabled={full} busy={make.isPending}>
          {t("price_alerts.make")}
        </Button>
      </div>
    </form>
  );
}
