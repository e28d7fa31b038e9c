// The card of the account: whether it is verified, and the way to become so.
import { cx } from "../../../lib/cx";
import { t } from "../../../lib/i18n";
import { useSession } from "../../../lib/session";
import { LinkButton } from "../../../ui/button";
import { Chip } from "../../../ui/chip";
import { Fact } from "../../../ui/facts";
import { useVerification } from "../api";
import { overall } from "../rules";
import styles from "./kyc.module.css";
import summary from "./summary.module.css";

export default function AccountScreen() {
  const session = useSession();
  const { data: record } = useVerification();
  if (!session) return null;
  const { user } = session;
  const verified = user.account_status === "Verified";
  const state = record && record.message !== "no_existing_kyc" ? overall(record) : undefined;
  const facts = [
    { name: t("kyc.email"), value: user.email },
    { name: t("kyc.mobile"), value: user.mobile_number || t("kyc.none") },
    { name: t("kyc.unique_id"), value: user.user_unique_id },
  ];
  return (
    <div className={summary.alone}>
      <h1 className={styles.title}>{t("kyc.account_title")}</h1>
      <p className={styles.lead}>
        {t(verified ? "kyc.account_verified_lead" : "kyc.overview_lead")}
      </p>
      <div className={summary.below}>
        <section className={styles.card}>
          <div className={summary.row}>
            <h2 className={styles["card-title"]}>
              {t(verified ? "kyc.approved" : "kyc.overview_identity")}
            </h2>
            <Chip tone={verified ? "up" : "warning"}>
              {t(verified ? "kyc.chip_approved" : "kyc.chip_none")}
            </Chip>
          </div>
          {verified ? (
            <dl className={cx(styles.facts, summary.details)}>
              {facts.map(({ name, value }) => (
                <Fact key={name} name={name}>
                  {value}
                </Fact>
              ))}
            </dl>
          ) : (
            <p className={styles["card-text"]}>
              {t(state === "pending" ? "kyc.pending_text" : "kyc.overview_none")}
            </p>
          )}
          <div className={summary.below}>
            <LinkButton
              to={verified ? "/profile" : "/verification/kyc"}
              look={state === "pending" ? "secondary" : "primary"}
              size="l"
            >
              {t(
                verified
                  ? "kyc.to_profile"
                  : state === "pending"
                    ? "kyc.see_state"
                    : "kyc.verify_now",
              )}
            </LinkButton>
          </div>
        </section>
      </div>
    </div>
  );
}
