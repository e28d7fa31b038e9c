import { lazy, useEffect } from "react";
import { useLocation } from "react-router";
import { loadText, t } from "../../../lib/i18n";
import { useAllPairs, useTickers } from "../../../lib/pairs";
import { useNarrow } from "../../../lib/narrow";
import { useSession } from "../../../lib/session";
import { LinkButton } from "../../../ui/button";
import { DepthFigure } from "../../../ui/depth_figure";
import { PairName } from "../../../ui/coin";
import { Price } from "../../../ui/number";
import { WhenNear } from "../../../ui/when_near";
import { mostTraded, popular, statistics } from "../rules";
import { Begin, Try } from "./begin";
import styles from "./landing.module.css";
import { PopularCoins, QuoteStrip, Stats } from "./market_sections";

const Below = lazy(async () => {
  const [module] = await Promise.all([import("./below"), loadText(["landing_more"])]);
  return module;
});

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
  useTickers();
  const session = useSession();
  const query = useAllPairs();
  const pairs = query.data?.coinpair;
  const failed = query.isError && !pairs;
  const first = pairs?.find((pair) => pair.name === "BTC") ?? pairs?.[0];
  const phone = useNarrow();
  return (
    <>
      <section className={styles.hero}>
        <DepthFigure height={phone ? 204 : 390} spread={66} dots />
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
        {!session && <Try />}
        {first && (
          <p className={styles.spread}>
            <i aria-hidden="true" />
            <PairName name={first.name} />
            <Price value={first.close} places={first.price_places} />
          </p>
        )}
      </section>
      {!failed && (
        <>
          <QuoteStrip pairs={pairs && mostTraded(pairs)} />
          <Stats statistics={pairs && statistics(pairs)} />
        </>
      )}
      <PopularCoins
        pairs={pairs && popular(pairs)}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
      <WhenNear height={3600}>
        <Below pairs={pairs} />
      </WhenNear>
    </>
  );
}
