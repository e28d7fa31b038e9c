import { useEffect, useMemo, useRef, useState } from "react";
import styles from "./depth_figure.module.css";

const pitch = 6;

/** Repeatable noise, so that the figure is the same on every visit. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Heights from the spread outwards, 0 to 1, rising in steps as the depth of a book does. */
function side(count: number, seed: number): number[] {
  const random = noise(seed);
  const heights: number[] = [];
  let height = 0.012;
  for (let index = 0; index < count; index += 1) {
    const slope = ((index + 4) / count) ** 0.85;
    const jump = random() < 0.09 ? 4.5 : 0.5 + random() * 0.5;
    height += slope * jump;
    heights.push(height);
  }
  const highest = heights.at(-1) ?? 1;
  return heights.map((value) => value / highest);
}

interface Paths {
  lines: string;
  dots: { x: number; y: number }[];
}

function depthPaths(width: number, height: number): Paths {
  const centre = Math.round(width / 2);
  const count = Math.ceil(centre / pitch) + 1;
  let lines = "";
  const dots: Paths["dots"] = [];
  const draw = (direction: -1 | 1, seed: number) => {
    side(count, seed).forEach((share, index) => {
      if (index < 2) return;
      const x = centre + direction * (index + 1) * pitch + 0.5;
      const y = Math.round((height - 4) * (1 - share)) + 4;
      lines += `M${x} ${height}V${y}`;
      dots.push({ x, y: y - 2 });
    });
  };
  draw(-1, 7);
  draw(1, 29);
  return { lines, dots };
}

/** Width of the element, followed while it changes. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(() => document.documentElement.clientWidth || 1440);
  useEffect(() => {
    const element = ref.current;
    if (!element || typeof ResizeObserver === "undefined") return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.round(entry.contentRect.width));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

/** The brand's figure: hairlines at 6 px, a depth curve, the accent at the spread. A decoration. */
export function DepthFigure(props: { height: number; spread?: number; dots?: boolean }) {
  const { height, spread = 40 } = props;
  const { ref, width } = useWidth();
  const paths = useMemo(() => depthPaths(width, height), [width, height]);
  const centre = Math.round(width / 2) + 0.5;
  return (
    <div ref={ref} className={styles.figure} aria-hidden="true" style={{ height }}>
      <svg data-measured="" width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        <defs>
          <linearGradient
            id="depth"
            gradientUnits="userSpaceOnUse"
            x1="0"
            x2="0"
            y1="0"
            y2={height}
          >
            <stop offset="0" stopColor="var(--line-strong)" />
            <stop offset="1" stopColor="var(--line)" stopOpacity="0.7" />
          </linearGradient>
        </defs>
        <path d={paths.lines} stroke="url(#depth)" strokeWidth="1" />
        {props.dots && (
          <g fill="var(--text-3)" opacity="0.75">
            {paths.dots.map(({ x, y }) => (
              <circle key={x} cx={x} cy={y} r="1" />
            ))}
          </g>
        )}
        <path
          d={`M${centre} ${height}V${height - spread}`}
          stroke="var(--accent)"
          strokeWidth="1.25"
        />
        <path
          d={[-12, -6, 6, 12].map((x) => `M${centre + x} ${height}v-7`).join("")}
          stroke="var(--accent)"
          strokeWidth="1.25"
        />
      </svg>
    </div>
  );
}
