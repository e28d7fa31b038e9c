// A minute's walk over the trading screen, for who has never seen one: what is where, one part after
// the other. The parts are found by their data-tour; one that a screen does not have is left out.
import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { t } from "../lib/i18n";
import { Button, IconButton } from "../ui/button";
import styles from "./tour.module.css";

const stops = ["market", "chart", "book", "form", "orders"] as const;
type Stop = (typeof stops)[number];

const partOf = (stop: Stop) => document.querySelector<HTMLElement>(`[data-tour~="${stop}"]`);

/** Frames the part as long as the walk stands there. */
function useFrame(stop: Stop) {
  useEffect(() => {
    const part = partOf(stop);
    if (!part) return undefined;
    part.dataset["touring"] = "";
    part.scrollIntoView({ block: "nearest" });
    return () => {
      delete part.dataset["touring"];
    };
  }, [stop]);
}

function Walk({ present, onClose }: { present: readonly Stop[]; onClose: () => void }) {
  const [at, go] = useState(0);
  const card = useRef<HTMLElement>(null);
  const stop = present[at] ?? "chart";
  const last = at >= present.length - 1;
  useFrame(stop);
  useEffect(() => card.current?.focus(), [at]);
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      if (key === "Escape") onClose();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [onClose]);
  return (
    <section ref={card} tabIndex={-1} className={styles.tour} aria-label={t("tour.tour")}>
      <p className={styles.count}>
        {t("tour.count", { n: at + 1, count: present.length })}
        <IconButton label={t("tour.close")} onClick={onClose}>
          <X size={18} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      </p>
      <h2 className={styles.title}>{t(`tour.${stop}`)}</h2>
      <p className={styles.text}>{t(`tour.${stop}_text`)}</p>
      <div className={styles.acts}>
        <Button look="outline" size="m" disabled={at === 0} onClick={() => go(at - 1)}>
          {t("tour.back")}
        </Button>
        <Button look="primary" size="m" onClick={last ? onClose : () => go(at + 1)}>
          {t(last ? "tour.done" : "tour.next")}
        </Button>
      </div>
    </section>
  );
}

export default function Tour({ onClose }: { onClose: () => void }) {
  const [present, setPresent] = useState<readonly Stop[]>();
  // The screen may come with this very render.
  useEffect(() => setPresent(stops.filter((stop) => partOf(stop) !== null)), []);
  return present && <Walk present={present} onClose={onClose} />;
}
