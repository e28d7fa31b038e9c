// The chart's scale, and what people draw on it.
import { PencilLine, Ruler } from "lucide-react";
import { useState, type FormEvent } from "react";
import { cx } from "../../lib/cx";
import { t } from "../../lib/i18n";
import { coinOfPair } from "../../lib/pairs";
import { Button } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { Input } from "../../ui/input";
import { Menu, MenuButton } from "../../ui/menu";
import styles from "./chart.module.css";
import { scales, tools, type Scale, type Tool } from "./kept";
import { SymbolDialog } from "./symbol_search";
import type { Config } from "./symbols";
import { Tick } from "./tick";

/** How prices stand apart from each other, and which market stands beside this one. */
export function ScaleMenu(props: {
  scale: Scale;
  choose: (scale: Scale) => void;
  /** The one that stands there; its scale is in percent. */
  compared: string | null;
  compare: (pair: string | null) => void;
  /** Without it no market can be found. */
  config: Config | null;
}) {
  const { compared, config } = props;
  const [asking, ask] = useState(false);
  const scale = compared === null ? props.scale : "percent";
  const choose = (next: Scale) => {
    props.choose(next);
    if (compared !== null && next !== "percent") props.compare(null);
  };
  return (
    <>
      <Menu
        label={t("chart.scale")}
        buttonClass={cx(styles.menu, scale !== "linear" && styles.drawing)}
        button={<Ruler size={16} strokeWidth={1.5} aria-hidden="true" />}
      >
        {(close) => (
          <>
            {scales.map((one) => (
              <MenuButton key={one} chosen={one === scale} close={close} act={() => choose(one)}>
                <Tick on={one === scale} />
                {t(`chart.scale_${one}`)}
              </MenuButton>
            ))}
            {config && (
              <MenuButton close={close} act={() => ask(true)}>
                {t("chart.compare")}
              </MenuButton>
            )}
            {compared !== null && (
              <MenuButton close={close} act={() => props.compare(null)}>
                {t("chart.compare_end", { coin: coinOfPair(compared) })}
              </MenuButton>
            )}
          </>
        )}
      </Menu>
      {config && (
        <SymbolDialog
          title={t("chart.compare")}
          open={asking}
          onClose={() => ask(false)}
          config={config}
          choose={({ ticker }) => props.compare(ticker)}
        />
      )}
    </>
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
  undo: () => void;
  removeAll: () => void;
  magnet: boolean;
  setMagnet: (on: boolean) => void;
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
            <MenuButton
              chosen={props.magnet}
              close={() => undefined}
              act={() => props.setMagnet(!props.magnet)}
            >
              <Tick on={props.magnet} />
              {t("chart.magnet")}
            </MenuButton>
            <MenuButton close={close} act={props.undo}>
              {t("chart.undo")}
            </MenuButton>
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
