// Which indicators the chart shows, and what people draw on it.
import { Check, ChartSpline, PencilLine } from "lucide-react";
import { useState, type FormEvent } from "react";
import { cx } from "../../lib/cx";
import { t } from "../../lib/i18n";
import { Button } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { Input } from "../../ui/input";
import { Menu, MenuButton } from "../../ui/menu";
import styles from "./chart.module.css";
import { indicators, tools, type Indicator, type Tool } from "./kept";

export function IndicatorMenu(props: {
  chosen: readonly Indicator[];
  choose: (chosen: readonly Indicator[]) => void;
}) {
  const { chosen } = props;
  const toggle = (name: Indicator) =>
    props.choose(
      indicators.filter((one) => (one === name ? !chosen.includes(one) : chosen.includes(one))),
    );
  return (
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
      {() =>
        indicators.map((name) => (
          <MenuButton
            key={name}
            chosen={chosen.includes(name)}
            // Several may be chosen one after the other: the menu stays.
            close={() => undefined}
            act={() => toggle(name)}
          >
            <Check
              size={16}
              strokeWidth={1.75}
              aria-hidden="true"
              className={cx(styles.check, !chosen.includes(name) && styles.unchosen)}
            />
            <span>
              {name} <span className={styles.quiet}>{t(`chart.indicator_${name}`)}</span>
            </span>
          </MenuButton>
        ))
      }
    </Menu>
  );
}

const longestNote = 60;

function NoteDialog(props: { onClose: () => void; onText: (text: string) => void }) {
  const [text, setText] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "") props.onText(text.trim());
  };
  return (
    <Dialog open onClose={props.onClose} title={t("chart.note_title")}>
      <form onSubmit={submit}>
        <Input
          label={t("chart.note_text")}
          value={text}
          maxLength={longestNote}
          autoFocus
          onValue={setText}
        />
        <DialogActions>
          <Button look="outline" size="l" onClick={props.onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" look="primary" size="l" disabled={text.trim() === ""}>
            {t("chart.note_place")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

export function DrawingMenu(props: {
  /** The one that waits for presses on the chart. */
  tool: Tool | null;
  draw: (tool: Tool, text?: string) => void;
  removeAll: () => void;
}) {
  const [noting, setNoting] = useState(false);
  return (
    <>
      <Menu
        label={t("chart.draw")}
        buttonClass={cx(styles.menu, props.tool && styles.drawing)}
        button={<PencilLine size={16} strokeWidth={1.5} aria-hidden="true" />}
      >
        {(close) => (
          <>
            {tools.map((tool) => (
              <MenuButton
                key={tool}
                close={close}
                act={() => (tool === "note" ? setNoting(true) : props.draw(tool))}
              >
                {t(`chart.tool_${tool}`)}
              </MenuButton>
            ))}
            <MenuButton close={close} act={props.removeAll}>
              {t("chart.remove_drawings")}
            </MenuButton>
          </>
        )}
      </Menu>
      {noting && (
        <NoteDialog
          onClose={() => setNoting(false)}
          onText={(text) => {
            setNoting(false);
            props.draw("note", text);
          }}
        />
      )}
    </>
  );
}
