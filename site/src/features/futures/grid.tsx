// The panels in a grid that people arrange as they like: by dragging, or with buttons and keys.
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Grip,
  ChevronsDownUp,
  ChevronsLeftRight,
  ChevronsRightLeft,
  ChevronsUpDown,
} from "lucide-react";
import { useState, type KeyboardEvent, type ReactNode, type Ref } from "react";
import { GridLayout, useContainerWidth, type Layout } from "react-grid-layout";
import { cx } from "../../lib/cx";
import { t } from "../../lib/i18n";
import { Button, IconButton } from "../../ui/button";
import styles from "./grid.module.css";
import {
  columns,
  forgetLayout,
  gap,
  keepLayout,
  keptLayout,
  moved,
  panels,
  resized,
  rowHeight,
  usualLayout,
  widthOf,
  type Panel,
  type Step,
  type Width,
} from "./layout";

type Change = (layout: Layout) => Layout;

const moves = [
  { step: "left", Icon: ArrowLeft },
  { step: "right", Icon: ArrowRight },
  { step: "up", Icon: ArrowUp },
  { step: "down", Icon: ArrowDown },
] as const;
const sizes = [
  { name: "narrower", by: { w: -1 }, Icon: ChevronsRightLeft },
  { name: "wider", by: { w: 1 }, Icon: ChevronsLeftRight },
  { name: "shorter", by: { h: -1 }, Icon: ChevronsDownUp },
  { name: "taller", by: { h: 1 }, Icon: ChevronsUpDown },
] as const;
const steps: Readonly<Record<string, Step>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/** Lies over a panel while panels are arranged: its name, and what can be done with it. */
function Handle(props: { panel: Panel; width: Width; onChange: (change: Change) => void }) {
  const { panel, width, onChange } = props;
  const move = (step: Step) => onChange((layout) => moved(layout, panel, step, width));
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    if (!event.shiftKey) return move(step);
    const by = { left: { w: -1 }, right: { w: 1 }, up: { h: -1 }, down: { h: 1 } }[step];
    onChange((layout) => resized(layout, panel, by, width));
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys come up from its buttons
    <div
      role="group"
      aria-label={t("futures.arrange_panel", { panel: t(`futures.panel_${panel}`) })}
      className={styles.handle}
      onKeyDown={press}
    >
      <span className={styles["handle-name"]}>
        <Grip size={16} strokeWidth={1.5} aria-hidden="true" />
        {t(`futures.panel_${panel}`)}
      </span>
      <span className={cx(styles["handle-buttons"], "no-drag")}>
        {moves.map(({ step, Icon }) => (
          <IconButton key={step} label={t(`futures.move_${step}`)} onClick={() => move(step)}>
            <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        ))}
      </span>
      <span className={cx(styles["handle-buttons"], "no-drag")}>
        {sizes.map(({ name, by, Icon }) => (
          <IconButton
            key={name}
            label={t(`futures.${name}`)}
            onClick={() => onChange((layout) => resized(layout, panel, by, width))}
          >
            <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        ))}
      </span>
    </div>
  );
}

const corner = (_: string, ref: Ref<HTMLElement>) => (
  <span ref={ref} className={cx("react-resizable-handle", styles.corner)} aria-hidden="true" />
);

function Toolbar({ onReset, onDone }: { onReset: () => void; onDone: () => void }) {
  return (
    <div className={styles.toolbar} role="status">
      <p>{t("futures.arranging")}</p>
      <Button look="secondary" size="s" onClick={onReset}>
        {t("futures.reset_layout")}
      </Button>
      <Button look="primary" size="s" onClick={onDone}>
        {t("futures.done")}
      </Button>
    </div>
  );
}

interface GridProps {
  arranging: boolean;
  onDone: () => void;
  contents: Readonly<Record<Panel, ReactNode>>;
}

/** One layout for each width of window; another window is another grid. */
function Grid(props: GridProps & { pixels: number; width: Width }) {
  const { arranging, width } = props;
  const [layout, setLayout] = useState(() => keptLayout(width));
  const take = (next: Layout) => {
    setLayout(next);
    keepLayout(width, next);
  };
  const change = (how: Change) => take(how(layout));
  const reset = () => {
    forgetLayout(width);
    setLayout(usualLayout(width));
  };
  return (
    <>
      {/* The library writes a style of its own, which the policy forbids, unless this is there. */}
      {arranging && <span id="react-draggable-style-el" hidden />}
      {arranging && <Toolbar onReset={reset} onDone={props.onDone} />}
      <GridLayout
        width={props.pixels}
        layout={layout}
        gridConfig={{
          cols: columns,
          rowHeight,
          margin: [gap, gap],
          containerPadding: [gap, 0],
        }}
        dragConfig={{ enabled: arranging, cancel: ".no-drag", threshold: 3 }}
        resizeConfig={{ enabled: arranging, handles: ["se"], handleComponent: corner }}
        onDragStop={take}
        onResizeStop={take}
        className={cx(styles.grid, arranging && styles.arranging)}
      >
        {panels.map((panel) => (
          <div key={panel} data-panel={panel} className={styles.cell}>
            <div className={styles.content} inert={arranging}>
              {props.contents[panel]}
            </div>
            {arranging && <Handle panel={panel} width={width} onChange={change} />}
          </div>
        ))}
      </GridLayout>
    </>
  );
}

export function PanelGrid(props: GridProps) {
  const { width: pixels, containerRef, mounted } = useContainerWidth();
  const width = widthOf(pixels);
  return (
    <div ref={containerRef} className={styles.room}>
      {mounted && <Grid key={width} {...props} pixels={pixels} width={width} />}
    </div>
  );
}
