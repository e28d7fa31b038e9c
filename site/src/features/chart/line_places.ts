// Where the chart has drawn the lines of orders, and where their tags stand so that none hides another.

/** Pixels from the top of the candles' pane. */
export interface LinePlace {
  id: string;
  y: number;
}

/** Told by the chart each time that it draws; heard by the tags, once for all lines of a drawing. */
export class LinePlaces {
  private readonly lines = new Map<string, number>();
  private readonly listeners = new Set<() => void>();
  private shown: readonly LinePlace[] = [];
  private height = 0;
  private legend = 0;
  private telling = false;

  /** `y` is null where the line is out of sight; `height` is the pane's. */
  set(id: string, y: number | null, height: number): void {
    if (y === (this.lines.get(id) ?? null) && height === this.height) return;
    if (y === null) this.lines.delete(id);
    else this.lines.set(id, y);
    this.height = height;
    this.tell();
  }

  /** The lines of other orders are not drawn any more. */
  keep(ids: readonly string[]): void {
    for (const id of this.lines.keys()) {
      if (ids.includes(id)) continue;
      this.lines.delete(id);
      this.tell();
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** From the top; another list only after another drawing. */
  readonly all = (): readonly LinePlace[] => this.shown;

  /** Where the figures in the chart's corner end: no tag stands on them. */
  keepFree(legend: number): void {
    this.legend = legend;
    this.tell();
  }

  get paneHeight(): number {
    return this.height;
  }

  get legendHeight(): number {
    return this.legend;
  }

  private tell(): void {
    if (this.telling) return;
    this.telling = true;
    queueMicrotask(() => {
      this.telling = false;
      this.shown = [...this.lines].map(([id, y]) => ({ id, y })).sort((a, b) => a.y - b.y);
      this.listeners.forEach((listener) => listener());
    });
  }
}

/** Those that stand `size` apart; of two that would touch, the one that comes first in the list. */
export function apart(lines: readonly LinePlace[], size: number): Set<string> {
  const kept: LinePlace[] = [];
  for (const line of lines) {
    if (kept.every(({ y }) => Math.abs(y - line.y) >= size)) kept.push(line);
  }
  return new Set(kept.map(({ id }) => id));
}

interface Block {
  ids: string[];
  /** The sum of the places that its tags would have alone. */
  wanted: number;
}

/**
 * The middle of each line's tag, from the top: at its line, or next to the tags that stand there, as near as they
 * get. Lines that are not apart by `size` share the room around their mean; all stay between
 * `least` and `most`, and closer together where there is no room.
 */
export function tagPlaces(
  lines: readonly LinePlace[],
  size: number,
  { least, most }: { least: number; most: number },
): Map<string, number> {
  const step = Math.min(size, (most - least) / Math.max(lines.length, 1));
  const topOf = ({ ids, wanted }: Block) => {
    const top = wanted / ids.length - (ids.length * step) / 2;
    return Math.min(Math.max(top, least), most - ids.length * step);
  };
  const blocks: Block[] = [];
  for (const { id, y } of lines) {
    let last: Block = { ids: [id], wanted: y };
    for (let before = blocks.at(-1); before; before = blocks.at(-1)) {
      if (topOf(before) + before.ids.length * step <= topOf(last)) break;
      blocks.pop();
      last = { ids: [...before.ids, ...last.ids], wanted: before.wanted + last.wanted };
    }
    blocks.push(last);
  }
  return new Map(
    blocks.flatMap((block) =>
      block.ids.map((id, index): [string, number] => [id, topOf(block) + (index + 0.5) * step]),
    ),
  );
}
