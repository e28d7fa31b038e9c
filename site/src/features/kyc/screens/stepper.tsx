import { Check } from "lucide-react";
import { cx } from "../../../lib/cx";
import { t } from "../../../lib/i18n";
import type { TextKey } from "../../../text/catalogue";
import type { Photo } from "../rules";
import styles from "./kyc.module.css";

export type Step = "document" | Photo;

export const steps: readonly { id: Step; text: TextKey }[] = [
  { id: "document", text: "kyc.step_document" },
  { id: "selfie", text: "kyc.step_selfie" },
  { id: "front", text: "kyc.step_front" },
  { id: "back", text: "kyc.step_back" },
];

/** The four steps, how far they are, and on phones the name of the one that is shown. */
export function Stepper({ current, done }: { current: Step; done: ReadonlySet<Step> }) {
  const number = steps.findIndex(({ id }) => id === current) + 1;
  return (
    <>
      <ol className={styles.steps} aria-label={t("kyc.steps")}>
        {steps.map(({ id, text }, index) => {
          const isDone = done.has(id) && id !== current;
          return (
            <li
              key={id}
              className={cx(
                styles.step,
                isDone && styles["step-done"],
                id === current && styles["step-now"],
              )}
              aria-current={id === current ? "step" : undefined}
            >
              <span className={styles["step-mark"]} aria-hidden="true">
                {isDone ? <Check size={14} strokeWidth={2.5} /> : index + 1}
              </span>
              <span className={styles["step-name"]}>{t(text)}</span>
              {isDone && <span className="hidden-but-read">{t("kyc.step_done")}</span>}
            </li>
          );
        })}
      </ol>
      <p className={styles["step-count"]} aria-hidden="true">
        {t("kyc.step_of", { n: number, count: steps.length })}
      </p>
    </>
  );
}
