// A short tour: what the exchange has, each with the way there.
import type { ReactNode } from "react";
import { t } from "../../../lib/i18n";
import { Link } from "../../../lib/router";
import { LinkButton } from "../../../ui/button";
import page from "./landing.module.css";
import styles from "./tour.module.css";

/** The screen, drawn small: the walk over it is app/tour's. */
const TradePicture = () => (
  <svg viewBox="0 0 248 132">
    <path d="M0.5 10.5h246v121H0.5zM168.5 10.5v121M0.5 92.5h168M168.5 88.5h78" />
    <path
      className={styles.strong}
      d="M14 66l18-14 16 8 18-24 18 12 20-18 18 8 26-16"
      stroke="var(--accent)"
    />
    {[22, 34, 46, 58, 70].map((y, index) => (
      <g key={y} stroke="none">
        <rect x="180" y={y} width="28" height="4" fill={index < 2 ? "var(--dn)" : "var(--up)"} />
        <rect x="216" y={y} width={20 - index * 2} height="4" fill="var(--surface-4)" />
      </g>
    ))}
    <rect x="180" y="100" width="56" height="18" rx="4" fill="var(--up)" stroke="none" />
    <path d="M14 106h64M14 118h40" />
  </svg>
);

const ConvertPicture = () => (
  <svg viewBox="0 0 248 132">
    <rect x="24.5" y="20.5" width="200" height="40" rx="8" />
    <rect x="24.5" y="72.5" width="200" height="40" rx="8" />
    <circle cx="46" cy="40" r="9" fill="var(--accent)" stroke="none" />
    <circle cx="46" cy="92" r="9" fill="var(--up)" stroke="none" />
    <path d="M64 40h36M64 92h48" />
    <circle cx="124" cy="66" r="13" fill="var(--surface-3)" />
    <path className={styles.strong} d="M124 60v12m-5-5 5 5 5-5" stroke="var(--text-1)" />
  </svg>
);

const FuturesPicture = () => (
  <svg viewBox="0 0 248 132">
    <path d="M24 96.5h200" />
    <path className={styles.strong} d="M24 96.5h52" stroke="var(--dn)" />
    <path className={styles.strong} d="M76 96.5h78" stroke="var(--accent)" />
    <path d="M76.5 40v56M154.5 24v72" strokeDasharray="2 4" />
    <circle cx="76" cy="96" r="5" fill="var(--dn)" stroke="none" />
    <circle cx="154" cy="96" r="5" fill="var(--accent)" stroke="none" />
    <path d="M84 44h36M162 28h44M162 38h28" />
  </svg>
);

const EarnPicture = () => (
  <svg viewBox="0 0 248 132">
    {[20, 30, 42, 56, 72, 90].map((height, index) => (
      <rect
        key={height}
        x={32 + index * 32}
        y={116 - height}
        width="20"
        height={height}
        rx="3"
        stroke="none"
        fill={index === 5 ? "var(--accent)" : "var(--surface-4)"}
      />
    ))}
    <path d="M24 116.5h204" />
  </svg>
);

const stops: readonly {
  id: "trade" | "convert" | "futures" | "earn";
  to: string;
  picture: ReactNode;
}[] = [
  { id: "trade", to: "/trades/spot/BTC", picture: <TradePicture /> },
  { id: "convert", to: "/wallet/convert", picture: <ConvertPicture /> },
  { id: "futures", to: "/trades/futures/BTC", picture: <FuturesPicture /> },
  { id: "earn", to: "/wallet/simple_earn", picture: <EarnPicture /> },
];

export function Tour() {
  return (
    <section className={page.section}>
      <div className={page.head}>
        <h2 className={page.title}>{t("landing_more.tour")}</h2>
        <LinkButton to="/trades/spot/BTC" state={{ tour: true }} look="outline">
          {t("landing_more.tour_walk")}
        </LinkButton>
      </div>
      <ul className={styles.stops}>
        {stops.map(({ id, to, picture }) => (
          <li key={id} className={styles.stop}>
            <div className={styles.picture} aria-hidden="true">
              {picture}
            </div>
            <h3>
              <Link to={to} className={styles.link}>
                {t(`landing_more.tour_${id}`)}
              </Link>
            </h3>
            <p>{t(`landing_more.tour_${id}_text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
