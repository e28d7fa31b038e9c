// The two tiers beside each other.
import { t } from "../../../lib/i18n";
import { useSession } from "../../../lib/session";
import type { TextKey } from "../../../text/catalogue";
import { LinkButton } from "../../../ui/button";
import { Chip } from "../../../ui/chip";
import styles from "./kyc.module.css";

const rows: readonly { name: TextKey; unverified: TextKey; verified: TextKey }[] = [
  {
    name: "kyc.tier_needs",
    unverified: "kyc.tier_needs_unverified",
    verified: "kyc.tier_needs_verified",
  },
  { name: "kyc.limit_trading", unverified: "kyc.included", verified: "kyc.included" },
  { name: "kyc.limit_deposit", unverified: "kyc.unlimited", verified: "kyc.unlimited" },
  {
    name: "kyc.limit_withdrawal",
    unverified: "kyc.withdrawal_unverified",
    verified: "kyc.withdrawal_verified",
  },
  { name: "kyc.limit_fiat", unverified: "kyc.not_included", verified: "kyc.fiat_daily" },
  { name: "kyc.limit_p2p", unverified: "kyc.not_included", verified: "kyc.unlimited" },
];

export default function TiersScreen() {
  const status = useSession()?.user.account_status;
  const yours = <Chip tone="accent">{t("kyc.tier_yours")}</Chip>;
  return (
    <div className={styles.wide}>
      <h1 className={styles.title}>{t("kyc.tiers_title")}</h1>
      <p className={styles.lead}>{t("kyc.tiers_lead")}</p>
      <table className={styles.tiers}>
        <caption className="hidden-but-read">{t("kyc.tiers_caption")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("kyc.tier_feature")}</th>
            <th scope="col">
              <span className={styles.tier}>
                {t("kyc.tier_unverified")}
                {status === "Unverified" && yours}
              </span>
            </th>
            <th scope="col">
              <span className={styles.tier}>
                {t("kyc.tier_verified")}
                {status === "Verified" && yours}
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, unverified, verified }) => (
            <tr key={name}>
              <th scope="row">{t(name)}</th>
              <td>{t(unverified)}</td>
              <td>{t(verified)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {status !== "Verified" && (
        <div className={styles.below}>
          <LinkButton to="/verification/kyc" look="primary" size="l">
            {t("kyc.verify_now")}
          </LinkButton>
        </div>
      )}
    </div>
  );
}
