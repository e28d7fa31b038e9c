import { Camera as CameraIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { t } from "../../../lib/i18n";
import { jpeg_of_video } from "../../../lib/picture";
import { Button } from "../../../ui/button";
import { FieldError } from "../../../ui/input";
import { longest_side, photo_quality } from "./photo_limits";
import styles from "./kyc.module.css";

/** The camera's picture, until a photo is taken or it is closed. */
export function Camera(props: {
  facing: "user" | "environment";
  on_photo: (url: string) => void;
  on_close: () => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const take = useRef<HTMLButtonElement>(null);
  const [state, set_state] = useState<"asking" | "on" | "denied">("asking");
  const { facing } = props;
  useEffect(() => {
    let stream: MediaStream | undefined;
    let left = false;
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: { facingMode: facing, width: { ideal: 1920 }, height: { ideal: 1080 } },
      });
      if (left) return stop();
      const element = video.current;
      if (element) element.srcObject = stream;
      await element?.play();
      set_state("on");
      return take.current?.focus();
    };
    start().catch(() => {
      if (!left) set_state("denied");
    });
    return () => {
      left = true;
      stop();
    };
  }, [facing]);

  const shoot = () => {
    if (video.current) props.on_photo(jpeg_of_video(video.current, longest_side, photo_quality));
  };
  return (
    <div className={styles.camera}>
      {state === "denied" ? (
        <div className={styles["camera-denied"]}>
          <FieldError>{t("kyc.camera_denied")}</FieldError>
        </div>
      ) : (
        <video
          ref={video}
          className={styles.video}
          aria-label={t("kyc.camera_title")}
          muted
          playsInline
        />
      )}
      <div className={styles["camera-actions"]}>
        {state !== "denied" && (
          <Button ref={take} look="secondary" disabled={state !== "on"} onClick={shoot}>
            <CameraIcon size={16} strokeWidth={1.5} aria-hidden="true" />
            {t("kyc.take_photo")}
          </Button>
        )}
        <Button look="ghost" onClick={props.on_close}>
          {t("kyc.close_camera")}
        </Button>
      </div>
    </div>
  );
}
