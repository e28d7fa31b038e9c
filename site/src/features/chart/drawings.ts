// What people draw on the candles: made, moved, chosen, restyled, removed, and kept.
import {
  registerOverlay,
  type Chart,
  type Overlay,
  type OverlayTemplate,
  type Point,
} from "klinecharts";
import { mainPane } from "./indicators";
import {
  keepDrawings,
  keptDrawings,
  lookOf,
  usualLook,
  type Drawing,
  type Look,
  type Tool,
} from "./kept";
import { drawingStyles } from "./look";
import { foundNear } from "./near";

const drawn = "drawings";

const names: Record<Tool, string> = {
  trend: "cambio_trend",
  horizontal: "cambio_horizontal",
  ray: "cambio_ray",
  fibonacci: "cambio_fibonacci",
  rectangle: "cambio_rectangle",
  note: "cambio_note",
};

/** What klinecharts keeps of a drawing beside its points; it copies this object. */
interface More {
  text: string;
  look: Look;
}

const rectangle: OverlayTemplate = {
  name: names.rectangle,
  totalStep: 3,
  needDefaultPointFigure: true,
  createPointFigures: ({ coordinates: [from, to] }) => {
    if (!from || !to) return [];
    const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
    const attrs = { x, y, width: Math.abs(from.x - to.x), height: Math.abs(from.y - to.y) };
    return { type: "rect", attrs, styles: { style: "stroke_fill" } };
  },
};

const note: OverlayTemplate<More> = {
  name: names.note,
  totalStep: 2,
  needDefaultPointFigure: true,
  createPointFigures: ({ overlay, coordinates: [at] }) =>
    at
      ? {
          type: "text",
          attrs: { x: at.x + 6, y: at.y, text: overlay.extendData.text, baseline: "middle" },
        }
      : [],
};

[
  foundNear("segment", names.trend),
  foundNear("horizontalStraightLine", names.horizontal),
  foundNear("rayLine", names.ray),
  foundNear("fibonacciLine", names.fibonacci),
  rectangle,
  note as OverlayTemplate,
].forEach((template) => registerOverlay(template));

/** The step of an overlay that has all its points. */
const finished = -1;

const toolOf = (name: string): Tool | undefined =>
  (Object.keys(names) as Tool[]).find((tool) => names[tool] === name);

const unusual = (look: Look): Partial<Look> =>
  Object.fromEntries(
    Object.entries(look).filter(([name, value]) => value !== usualLook[name as keyof Look]),
  );

function drawingOf({ name, points, extendData }: Overlay): Drawing | null {
  const tool = toolOf(name);
  if (!tool) return null;
  const { text, look } = extendData as More;
  const changed = unusual(look);
  return {
    tool,
    points: points.map(({ timestamp, value }) => ({ timestamp, value })),
    ...(text === "" ? {} : { text }),
    ...(Object.keys(changed).length === 0 ? {} : { look: changed }),
  };
}

/** So many acts can be taken back. */
const mostUndone = 50;
/** How far from a drawing its copy stands, across and down. */
const copyPx = 16;

interface Heard {
  onDrawn: () => void;
  /** Of the one that was pressed last; null: none. */
  onChosen: (drawing: Drawing | null) => void;
  /** Whether points go to the prices of the candle that they are near to. */
  magnet: () => boolean;
}

/** The drawings of one pair. */
export class Drawings {
  /** Whether one of them is under the finger or the pressed button. */
  held = false;
  private loading = false;
  private chosen: string | null = null;
  private readonly before: Drawing[][] = [];

  constructor(
    private readonly chart: Chart,
    private readonly pair: string,
    private readonly heard: Heard,
  ) {}

  load(): void {
    this.clear();
    keptDrawings(this.pair).forEach((drawing) => this.add(drawing));
  }

  /** Others have come from elsewhere; what is taken back would not be of them. */
  reload(): void {
    this.held = false;
    this.before.length = 0;
    this.load();
    this.heard.onDrawn();
  }

  /** The next presses on the chart set the points. */
  begin(tool: Tool, text?: string): void {
    this.cancel();
    this.choose(null);
    this.add({ tool, points: [], ...(text === undefined ? {} : { text }) });
  }

  /** What was begun and is not finished goes. */
  cancel(): void {
    this.chart
      .getOverlays({ groupId: drawn })
      .filter(({ currentStep }) => currentStep !== finished)
      .forEach(({ id }) => this.chart.removeOverlay({ id }));
  }

  removeAll(): void {
    this.remember();
    this.clear();
    keepDrawings(this.pair, []);
  }

  /** Takes back the last act that was kept. */
  undo(): void {
    const last = this.before.pop();
    if (!last) return;
    keepDrawings(this.pair, last);
    this.load();
  }

  /** Makes the chosen one look otherwise. */
  restyle(change: Partial<Look>): void {
    const overlay = this.chosenOne();
    if (!overlay) return;
    const { text, look } = overlay.extendData as More;
    const next = { ...look, ...change };
    this.chart.overrideOverlay({
      id: overlay.id,
      extendData: { text, look: next },
      styles: drawingStyles(next),
      lock: next.locked,
    });
    this.keep();
    this.choose(overlay.id);
  }

  /** Another one like the chosen, beside it. */
  copy(): void {
    const overlay = this.chosenOne();
    const drawing = overlay && drawingOf(overlay);
    if (!overlay || !drawing) return;
    const look = { ...drawing.look, locked: false };
    this.choose(this.add({ ...drawing, points: this.beside(overlay.points), look }));
    this.keep();
  }

  removeChosen(): void {
    const overlay = this.chosenOne();
    if (overlay) this.chart.removeOverlay({ id: overlay.id });
  }

  /** All go from the chart; what is kept stays. */
  private clear(): void {
    this.loading = true;
    this.chart.removeOverlay({ groupId: drawn });
    this.loading = false;
    this.choose(null);
  }

  private chosenOne(): Overlay | undefined {
    return this.chart.getOverlays({ groupId: drawn }).find(({ id }) => id === this.chosen);
  }

  private choose(id: string | null): void {
    const wasChosen = this.chosen !== null;
    this.chosen = id;
    const overlay = this.chosenOne();
    if (overlay || wasChosen) this.heard.onChosen(overlay ? drawingOf(overlay) : null);
  }

  private beside(points: readonly Partial<Point>[]): Drawing["points"] {
    const filter = { paneId: mainPane };
    const places = this.chart.convertToPixel([...points], filter);
    const moved = [places]
      .flat()
      .map(({ x, y }) => ({ x: (x ?? 0) + copyPx, y: (y ?? 0) + copyPx }));
    const found = [this.chart.convertFromPixel(moved, filter)].flat();
    return points.map(({ timestamp, value }, index) => ({
      timestamp: timestamp === undefined ? undefined : (found[index]?.timestamp ?? timestamp),
      value: found[index]?.value ?? value,
    }));
  }

  /** Its id; null where klinecharts would not have it. */
  private add(drawing: Drawing): string | null {
    const look = lookOf(drawing);
    const id = this.chart.createOverlay({
      name: names[drawing.tool],
      groupId: drawn,
      points: drawing.points,
      extendData: { text: drawing.text ?? "", look },
      styles: drawingStyles(look),
      lock: look.locked,
      mode: this.heard.magnet() ? "weak_magnet" : "normal",
      onDrawEnd: () => {
        this.keep();
        this.heard.onDrawn();
      },
      onPressedMoveStart: () => {
        this.held = true;
      },
      onPressedMoveEnd: () => {
        this.held = false;
        this.keep();
      },
      onSelected: ({ overlay }) => this.choose(overlay.id),
      onDeselected: ({ overlay }) => {
        if (overlay.id === this.chosen) this.choose(null);
      },
      onRightClick: (event) => {
        if ((event.overlay.extendData as More).look.locked) event.preventDefault?.();
      },
      onRemoved: ({ overlay }) => {
        this.keep(overlay.id);
        if (overlay.id === this.chosen) this.choose(null);
      },
    });
    return typeof id === "string" ? id : null;
  }

  private keep(without?: string): void {
    if (this.loading) return;
    const drawings = this.chart
      .getOverlays({ groupId: drawn })
      .filter(({ id, currentStep }) => id !== without && currentStep === finished)
      .map(drawingOf)
      .filter((drawing) => drawing !== null);
    // A press that moved nothing is no act.
    if (JSON.stringify(drawings) === JSON.stringify(keptDrawings(this.pair))) return;
    this.remember();
    keepDrawings(this.pair, drawings);
  }

  private remember(): void {
    this.before.push(keptDrawings(this.pair));
    if (this.before.length > mostUndone) this.before.shift();
  }
}
