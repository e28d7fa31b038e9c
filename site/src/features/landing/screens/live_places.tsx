// The frames of the live market and of the three facts, and what stands in them until there is an answer.
import type { ReactNode } from "react";
import { Skeleton } from "../../../ui/placeholders";
import styles from "./live.module.css";

export function LivePlace(props: {
  label?: string;
  head?: ReactNode;
  children?: ReactNode;
  foot?: ReactNode;
}) {
  return (
    <section className={styles.live} aria-label={props.label}>
      <div className={styles.head}>
        {props.head ?? (
          <>
            <Skeleton width={32} height={32} round />
            <Skeleton width={120} height={20} />
          </>
        )}
      </div>
      <div className={styles.body}>{props.children}</div>
      <div className={styles.foot}>{props.foot}</div>
    </section>
  );
}

export function FactPlaces({ children }: { children?: ReactNode }) {
  return (
    <dl className={styles.facts}>
      {children ?? [1, 2, 3].map((place) => <FactPlace key={place} />)}
    </dl>
  );
}

export function FactPlace(props: { name?: ReactNode; value?: ReactNode; text?: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{props.name ?? <Skeleton width={120} />}</dt>
      <dd>
        <b>{props.value ?? <Skeleton width={160} height={24} />}</b>
        <p>{props.text}</p>
      </dd>
    </div>
  );
}
