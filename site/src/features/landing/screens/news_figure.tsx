// Drawn figures for news without a picture; each place in the list has its own.
const line = "var(--line-strong)";
const accent = "var(--accent)";

const bars = Array.from({ length: 54 }, (_, index) =>
  Math.round(14 + 46 * (1 + Math.sin(index * 0.31)) + 22 * Math.sin(index * 1.7) * (index / 54)),
);

const path = "M0 94C46 62 96 62 150 88S300 130 384 92";

function Rings() {
  return (
    <>
      {[12, 29, 63, 80, 97, 114, 131, 148].map((radius) => (
        <circle key={radius} cx="192" cy="90" r={radius} stroke={line} />
      ))}
      <circle cx="192" cy="90" r="46" stroke={accent} />
      <circle cx="226" cy="122" r="5" fill={accent} />
    </>
  );
}

function Bars() {
  return bars.map((height, index) => (
    <path
      key={index}
      d={`M${15 + index * 6.7} 160v${-Math.min(height, 112)}`}
      stroke={index === 46 ? accent : line}
      strokeWidth={index === 46 ? 2 : 1}
    />
  ));
}

const lit = new Set([
  0,
  17 * 6 + 1,
  17 * 5 + 3,
  17 * 4 + 5,
  17 * 3 + 7,
  17 * 6 + 10,
  11,
  17 * 5 + 14,
]);

function Dots() {
  return Array.from({ length: 17 * 7 }, (_, index) => (
    <circle
      key={index}
      cx={28 + (index % 17) * 20.5}
      cy={28 + Math.floor(index / 17) * 20.5}
      r={lit.has(index) || index === 17 + 9 ? 4 : 1.5}
      fill={index === 17 + 9 ? accent : lit.has(index) ? "var(--text-3)" : line}
    />
  ));
}

function Waves() {
  return Array.from({ length: 11 }, (_, index) => (
    <path
      key={index}
      d={path}
      transform={`translate(0 ${(index - 5) * 11}) scale(1 ${1 - Math.abs(index - 5) * 0.03})`}
      stroke={index === 5 ? accent : line}
    />
  ));
}

function Squares() {
  return [0, 1, 2].map((index) => (
    <rect
      key={index}
      x={112 + index * 20}
      y={50 - index * 20}
      width="120"
      height="120"
      rx="14"
      stroke={index === 2 ? accent : line}
    />
  ));
}

function Mark() {
  return (
    <g transform="translate(134 32) scale(3.7)" stroke="none">
      <path
        fill="var(--surface-4)"
        d="M5.444 14.95A12.5 12.5 0 0 1 27.75 8.304L23.495 11.629A7.1 7.1 0 0 0 10.878 14.95Z"
      />
      <path
        fill={accent}
        d="M1.644 17.05A12.5 12.5 0 0 0 23.95 23.696L19.695 20.371A7.1 7.1 0 0 1 7.078 17.05Z"
      />
    </g>
  );
}

const figures = [Rings, Bars, Dots, Waves, Squares, Mark];

export function NewsFigure({ index }: { index: number }) {
  const Figure = figures[index % figures.length] ?? Mark;
  return (
    <svg viewBox="0 0 384 180" fill="none" preserveAspectRatio="xMidYMid slice">
      <Figure />
    </svg>
  );
}
