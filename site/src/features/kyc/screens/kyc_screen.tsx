// The verification: a document and three photos, one step after the other.
import { BadgeCheck, CircleCheck, TriangleAlert, type LucideIcon } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { cx } from "../../../lib/cx";
import { t } from "../../../lib/i18n";
import { LinkButton } from "../../../ui/button";
import { ErrorState, Skeleton } from "../../../ui/states";
import { recheck, useVerification } from "../api";
import {
  isIdType,
  isRejected,
  isWanted,
  nextWanted,
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

const submittedForMs = 3_000;

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
const firstStep = (record: Record): Step =>
  isIdType(record.id_type) ? (nextWanted(record) ?? "document") : "document";

const documentOf = (record: Record): Document => ({
  id_type: isIdType(record.id_type) ? record.id_type : "",
  id_number: record.id_number ?? "",
});

function Steps(props: { record: Record; onBegun: () => void; onSubmitted: () => void }) {
  const { record } = props;
  const [step, setStep] = useState<Step>(() => firstStep(record));
  const [document, setDocument] = useState(() => documentOf(record));
  const done = new Set<Step>(photos.filter((photo) => !isWanted(record, photo)));
  if (step !== "document") done.add("document");

  const sent = (photo: (typeof photos)[number]) => {
    props.onBegun();
    const next =
      nextWanted(record, photo) ?? photos.find((one) => one !== photo && isWanted(record, one));
    if (next) setStep(next);
    else props.onSubmitted();
  };
  return (
    <>
      <Stepper current={step} done={done} />
      <div className={styles.columns}>
        {step === "document" ? (
          <DocumentStep
            document={document}
            onDocument={setDocument}
            onNext={() => setStep(nextWanted(record) ?? "selfie")}
          />
        ) : (
          <PhotoStep
            key={step}
            photo={step}
            document={document}
            rejected={isRejected(record, step)}
            reason={record[step]?.reason}
            onBack={() => setStep("document")}
            onSent={() => sent(step)}
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
  const [underWay, setUnderWay] = useState(false);
  const [submitted, setSubmitted] = useState(false);
  useEffect(() => {
    if (!submitted) return undefined;
    const timer = setTimeout(() => setSubmitted(false), submittedForMs);
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
  if (state === "none" || state === "rejected" || (underWay && nextWanted(record))) {
    return (
      <Steps
        record={record}
        onBegun={() => setUnderWay(true)}
        onSubmitted={() => {
          setUnderWay(false);
          setSubmitted(true);
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
          <ErrorState error={error} onRetry={() => void refetch()} />
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
