import { Camera as CameraIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { t } from "../../../lib/i18n";
import { jpegOfVideo } from "../../../lib/picture";
import { Button } from "../../../ui/button";
import { FieldError } from "../../../ui/input";
import { longestSide, photoQuality } from "./photo_limits";
import photo_styles from "./photo.module.css";

/** The camera's picture, until a photo is taken or it is closed. */
export function Camera(props: {
  facing: "user" | "environment";
  onPhoto: (url: string) => void;
  onClose: () => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const take = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<"asking" | "on" | "denied">("asking");
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
      setState("on");
      return take.current?.focus();
    };
    start().catch(() => {
      if (!left) setState("denied");
    });
    return () => {
      left = true;
      stop();
    };
  }, [facing]);

  const shoot = () => {
    if (video.current) props.onPhoto(jpegOfVideo(video.current, longestSide, photoQuality));
  };
  return (
    <div className={photo_styles.camera}>
      {state === "denied" ? (
        <div className={photo_styles["camera-denied"]}>
          <FieldError>{t("kyc.camera_denied")}</FieldError>
        </div>
      ) : (
        <video
          ref={video}
          className={photo_styles.video}
          aria-label={t("kyc.camera_title")}
          muted
          playsInline
        />
      )}
      <div className={photo_styles["camera-actions"]}>
        {state !== "denied" && (
          <Button ref={take} look="secondary" disabled={state !== "on"} onClick={shoot}>
            <CameraIcon size={16} strokeWidth={1.5} aria-hidden="true" />
            {t("kyc.take_photo")}
          </Button>
        )}
        <Button look="ghost" onClick={props.onClose}>
          {t("kyc.close_camera")}
        </Button>
      </div>
    </div>
  );
}
