/** Our mark: a coin cut along the spread. With the name unless `glyph`. */
export function Logo({ height = 24, glyph = false }: { height?: number; glyph?: boolean }) {
  const width = glyph ? 32 : 127.752;
  return (
    <svg
      viewBox={`0 0 ${width} 32`}
      height={height}
      width={(height * width) / 32}
      aria-hidden="true"
      style={{ color: "var(--text-1)" }}
    >
      <path
        fill="currentColor"
        d="M5.444 14.95A12.5 12.5 0 0 1 27.75 8.304L23.495 11.629A7.1 7.1 0 0 0 10.878 14.95Z"
      />
      <path
        fill="var(--logo-half)"
        d="M1.644 17.05A12.5 12.5 0 0 0 23.95 23.696L19.695 20.371A7.1 7.1 0 0 1 7.078 17.05Z"
      />
      {!glyph && (
        <g transform="translate(37.5 3.4) scale(.86)">
          <path
            fill="none"
            stroke="currentColor"
            strokeWidth="3.1"
            d="M12.481 11.36A6.45 6.45 0 1 0 12.481 20.64M18.15 16A6.45 6.45 0 1 1 31.05 16A6.45 6.45 0 1 1 18.15 16ZM31.05 8.2V24M37.75 8.2V24M37.75 14.3A4.75 4.75 0 0 1 47.25 14.3V24M47.25 14.3A4.75 4.75 0 0 1 56.75 14.3V24M63.45 1.5V24M63.45 16A6.45 6.45 0 1 1 76.35 16A6.45 6.45 0 1 1 63.45 16ZM82.65 8.2V24M88.75 16A6.45 6.45 0 1 1 101.65 16A6.45 6.45 0 1 1 88.75 16Z"
          />
          <circle cx="82.65" cy="3.6" r="2" fill="currentColor" />
        </g>
      )}
    </svg>
  );
}
