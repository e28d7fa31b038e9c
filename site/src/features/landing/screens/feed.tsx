// Trending: what the market list itself has to tell.
import { formatPercent, formatShort } from "../../../lib/format";
import { currentLanguage, t } from "../../../lib/i18n";
import type { Pair } from "../../../lib/pairs";
import { Link } from "../../../lib/router";
import { Chip } from "../../../ui/chip";
import { CoinIcon, Sparkline } from "../../../ui/coin";
import { Change, Price } from "../../../ui/number";
import { Skeleton } from "../../../ui/states";
import { feed, type FeedEntry, type Story } from "../rules";
import styles from "./feed.module.css";
import page from "./landing.module.css";

const tones: Record<Story, "up" | "down" | "accent"> = {
  riser: "up",
  faller: "down",
  volume: "accent",
  high: "up",
  low: "down",
};

function Entry({ entry: { story, pair } }: { entry: FeedEntry }) {
  const language = currentLanguage();
  const volume = formatShort(pair.volume_usdt, language);
  const percent = formatPercent(pair.percent, { signed: false, language });
  return (
    <li className={styles.entry}>
      <div className={styles.head}>
        <CoinIcon name={pair.name} image={pair.image} size={24} />
        <span className={styles.name}>{pair.name}</span>
        <Chip tone={tones[story]}>{t(`landing_more.feed_${story}`)}</Chip>
        <Sparkline values={pair.sparkline} width={64} height={20} />
      </div>
      <Link to={`/trades/spot/${pair.name}`} className={styles.sentence}>
        {t(`landing_more.feed_${story}_text`, {
          coin: pair.full_name,
          // The words say whether it rose or fell.
          percent: percent.replace(/^\u2212/, ""),
          volume,
        })}
      </Link>
      <div className={styles.figures}>
        <Price value={pair.close} tick={pair.tick} currency="$" />
        {story === "volume" ? (
          <Change percent={pair.percent} dense />
        ) : (
          <span>{t("landing_more.feed_traded", { volume })}</span>
        )}
      </div>
    </li>
  );
}

export function Feed({ pairs }: { pairs: readonly Pair[] | undefined }) {
  const entries = pairs && feed(pairs);
  if (entries?.length === 0) return null;
  return (
    <section className={page.section}>
      <div className={styles.title}>
        <h2 className={page.title}>{t("landing_more.feed")}</h2>
        <p>{t("landing_more.feed_text")}</p>
      </div>
      <ul className={styles.entries}>
        {entries?.map((entry) => <Entry key={entry.pair.id} entry={entry} />) ??
          Array.from({ length: 6 }, (_, index) => (
            <li key={index} className={styles.entry}>
              <Skeleton width={120} height={24} />
              <Skeleton height={20} />
              <Skeleton width={96} height={20} />
            </li>
          ))}
      </ul>
    </section>
  );
}
