import { cx } from "../lib/cx";
import { t } from "../lib/i18n";
import { passwordWorth, type PasswordRules } from "../lib/password";
import styles from "./password_meter.module.css";

interface PasswordMeterProps extends PasswordRules {
  password: string;
  /** What is asked for, as long as nothing is typed. */
  hint: string;
}

const levels = [1, 2, 3, 4] as const;

/** Below the field of a new password: how good it is, and why. */
export function PasswordMeter({ password, hint, ...rules }: PasswordMeterProps) {
  if (password === "") return <>{hint}</>;
  const { level, why } = passwordWorth(password, rules);
  return (
    <span className={styles.meter}>
      <span className={styles.bar} aria-hidden="true">
        {levels.map((step) => (
          <span key={step} className={cx(styles.step, step <= level && styles[`level-${level}`])} />
        ))}
      </span>
      <span role="status">{t(why, { count: rules.shortest })}</span>
    </span>
  );
}
