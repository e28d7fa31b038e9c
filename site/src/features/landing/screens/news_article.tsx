// News of the exchange's own that stand nowhere else.
import { Dialog } from "../../../ui/dialog";
import { Time } from "../../../ui/number";
import type { NewsItem } from "../api";
import styles from "./news.module.css";

export default function Article({ item, onClose }: { item: NewsItem; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={item.title}>
      <Time at={item.published_at} style="date" className={styles.date} />
      <p className={styles.article}>{item.body}</p>
    </Dialog>
  );
}
