// The verification: a document and three photos, one step after the other.
import { BadgeCheck, CircleCheck, TriangleAlert, type LucideIcon } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { cx } from "../../../lib/cx";
import { t } from "../../../lib/i18n";
import { LinkButton } from "../../../ui/button";
import { ErrorState, Skeleton } from "../../../ui/states";
import { recheck, useVerification } from "../api";
import {
  is_id_type,
  is_rejected,
  is_wanted,
  next_wanted,
  overall,
  photos,
  type Document,
  type Record,
} from "../rules";
import { DocumentStep } from "./document_step";
import { Head } from "./head";
import { PhotoStep } from "./photo_step";
import { SideCards } from "./side_cards";
import { Stepper, type Step } from "./stepper";
import styles from "./kyc.module.css";

const submitted_for_ms = 3_000;

function Notice(props: {
  icon: LucideIcon;
  tone: "up" | "warning";
  title: string;
  text: string;
  children?: ReactNode;
}) {
  return (
    <section className={cx(styles.card, styles.notice)} role="status">
      <props.icon
        size={32}
        strokeWidth={1.5}
        aria-hidden="true"
        className={props.tone === "up" ? styles.good : styles.waiting}
      />
      <h2 className={styles["card-title"]}>{props.title}</h2>
      <p className={styles["card-text"]}>{props.text}</p>
      {props.children}
    </section>
  );
}

/** The first step needs to be done once; afterwards a visit begins at the photo that is wanted. */
const first_step = (record: Record): Step =>
  is_id_type(record.id_type) ? (next_wanted(record) ?? "document") : "document";

const document_of = (record: Record): Document => ({
  id_type: is_id_type(record.id_type) ? record.id_type : "",
  id_number: record.id_number ?? "",
});

function Steps(props: { record: Record; on_begun: () => void; on_submitted: () => void }) {
  const { record } = props;
  const [step, set_step] = useState<Step>(() => first_step(record));
  const [document, set_document] = useState(() => document_of(record));
  const done = new Set<Step>(photos.filter((photo) => !is_wanted(record, photo)));
  if (step !== "document") done.add("document");

  const sent = (photo: (typeof photos)[number]) => {
    props.on_begun();
    const next =
      next_wanted(record, photo) ?? photos.find((one) => one !== photo && is_wanted(record, one));
    if (next) set_step(next);
    else props.on_submitted();
  };
  return (
    <>
      <Stepper current={step} done={done} />
      <div className={styles.columns}>
        {step === "document" ? (
          <DocumentStep
            document={document}
            on_document={set_document}
            on_next={() => set_step(next_wanted(record) ?? "selfie")}
          />
        ) : (
          <PhotoStep
            key={step}
            photo={step}
            document={document}
            rejected={is_rejected(record, step)}
            reason={record[step]?.reason}
            on_back={() => set_step("document")}
            on_sent={() => sent(step)}
          />
        )}
        <SideCards photo={step === "selfie" ? "selfie" : "document"} />
      </div>
    </>
  );
}

function Content({ record }: { record: Record }) {
  // Between two photos of one visit the other one may be rejected and this one pending already: the
  // visit goes on until all were sent.
  const [under_way, set_under_way] = useState(false);
  const [submitted, set_submitted] = useState(false);
  useEffect(() => {
    if (!submitted) return undefined;
    const timer = setTimeout(() => set_submitted(false), submitted_for_ms);
    return () => clearTimeout(timer);
  }, [submitted]);

  const state = overall(record);
  if (submitted) {
    return (
      <Notice
        icon={CircleCheck}
        tone="up"
        title={t("kyc.submitted")}
        text={t("kyc.submitted_text")}
      />
    );
  }
  if (state === "none" || state === "rejected" || (under_way && next_wanted(record))) {
    return (
      <Steps
        record={record}
        on_begun={() => set_under_way(true)}
        on_submitted={() => {
          set_under_way(false);
          set_submitted(true);
          void recheck();
        }}
      />
    );
  }
  if (state === "pending") {
    return (
      <Notice
        icon={TriangleAlert}
        tone="warning"
        title={t("kyc.pending")}
        text={t("kyc.pending_text")}
      />
    );
  }
  return (
    <Notice icon={BadgeCheck} tone="up" title={t("kyc.approved")} text={t("kyc.approved_text")}>
      <LinkButton to="/profile" look="primary" size="l">
        {t("kyc.to_profile")}
      </LinkButton>
    </Notice>
  );
}

export default function KycScreen() {
  const { data: record, error, refetch } = useVerification();
  const waits = record && overall(record) === "pending";
  const lead = t(waits ? "kyc.overview_lead" : "kyc.lead");
  return (
    <div className={styles.page}>
      <Head title={t("kyc.title")} lead={lead} record={record} />
      {record ? (
        <Content record={record} />
      ) : error ? (
        <section className={styles.card}>
          <ErrorState error={error} on_retry={() => void refetch()} />
        </section>
      ) : (
        <div className={styles.card}>
          <Skeleton width={200} height={24} />
          <Skeleton height={240} className={styles["skeleton-body"]} />
        </div>
      )}
    </div>
  );
}
