import { encode } from "uqr";
import styles from "./account.module.css";

/** A QR code drawn as one path. Dark on white, whatever the theme: readers expect it so. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={styles.qr}
    >
      <rect width={size} height={size} className={styles["qr-paper"]} />
      <path d={path} className={styles["qr-ink"]} />
    </svg>
  );
}
