// The newest six. Without any, the section is not there.
import { useState } from "react";
import { t } from "../../../lib/i18n";
import { lazyCode } from "../../../lib/lazy_part";
import { Chip } from "../../../ui/chip";
import { LazyDialog } from "../../../ui/lazy_boundary";
import { Time } from "../../../ui/number";
import { Skeleton } from "../../../ui/states";
import { useNews, type NewsItem } from "../api";
import page from "./landing.module.css";
import styles from "./news.module.css";
import { NewsFigure } from "./news_figure";

const Article = lazyCode(() => import("./news_article"));

function Picture({ item, index }: { item: NewsItem; index: number }) {
  const [broken, setBroken] = useState(false);
  return (
    <div className={styles.picture} aria-hidden="true">
      {item.imageurl && !broken ? (
        <img
          src={item.imageurl}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      ) : (
        <NewsFigure index={index} />
      )}
    </div>
  );
}

function Card(props: { item: NewsItem; index: number; onRead: (item: NewsItem) => void }) {
  const { item } = props;
  return (
    <li className={styles.card}>
      <Picture item={item} index={props.index} />
      <div className={styles.words}>
        <p className={styles.line}>
          <Chip tone="accent">{item.publisher || t("landing_more.news_own")}</Chip>
          <Time at={item.published_at} style="date" />
        </p>
        <h3>
          {item.url ? (
            <a href={item.url} target="_blank" rel="noopener noreferrer">
              {item.title}
              <span className="hidden-but-read"> {t("landing_more.news_new_tab")}</span>
            </a>
          ) : (
            <button type="button" onClick={() => props.onRead(item)}>
              {item.title}
            </button>
          )}
        </h3>
        {item.body && <p className={styles.body}>{item.body}</p>}
      </div>
    </li>
  );
}

export default function News() {
  const items = useNews();
  const [reading, setReading] = useState<NewsItem | null>(null);
  if (items?.length === 0) return null;
  return (
    <section className={page.section}>
      <div className={page.head}>
        <h2 className={page.title}>{t("landing_more.news")}</h2>
      </div>
      <ul className={styles.cards}>
        {items?.map((item, index) => (
          <Card key={item.id} item={item} index={index} onRead={setReading} />
        )) ??
          Array.from({ length: 3 }, (_, index) => (
            <li key={index} className={styles.card}>
              <div className={styles.picture} />
              <div className={styles.words}>
                <Skeleton width={96} />
                <Skeleton height={20} />
              </div>
            </li>
          ))}
      </ul>
      {reading && (
        <LazyDialog close={() => setReading(null)} open={() => setReading(reading)}>
          <Article item={reading} onClose={() => setReading(null)} />
        </LazyDialog>
      )}
    </section>
  );
}
