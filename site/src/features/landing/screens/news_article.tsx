// News of the exchange's own that stand nowhere else.
import { Dialog } from "../../../ui/dialog";
import { Time } from "../../../ui/number";
import type { NewsItem } from "../api";
import styles from "./news.module.css";

export default function Article({ item, on_close }: { item: NewsItem; on_close: () => void }) {
  return (
    <Dialog open on_close={on_close} title={item.title}>
      <Time at={item.published_at} style="date" className={styles.date} />
      <p className={styles.article}>{item.body}</p>
    </Dialog>
  );
}
