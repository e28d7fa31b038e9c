import styles from "./live.module.css";

/** As `live` before its code is here: frames of the same size. */
export const LiveUnknown = () => (
  <>
    <section className={styles.live}>
      {(["head", "body", "foot"] as const).map((part) => (
        <div key={part} className={styles[part]} />
      ))}
    </section>
    <dl className={styles.facts}>
      {[1, 2, 3].map((fact) => (
        <div key={fact} className={styles.fact} />
      ))}
    </dl>
  </>
);
