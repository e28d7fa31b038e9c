import { Check } from "lucide-react";
import { t } from "../../../lib/i18n";
import type { TextKey } from "../../../text/catalogue";
import { Fact } from "../../../ui/facts";
import styles from "./kyc.module.css";

const ofDocument: readonly TextKey[] = [
  "kyc.good_corners",
  "kyc.good_glare",
  "kyc.good_sharp",
  "kyc.good_colour",
];
const ofSelfie: readonly TextKey[] = [
  "kyc.good_selfie_face",
  "kyc.good_selfie_light",
  "kyc.good_selfie_bare",
  "kyc.good_selfie_alone",
];

function GoodPhoto({ selfie }: { selfie: boolean }) {
  return (
    <section className={styles["side-card"]}>
      <h2 className={styles["side-title"]}>{t("kyc.good_photo")}</h2>
      <ul className={styles.checks}>
        {(selfie ? ofSelfie : ofDocument).map((key) => (
          <li key={key}>
            <Check size={14} strokeWidth={1.75} aria-hidden="true" />
            {t(key)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function AfterApproval() {
  const change = {
    before: t("kyc.withdrawal_unverified_short"),
    after: t("kyc.withdrawal_verified_short"),
  };
  return (
    <section className={styles["side-card"]}>
      <h2 className={styles["side-title"]}>{t("kyc.after_approval")}</h2>
      <dl className={styles.facts}>
        <Fact name={t("kyc.limit_withdrawal")}>
          <span aria-hidden="true">{t("kyc.limit_withdrawal_change", change)}</span>
          <span className="hidden-but-read">{t("kyc.limit_withdrawal_read", change)}</span>
        </Fact>
        <Fact name={t("kyc.limit_fiat")}>{t("kyc.fiat_daily")}</Fact>
        <Fact name={t("kyc.limit_p2p")}>{t("kyc.unlimited")}</Fact>
      </dl>
    </section>
  );
}

/** Beside the steps: how to take the photo that is to come, and what it is good for. */
export function SideCards({ photo }: { photo: "selfie" | "document" | undefined }) {
  return (
    <div className={styles.side}>
      {photo && <GoodPhoto selfie={photo === "selfie"} />}
      <AfterApproval />
    </div>
  );
}
