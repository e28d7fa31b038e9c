import { ArrowLeft, TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ApiError, sentenceOf } from "../../../lib/api";
import { t } from "../../../lib/i18n";
import type { TextKey } from "../../../text/catalogue";
import { Button } from "../../../ui/button";
import { toast } from "../../../ui/toast";
import { recheck, sendPhoto } from "../api";
import type { Document, Photo } from "../rules";
import { PhotoPicker, type Chosen } from "./photo_picker";
import styles from "./kyc.module.css";
import photo_styles from "./photo.module.css";

function Progress({ part }: { part: number }) {
  const percent = Math.round(part * 100);
  return (
    <div
      className={photo_styles.progress}
      role="progressbar"
      aria-label={t("kyc.uploading")}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span className={photo_styles["progress-bar"]} style={{ width: `${percent}%` }} />
      <span className={photo_styles["progress-text"]} aria-hidden="true">
        {t("kyc.uploading_part", { percent })}
      </span>
    </div>
  );
}

/** Steps 2 to 4: one photo. */
export function PhotoStep(props: {
  photo: Photo;
  document: Document;
  rejected: boolean;
  reason: string | undefined;
  onBack: () => void;
  onSent: () => void;
}) {
  const { photo, rejected } = props;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<TextKey | null>(null);
  const [reading, setReading] = useState(false);
  const [sent, setSent] = useState<number | null>(null);
  const browse = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const flight = useRef<AbortController | null>(null);
  // The step before is gone and the focus with it: who reads with the ear begins at this heading.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useEffect(() => () => flight.current?.abort(), []);

  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    if (!chosen) {
      setProblem("kyc.photo_required");
      browse.current?.focus();
      return;
    }
    const controller = new AbortController();
    flight.current = controller;
    setSent(0);
    try {
      await sendPhoto(props.document, photo, chosen.url, setSent, controller.signal);
      props.onSent();
    } catch (error) {
      setSent(null);
      if (controller.signal.aborted) return;
      toast({ tone: "error", title: t("common.error"), text: sentenceOf(error) });
      // The server has this photo from a try whose answer was lost, or that was cancelled too late.
      if (error instanceof ApiError && error.code === "kyc_pending") {
        props.onSent();
        void recheck();
      }
    }
  };
  return (
    <form className={styles.card} onSubmit={(event) => void submit(event)} noValidate>
      <h2 ref={heading} tabIndex={-1} className={styles["card-title"]}>
        {t(rejected ? `kyc.${photo}_again` : `kyc.${photo}_title`)}
      </h2>
      <p className={styles["card-text"]}>{t(`kyc.${photo}_text`)}</p>
      {rejected && (
        <div className={photo_styles.rejected} role="alert">
          <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
          <div>
            <p>{t("kyc.not_clear")}</p>
            {props.reason && (
              <p className={photo_styles.reason}>{t("kyc.reason", { reason: props.reason })}</p>
            )}
          </div>
        </div>
      )}
      <PhotoPicker
        photo={photo}
        chosen={chosen}
        onChosen={setChosen}
        problem={problem}
        onProblem={setProblem}
        onReading={setReading}
        disabled={sent !== null}
        browse={browse}
      />
      {sent !== null && <Progress part={sent} />}
      <div className={styles.actions}>
        {sent === null ? (
          <Button look="ghost" size="l" className={styles.back} onClick={props.onBack}>
            <ArrowLeft size={16} strokeWidth={1.5} aria-hidden="true" />
            {t("kyc.back")}
          </Button>
        ) : (
          <Button look="ghost" size="l" onClick={() => flight.current?.abort()}>
            {t("kyc.cancel_upload")}
          </Button>
        )}
        <Button type="submit" look="primary" size="l" busy={reading || sent !== null}>
          {t("kyc.upload")}
        </Button>
      </div>
    </form>
  );
}
