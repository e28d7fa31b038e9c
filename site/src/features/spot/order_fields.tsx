// The fields of an order: its prices, amount or total, the slider, and its terms.
import { Minus, Plus } from "lucide-react";
import { clean_typing, places_of } from "../../lib/decimal";
import { comma_is_point } from "../../lib/format";
import { hotkeys_on } from "../../lib/hotkeys";
import { current_language, t } from "../../lib/i18n";
import { IconButton } from "../../ui/button";
import { Checkbox, Input } from "../../ui/input";
import { Slider } from "../../ui/slider";
import { Segment, TabPanel } from "../../ui/tabs";
import styles from "./form.module.css";
import {
  may_have,
  price_fields,
  share_of,
  step_price,
  type_of,
  type Draft,
  type Field,
  type Rules,
} from "./order";

const quote = "USDT";
const total_places = 6;

const typed = (text: string, places: number) =>
  clean_typing(text, places, comma_is_point(current_language()));

interface FieldProps {
  draft: Draft;
  rules: Rules;
  error: (field: Field) => string | undefined;
  set: (draft: Draft) => void;
}

const MarketPrice = () => (
  <Input
    label={t("spot.price")}
    layout="inside"
    value={t("spot.market_price")}
    on_value={() => undefined}
    disabled
    unit={quote}
  />
);

type PriceName = (typeof price_fields)["OCO"][number];

function PriceField({ field, draft, rules, error, set }: FieldProps & { field: PriceName }) {
  const limit = field === "price";
  const name = limit && type_of(draft) !== "LIMIT" ? "limit_price" : field;
  const move = (direction: 1 | -1) =>
    set({ ...draft, [field]: step_price(draft[field], rules.tick, direction) });
  const step = (direction: 1 | -1) => (
    <IconButton
      label={t(direction > 0 ? "spot.price_up" : "spot.price_down")}
      className={styles.step}
      onClick={() => move(direction)}
    >
      {direction > 0 ? (
        <Plus size={14} strokeWidth={1.5} aria-hidden="true" />
      ) : (
        <Minus size={14} strokeWidth={1.5} aria-hidden="true" />
      )}
    </IconButton>
  );
  return (
    <Input
      label={t(`spot.${name}`)}
      layout="inside"
      inputMode="decimal"
      value={draft[field]}
      on_value={(text) => set({ ...draft, [field]: typed(text, places_of(rules.tick)) })}
      onKeyDown={(event) => {
        const direction = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : null;
        if (direction === null || !hotkeys_on()) return;
        event.preventDefault();
        move(direction);
      }}
      error={error(field)}
      unit={quote}
      start={limit && <span className={styles["on-phones"]}>{step(-1)}</span>}
      end={limit && <span className={styles["on-phones"]}>{step(1)}</span>}
    />
  );
}

function Terms({ draft, set }: Pick<FieldProps, "draft" | "set">) {
  return (
    <>
      <Segment
        label={t("spot.time_in_force")}
        items={(["GTC", "IOC", "FOK"] as const).map((id) => ({
          id,
          label: (
            <>
              {id}
              <span className="hidden-but-read">, {t(`spot.${id}`)}</span>
            </>
          ),
        }))}
        value={draft.time_in_force}
        on_value={(time_in_force) =>
          set({ ...draft, time_in_force, post_only: draft.post_only && time_in_force === "GTC" })
        }
        small
      />
      {may_have(draft).post_only && (
        <Checkbox
          checked={draft.post_only}
          on_change={(post_only) =>
            set({ ...draft, post_only, time_in_force: post_only ? "GTC" : draft.time_in_force })
          }
        >
          {t("spot.post_only")}
        </Checkbox>
      )}
    </>
  );
}

export function Advanced({ draft, set }: Pick<FieldProps, "draft" | "set">) {
  const terms = may_have(draft);
  return (
    <details className={styles.advanced}>
      <summary>{t("spot.advanced")}</summary>
      <div className={styles["advanced-body"]}>
        {terms.time_in_force && <Terms draft={draft} set={set} />}
        {terms.oco && (
          <Checkbox checked={draft.oco} on_change={(oco) => set({ ...draft, oco })}>
            {t("spot.oco_choice")}
          </Checkbox>
        )}
        <p className={styles.note}>
          {t(type_of(draft) === "OCO" ? "spot.oco_note" : `spot.${draft.time_in_force}`)}
        </p>
      </div>
    </details>
  );
}

export function Fields(
  props: FieldProps & {
    kinds: string;
    coin: string;
    /** The client's balances are known. */
    ready: boolean;
    on_share: (percent: number) => void;
  },
) {
  const { draft, rules, error, set } = props;
  const type = (field: "amount" | "total", text: string) => {
    const places = field === "amount" ? places_of(rules.lot) : total_places;
    set({ ...draft, basis: field, [field]: typed(text, places) });
  };
  const input = (field: "amount" | "total", unit: string) => (
    <Input
      label={t(`spot.${field}`)}
      name={field}
      layout="inside"
      inputMode="decimal"
      value={draft[field]}
      on_value={(text) => type(field, text)}
      error={error(field)}
      unit={unit}
    />
  );
  const prices = price_fields[type_of(draft)];
  return (
    <TabPanel tabs={props.kinds} tab={draft.kind} className={styles.fields}>
      {draft.kind === "MARKET" && <MarketPrice />}
      {prices.map((field) => (
        <PriceField key={field} field={field} {...{ draft, rules, error, set }} />
      ))}
      {input("amount", props.coin)}
      {/* Beside the amount where a second column is free. */}
      {prices.length === 2 && input("total", quote)}
      <Slider
        label={t("spot.share")}
        value={share_of(draft, rules)}
        on_value={props.on_share}
        disabled={!props.ready}
      />
      {prices.length !== 2 && input("total", quote)}
    </TabPanel>
  );
}
