import { useMemo } from "react";
import { encode } from "uqr";
import styles from "./qr_code.module.css";

// The library that reads codes (features/withdraw) also draws them, with 2 kB more for the landing
// page, which shows one.

/** What readers need around the code, in modules (ISO/IEC 18004). */
const quietZone = 4;

/** A QR code drawn as one path. Dark on white in every theme, since readers expect it so. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: "M", border: quietZone });
    const squares = code.data.flatMap((row, y) =>
      row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")),
    );
    return { size: code.size, path: squares.join("") };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={styles.code}
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
