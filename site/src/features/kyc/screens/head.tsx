import { Clock } from "lucide-react";
import { t } from "../../../lib/i18n";
import { Chip } from "../../../ui/chip";
import { overall, type Record } from "../rules";
import styles from "./kyc.module.css";

/** Where the verification stands, in a word. */
export function StateChip({ record }: { record: Record }) {
  const state = overall(record);
  if (state === "approved") return <Chip tone="up">{t("kyc.chip_approved")}</Chip>;
  if (state === "rejected") return <Chip tone="down">{t("kyc.chip_rejected")}</Chip>;
  if (record.message === "no_existing_kyc") {
    return <Chip tone="warning">{t("kyc.chip_none")}</Chip>;
  }
  return (
    <Chip tone="warning">
      <Clock size={12} strokeWidth={1.75} aria-hidden="true" />
      {t(state === "pending" ? "kyc.chip_pending" : "kyc.chip_progress")}
    </Chip>
  );
}

/** `lead` stands until there is nothing left to do. */
export function Head(props: { title: string; lead: string; record: Record | undefined }) {
  const done = props.record && overall(props.record) === "approved";
  return (
    <header className={styles.head}>
      <div>
        <h1 className={styles.title}>{props.title}</h1>
        <p className={styles.lead}>{done ? t("kyc.account_verified_lead") : props.lead}</p>
      </div>
      {props.record && <StateChip record={props.record} />}
    </header>
  );
}
