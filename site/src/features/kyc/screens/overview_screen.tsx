// Where the verification stands, and what it brings.
import { cx } from "../../../lib/cx";
import { t } from "../../../lib/i18n";
import type { TextKey } from "../../../text/catalogue";
import { LinkButton, TextLink } from "../../../ui/button";
import { Chip } from "../../../ui/chip";
import { ErrorState, Skeleton } from "../../../ui/states";
import { useVerification } from "../api";
import { overall, photos, type Overall, type Photo, type Record, type Status } from "../rules";
import { Head } from "./head";
import { SideCards } from "./side_cards";
import styles from "./kyc.module.css";
import summary from "./summary.module.css";

const names: { readonly [P in Photo]: TextKey } = {
  selfie: "kyc.step_selfie",
  front: "kyc.step_front",
  back: "kyc.step_back",
};

function PhotoChip({ status }: { status: Status }) {
  if (status === "APPROVED") return <Chip tone="up">{t("kyc.photo_approved")}</Chip>;
  if (status === "DISSAPROVED") return <Chip tone="down">{t("kyc.photo_rejected")}</Chip>;
  if (status === "PENDING") return <Chip tone="warning">{t("kyc.photo_pending")}</Chip>;
  return <Chip>{t("kyc.photo_missing")}</Chip>;
}

const texts: { readonly [S in Overall]: { text: TextKey; act: TextKey } } = {
  none: { text: "kyc.overview_missing", act: "kyc.go_on" },
  pending: { text: "kyc.pending_text", act: "kyc.see_state" },
  rejected: { text: "kyc.overview_rejected", act: "kyc.upload_again" },
  approved: { text: "kyc.approved_text", act: "kyc.see_state" },
};
const atTheBeginning = { text: "kyc.overview_none", act: "kyc.verify_now" } as const;

function Identity({ record }: { record: Record }) {
  const state = overall(record);
  const begun = record.message !== "no_existing_kyc";
  const { text, act } = begun ? texts[state] : atTheBeginning;
  const busy = state === "none" || state === "rejected";
  return (
    <section className={styles.card}>
      <h2 className={styles["card-title"]}>{t("kyc.overview_identity")}</h2>
      <p className={styles["card-text"]}>{t(text)}</p>
      <ul className={summary.list}>
        {photos.map((photo) => (
          <li key={photo}>
            {t(names[photo])}
            <PhotoChip status={record[photo]?.status ?? null} />
          </li>
        ))}
      </ul>
      <div className={summary.below}>
        <LinkButton to="/verification/kyc" look={busy ? "primary" : "secondary"} size="l">
          {t(act)}
        </LinkButton>
        <TextLink to="/tier-verification">{t("kyc.see_tiers")}</TextLink>
      </div>
    </section>
  );
}

export default function OverviewScreen() {
  const { data: record, error, refetch } = useVerification();
  const state = record && overall(record);
  const verified = state === "approved";
  return (
    <div className={styles.page}>
      <Head title={t("kyc.title")} lead={t("kyc.overview_lead")} record={record} />
      <div className={cx(styles.columns, verified && styles["columns-alone"])}>
        {record ? (
          <Identity record={record} />
        ) : error ? (
          <section className={styles.card}>
            <ErrorState error={error} onRetry={() => void refetch()} />
          </section>
        ) : (
          <div className={styles.card}>
            <Skeleton width={160} height={20} />
            <Skeleton height={180} className={styles["skeleton-body"]} />
          </div>
        )}
        {!verified && <SideCards photo={state === "pending" ? undefined : "document"} />}
      </div>
    </div>
  );
}
