// Which indicators the chart shows, and their numbers.
import { ChartSpline } from "lucide-react";
import { useState, type FormEvent } from "react";
import { forDrawing, typedDecimal } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { t } from "../../lib/i18n";
import { cleanTyping } from "../../lib/typing";
import { Button } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { Input } from "../../ui/input";
import { Menu, MenuButton } from "../../ui/menu";
import styles from "./chart.module.css";
import { fits, indicators, parameters, type Chosen, type Indicator } from "./kept";
import { Tick } from "./tick";

interface Numbers {
  numbers: Chosen;
  setNumbers: (numbers: Chosen) => void;
}

/** Where the name is too long for its line. */
const shortNames: Partial<Record<Indicator, string>> = { STOCH: "Stoch", SUPERTREND: "ST" };

type Typed = Readonly<Record<string, string>>;

const idOf = (name: Indicator, index: number) => `${name}.${index}`;

const typedOf = (name: Indicator, values: readonly number[]): [string, string][] =>
  values.map((value, index) => [idOf(name, index), value.toString()]);

const numberOf = (text: string | undefined): number | null => {
  const decimal = typedDecimal(text ?? "");
  return decimal === null ? null : forDrawing(decimal);
};

/** The numbers of the indicators that are shown. */
function Settings(props: Numbers & { shown: readonly Indicator[]; onClose: () => void }) {
  const { shown, numbers } = props;
  const [typed, type] = useState<Typed>(() =>
    Object.fromEntries(shown.flatMap((name) => typedOf(name, numbers[name]))),
  );
  const [checked, check] = useState(false);
  const isWrong = (name: Indicator, index: number): boolean => {
    const parameter = parameters[name][index];
    return parameter !== undefined && !fits(parameter, numberOf(typed[idOf(name, index)]));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    check(true);
    if (shown.some((name) => parameters[name].some((_, index) => isWrong(name, index)))) return;
    const chosen = shown.map((name) => [
      name,
      parameters[name].map((_, index) => numberOf(typed[idOf(name, index)])),
    ]);
    props.setNumbers({ ...numbers, ...(Object.fromEntries(chosen) as Chosen) });
    props.onClose();
  };
  const usual = () =>
    type(
      Object.fromEntries(
        shown.flatMap((name) =>
          typedOf(
            name,
            parameters[name].map((parameter) => parameter.usual),
          ),
        ),
      ),
    );
  return (
    <Dialog open onClose={props.onClose} title={t("chart.indicator_settings")}>
      <form noValidate onSubmit={submit}>
        {shown.map((name) => (
          <fieldset key={name} className={styles.numbers}>
            <legend>{t(`chart.indicator_${name}`)}</legend>
            {parameters[name].map((parameter, index) => (
              <Input
                key={parameter.name}
                label={t(`chart.parameter_${parameter.name}`)}
                layout="above"
                inputMode={parameter.places === 0 ? "numeric" : "decimal"}
                value={typed[idOf(name, index)] ?? ""}
                error={
                  checked && isWrong(name, index)
                    ? t("chart.parameter_range", { n: formatNumber(parameter.most.toString()) })
                    : undefined
                }
                onValue={(text) =>
                  type({
                    ...typed,
                    [idOf(name, index)]: cleanTyping(text, parameter.places),
                  })
                }
              />
            ))}
          </fieldset>
        ))}
        <DialogActions>
          <Button look="outline" size="l" onClick={usual}>
            {t("chart.usual_numbers")}
          </Button>
          <Button type="submit" look="primary" size="l">
            {t("chart.apply")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface IndicatorMenuProps extends Numbers {
  chosen: readonly Indicator[];
  choose: (chosen: readonly Indicator[]) => void;
}

export function IndicatorMenu({ chosen, choose, numbers, setNumbers }: IndicatorMenuProps) {
  const [setting, set] = useState(false);
  const adjustable = chosen.filter((name) => parameters[name].length > 0);
  const toggle = (name: Indicator) =>
    choose(
      indicators.filter((one) => (one === name ? !chosen.includes(one) : chosen.includes(one))),
    );
  return (
    <>
      <Menu
        label={t("chart.indicators")}
        buttonClass={styles.menu}
        button={
          <>
            <ChartSpline size={16} strokeWidth={1.5} aria-hidden="true" />
            <span className={styles.word}>{t("chart.indicators")}</span>
          </>
        }
      >
        {(close) => (
          <>
            {indicators.map((name) => (
              <MenuButton
                key={name}
                chosen={chosen.includes(name)}
                // Several may be chosen one after the other: the menu stays.
                close={() => undefined}
                act={() => toggle(name)}
              >
                <Tick on={chosen.includes(name)} />
                <span>
                  {shortNames[name] ?? name}{" "}
                  <span className={styles.quiet}>{t(`chart.indicator_${name}`)}</span>
                </span>
              </MenuButton>
            ))}
            {adjustable.length > 0 && (
              <MenuButton close={close} act={() => set(true)}>
                {t("chart.indicator_settings")}
              </MenuButton>
            )}
          </>
        )}
      </Menu>
      {setting && (
        <Settings
          shown={adjustable}
          numbers={numbers}
          setNumbers={setNumbers}
          onClose={() => set(false)}
        />
      )}
    </>
  );
}
