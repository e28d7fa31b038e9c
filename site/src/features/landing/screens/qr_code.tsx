import qrcode from "qrcode-generator";
import { useMemo } from "react";
import styles from "./apps.module.css";

const quiet = 3;

/** Dark modules as one path, a unit square each. */
function modules_of(text: string): { path: string; size: number } {
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  let path = "";
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (code.isDark(row, column)) path += `M${column} ${row}h1v1h-1z`;
    }
  }
  return { path, size };
}

export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => modules_of(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-quiet} ${-quiet} ${size + 2 * quiet} ${size + 2 * quiet}`}
      shapeRendering="crispEdges"
      className={styles.code}
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
