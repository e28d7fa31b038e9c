// The few icons that the first page shows, drawn with lucide's paths (ISC licence) but without its
// runtime, which would weigh more than they do. Everything that loads later uses lucide-react.
export const iconShapes = {
  arrow_right: "M5 12h14m-7-7 7 7-7 7",
  chevron_down: "m6 9 6 6 6-6",
  menu: "M4 6h16M4 12h16M4 18h16",
  plus: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M8 12h8M12 8v8",
  unplug:
    "m19 5 3-3M2 22l3-3M6.3 20.3a2.4 2.4 0 0 0 3.4 0L12 18l-6-6-2.3 2.3a2.4 2.4 0 0 0 0 3.4ZM7.5 13.5 10 11M10.5 16.5 13 14M12 6l6 6 2.3-2.3a2.4 2.4 0 0 0 0-3.4l-2.6-2.6a2.4 2.4 0 0 0-3.4 0Z",
  wallet:
    "M19 7V4a1 1 0 0 0-1-1H5a2 2 0 0 0 0 4h15a1 1 0 0 1 1 1v4h-3a2 2 0 0 0 0 4h3a1 1 0 0 0 1-1v-2a1 1 0 0 0-1-1M3 5v14a2 2 0 0 0 2 2h15a1 1 0 0 0 1-1v-4",
} as const;

interface Drawn {
  size: number;
  className?: string | undefined;
}

/** A path on lucide's 24 by 24 grid, drawn as all icons are. */
export const Shape = ({ path, size, className }: Drawn & { path: string }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    className={className}
  >
    <path d={path} />
  </svg>
);

export const Icon = ({ name, ...rest }: Drawn & { name: keyof typeof iconShapes }) => (
  <Shape path={iconShapes[name]} {...rest} />
);
