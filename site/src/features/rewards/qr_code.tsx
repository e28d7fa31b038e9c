// A QR code, drawn as one path. The library that computes it is fetched when one is shown.
import { useEffect, useState } from "react";
import styles from "./rewards.module.css";

const quiet_zone = 2;

interface Drawn {
  size: number;
  path: string;
}

async function draw(text: string): Promise<Drawn> {
  const { create } = await import("qrcode");
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  let path = "";
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column)) path += `M${column} ${row}h1v1h-1z`;
    }
  }
  return { size: modules.size, path };
}

export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawn, set_drawn] = useState<Drawn | null>(null);
  useEffect(() => {
    let wanted = true;
    // Without the code the link still stands beside it.
    draw(text).then(
      (next) => wanted && set_drawn(next),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [text]);
  if (!drawn) return <div className={styles.qr} />;
  const side = drawn.size + 2 * quiet_zone;
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.qr}
      viewBox={`${-quiet_zone} ${-quiet_zone} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path d={drawn.path} fill="currentColor" />
    </svg>
  );
}
