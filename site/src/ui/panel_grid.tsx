// The panels in a grid that people arrange as they like: by dragging, or with buttons and keys.
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  ChevronsDownUp,
  ChevronsLeftRight,
  ChevronsRightLeft,
  ChevronsUpDown,
  Grip,
  LayoutDashboard,
} from "lucide-react";
import { useState, type KeyboardEvent, type ReactNode, type Ref } from "react";
import { GridLayout, useContainerWidth, type Layout } from "react-grid-layout";
import { cx } from "../lib/cx";
import { t } from "../lib/i18n";
import { Button, IconButton } from "./button";
import styles from "./panel_grid.module.css";
import { gap, rowHeight, type Layouts, type Step } from "./panel_layout";

const moves = [
  { step: "left", Icon: ArrowLeft },
  { step: "right", Icon: ArrowRight },
  { step: "up", Icon: ArrowUp },
  { step: "down", Icon: ArrowDown },
] as const;
const sizes = [
  { size: "narrower", by: { w: -1 }, Icon: ChevronsRightLeft },
  { size: "wider", by: { w: 1 }, Icon: ChevronsLeftRight },
  { size: "shorter", by: { h: -1 }, Icon: ChevronsDownUp },
  { size: "taller", by: { h: 1 }, Icon: ChevronsUpDown },
] as const;
const steps: Readonly<Record<string, Step>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

interface HandleProps {
  /** What people call the panel. */
  name: string;
  onMove: (step: Step) => void;
  onResize: (by: { w?: number; h?: number }) => void;
}

/** Lies over a panel while panels are arranged: its name, and what can be done with it. */
function Handle({ name, onMove, onResize }: HandleProps) {
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    if (!event.shiftKey) return onMove(step);
    onResize({ left: { w: -1 }, right: { w: 1 }, up: { h: -1 }, down: { h: 1 } }[step]);
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys come up from its buttons
    <div
      role="group"
      aria-label={t("panels.arrange_panel", { panel: name })}
      className={styles.handle}
      onKeyDown={press}
    >
      <span className={styles["handle-name"]}>
        <Grip size={16} strokeWidth={1.5} aria-hidden="true" />
        {name}
      </span>
      <span className={cx(styles["handle-buttons"], "no-drag")}>
        {moves.map(({ step, Icon }) => (
          <IconButton key={step} label={t(`panels.move_${step}`)} onClick={() => onMove(step)}>
            <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        ))}
      </span>
      <span className={cx(styles["handle-buttons"], "no-drag")}>
        {sizes.map(({ size, by, Icon }) => (
          <IconButton key={size} label={t(`panels.${size}`)} onClick={() => onResize(by)}>
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
      <p>{t("panels.arranging")}</p>
      <Button look="secondary" size="s" onClick={onReset}>
        {t("panels.reset_layout")}
      </Button>
      <Button look="primary" size="s" onClick={onDone}>
        {t("panels.done")}
      </Button>
    </div>
  );
}

interface GridProps<Panel extends string, Width extends string> {
  layouts: Layouts<Panel, Width>;
  /** One layout for each width of window. */
  widthOf: (pixels: number) => Width;
  name: (panel: Panel) => string;
  arranging: boolean;
  onDone: () => void;
  contents: Readonly<Record<Panel, ReactNode>>;
}

/** Another width is another grid. */
function Grid<Panel extends string, Width extends string>(
  props: GridProps<Panel, Width> & { pixels: number; width: Width },
) {
  const { layouts, arranging, width } = props;
  const [layout, setLayout] = useState(() => layouts.kept(width));
  const take = (next: Layout) => {
    setLayout(next);
    layouts.keep(width, next);
  };
  const reset = () => {
    layouts.forget(width);
    setLayout(layouts.usual(width));
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
          cols: layouts.columns,
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
        {layouts.panels(width).map((panel) => (
          <div key={panel} data-panel={panel} className={styles.cell}>
            <div className={styles.content} inert={arranging}>
              {props.contents[panel]}
            </div>
            {arranging && (
              <Handle
                name={props.name(panel)}
                onMove={(step) => take(layouts.moved(layout, panel, step, width))}
                onResize={(by) => take(layouts.resized(layout, panel, by, width))}
              />
            )}
          </div>
        ))}
      </GridLayout>
    </>
  );
}

export function PanelGrid<Panel extends string, Width extends string>(
  props: GridProps<Panel, Width>,
) {
  const { width: pixels, containerRef, mounted } = useContainerWidth();
  const width = props.widthOf(pixels);
  return (
    <div ref={containerRef} className={styles.room}>
      {mounted && <Grid key={width} {...props} pixels={pixels} width={width} />}
    </div>
  );
}

/** Begins and ends the arranging of panels. */
export function ArrangeButton(props: { on: boolean; onPress: () => void; className?: string }) {
  return (
    <IconButton
      label={t("panels.arrange")}
      aria-pressed={props.on}
      className={cx(styles.arrange, props.className)}
      onClick={props.onPress}
    >
      <LayoutDashboard size={18} strokeWidth={1.5} aria-hidden="true" />
    </IconButton>
  );
}
