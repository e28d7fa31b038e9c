// The fields of an order: its prices, amount or total, the slider, and its terms.
import { Minus, Plus } from "lucide-react";
import { placesOf } from "../../lib/decimal";
import { hotkeysOn } from "../../lib/hotkeys";
import { t } from "../../lib/i18n";
import { cleanTyping } from "../../lib/typing";
import { Slider } from "../../market/slider";
import { TargetFields } from "../../market/target_fields";
import { MarketPrice } from "../../market/ticket";
import { IconButton } from "../../ui/button";
import { Checkbox, Input, Select } from "../../ui/input";
import { Segment, TabPanel } from "../../ui/tabs";
import styles from "./form.module.css";
import {
  atMarket,
  conditionalKinds,
  isConditional,
  mayHave,
  priceFields,
  shareOf,
  stepPrice,
  typeOf,
  type Draft,
  type Field,
  type Rules,
} from "./order";
import { trailPlaces } from "./trail";

const quote = "USDT";
const totalPlaces = 6;

/** Of a price; where a form is narrow it is only read, and its room is the figure's. */
const priceUnit = <span className={styles.quote}>{quote}</span>;

interface FieldProps {
  draft: Draft;
  rules: Rules;
  error: (field: Field) => string | undefined;
  set: (draft: Draft) => void;
}

/** Which of the orders that wait for a price it is. */
function ConditionalKind({ draft, set }: Pick<FieldProps, "draft" | "set">) {
  return (
    <Select
      label={t("spot.order_type")}
      layout="inside"
      value={draft.kind}
      onValue={(text) => {
        const kind = conditionalKinds.find((one) => one === text);
        if (kind) set({ ...draft, kind });
      }}
      options={conditionalKinds.map((kind) => ({ value: kind, label: t(`spot.${kind}`) }))}
    />
  );
}

type PriceName = (typeof priceFields)["OCO"][number];

function PriceField({ field, draft, rules, error, set }: FieldProps & { field: PriceName }) {
  const limit = field === "price";
  const name = limit && typeOf(draft) !== "LIMIT" ? "limit_price" : field;
  const move = (direction: 1 | -1) =>
    set({ ...draft, [field]: stepPrice(draft[field], rules.tick, direction) });
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
      onValue={(text) => set({ ...draft, [field]: cleanTyping(text, placesOf(rules.tick)) })}
      onKeyDown={(event) => {
        const direction = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : null;
        if (direction === null || !hotkeysOn()) return;
        event.preventDefault();
        move(direction);
      }}
      error={error(field)}
      unit={priceUnit}
      start={limit && <span className={styles["on-phones"]}>{step(-1)}</span>}
      end={limit && <span className={styles["on-phones"]}>{step(1)}</span>}
    />
  );
}

/** How far the stop stays behind the price, with the distances that most people take. */
function TrailField({ draft, error, set }: Omit<FieldProps, "rules">) {
  return (
    <>
      <Input
        label={t("spot.trail")}
        layout="inside"
        inputMode="decimal"
        value={draft.trail}
        onValue={(text) => set({ ...draft, trail: cleanTyping(text, trailPlaces) })}
        error={error("trail")}
        unit="%"
      />
      <Segment
        label={t("spot.trail")}
        items={["1", "2", "5", "10"].map((id) => ({ id, label: `${id}%` }))}
        value={draft.trail}
        onValue={(trail) => set({ ...draft, trail })}
        small
      />
    </>
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
        onValue={(timeInForce) =>
          set({
            ...draft,
            time_in_force: timeInForce,
            post_only: draft.post_only && timeInForce === "GTC",
          })
        }
        small
      />
      {mayHave(draft).post_only && (
        <Checkbox
          checked={draft.post_only}
          onChange={(postOnly) =>
            set({
              ...draft,
              post_only: postOnly,
              time_in_force: postOnly ? "GTC" : draft.time_in_force,
            })
          }
        >
          {t("spot.post_only")}
        </Checkbox>
      )}
    </>
  );
}

function Advanced({ draft, set }: Pick<FieldProps, "draft" | "set">) {
  const terms = mayHave(draft);
  return (
    <details className={styles.advanced}>
      <summary>{t("spot.advanced")}</summary>
      <div className={styles["advanced-body"]}>
        {terms.time_in_force && <Terms draft={draft} set={set} />}
        {terms.oco && (
          <Checkbox checked={draft.oco} onChange={(oco) => set({ ...draft, oco })}>
            {t("spot.oco_choice")}
          </Checkbox>
        )}
        <p className={styles.note}>
          {t(typeOf(draft) === "OCO" ? "spot.oco_note" : `spot.${draft.time_in_force}`)}
        </p>
      </div>
    </details>
  );
}

/** The pair that takes the profit of what will be filled, or stops its loss. */
function AttachedTargets({ draft, rules, error, set }: FieldProps) {
  const { targets } = draft;
  return (
    <TargetFields
      label={t("spot.with_targets")}
      checked={targets.on}
      onChecked={(on) => set({ ...draft, targets: { ...targets, on } })}
      labels={{ take_profit: t("spot.take_profit"), stop_loss: t("spot.stop_loss") }}
      values={targets}
      onValue={(field, text) => set({ ...draft, targets: { ...targets, [field]: text } })}
      error={error}
      places={placesOf(rules.tick)}
      unit={priceUnit}
      note={t("spot.targets_note")}
      className={targets.on ? styles["targets-on"] : styles.targets}
    />
  );
}

/** What else an order of this kind may have. */
export function Extras(props: FieldProps) {
  return (
    <>
      {!atMarket(props.draft.kind) && <Advanced draft={props.draft} set={props.set} />}
      {mayHave(props.draft).targets && <AttachedTargets {...props} />}
    </>
  );
}

export function Fields(
  props: FieldProps & {
    kinds: string;
    coin: string;
    /** The client's balances are known. */
    ready: boolean;
    onShare: (percent: number) => void;
  },
) {
  const { draft, rules, error, set } = props;
  const type = (field: "amount" | "total", text: string) => {
    const places = field === "amount" ? placesOf(rules.lot) : totalPlaces;
    set({ ...draft, basis: field, [field]: cleanTyping(text, places) });
  };
  const input = (field: "amount" | "total", unit: string) => (
    <Input
      label={t(`spot.${field}`)}
      name={field}
      layout="inside"
      inputMode="decimal"
      value={draft[field]}
      onValue={(text) => type(field, text)}
      error={error(field)}
      unit={unit}
    />
  );
  const prices = priceFields[typeOf(draft)];
  return (
    <TabPanel tabs={props.kinds} tab={draft.kind} className={styles.fields}>
      {isConditional(draft.kind) && <ConditionalKind draft={draft} set={set} />}
      {prices.map((field) => (
        <PriceField key={field} field={field} {...{ draft, rules, error, set }} />
      ))}
      {draft.kind === "TRAILING_STOP_MARKET" ? (
        <TrailField {...{ draft, error, set }} />
      ) : (
        atMarket(draft.kind) && <MarketPrice />
      )}
      {input("amount", props.coin)}
      {/* Beside the amount where a second column is free. */}
      {prices.length === 2 && input("total", quote)}
      <Slider
        label={t("spot.share")}
        value={shareOf(draft, rules)}
        onValue={props.onShare}
        disabled={!props.ready}
      />
      {prices.length !== 2 && input("total", quote)}
    </TabPanel>
  );
}
