import { useEffect } from "react";
import { useLocation } from "react-router";
import { t } from "../../../lib/i18n";
import { lazyPart } from "../../../lib/lazy_part";
import { useNarrow } from "../../../lib/narrow";
import { useSession } from "../../../lib/session";
import { LinkButton } from "../../../ui/button";
import { DepthFigure } from "../../../ui/depth_figure";
import { PartFailed } from "../../../ui/failure";
import { Later } from "../../../ui/later";
import { WhenNear } from "../../../ui/when_near";
import { Begin } from "./begin";
import styles from "./landing.module.css";
import { LiveUnknown } from "./live_unknown";
import { MarketUnknown } from "./market_places";

const Below = lazyPart(() => import("./below"), ["landing_more"]);
const Live = lazyPart(() => import("./live"), ["market", "landing_more"]);
const Market = lazyPart(() => import("./market"));

const hands = ["wheel", "touchstart", "keydown", "pointerdown"] as const;
const settledAfterMs = 10_000;

/** Any hash leads to the bottom of the page, also while the page still grows there. */
function useHashToBottom() {
  const { hash } = useLocation();
  useEffect(() => {
    if (!hash || typeof ResizeObserver === "undefined") return undefined;
    const observer = new ResizeObserver(() =>
      window.scrollTo(0, document.documentElement.scrollHeight),
    );
    const stop = () => observer.disconnect();
    observer.observe(document.body);
    hands.forEach((hand) => addEventListener(hand, stop, { passive: true }));
    const settled = setTimeout(stop, settledAfterMs);
    return () => {
      stop();
      clearTimeout(settled);
      hands.forEach((hand) => removeEventListener(hand, stop));
    };
  }, [hash]);
}

export default function Landing() {
  useHashToBottom();
  const session = useSession();
  const phone = useNarrow();
  return (
    <>
      <section className={styles.hero}>
        <DepthFigure height={phone ? 204 : 390} spread={66} dots />
        <div className={styles.words}>
          <h1 className={styles.headline}>
            <span>{t("landing.headline_1")}</span> <span>{t("landing.headline_2")}</span>
          </h1>
          <p className={styles.lead}>{t("landing.lead")}</p>
          <div className={styles.actions}>
            {!session && <Begin />}
            <LinkButton to="/markets/prices" look={session ? "primary" : "outline"} size="xl">
              {t("landing.view_markets")}
            </LinkButton>
          </div>
        </div>
        <Later fallback={<LiveUnknown />} instead={<PartFailed />}>
          <Live />
        </Later>
      </section>
      <Later fallback={<MarketUnknown />} instead={<PartFailed />}>
        <Market />
      </Later>
      <WhenNear height={3600}>
        <Below />
      </WhenNear>
    </>
  );
}
