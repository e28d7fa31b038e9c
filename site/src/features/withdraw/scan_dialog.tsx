// Reads an address from a QR code: by the camera, or out of a picture.
import { ImageUp } from "lucide-react";
import decode from "qr/decode.js";
import { useEffect, useRef, useState, type ChangeEvent } from "react";
import { addressIn } from "../../lib/addresses";
import { t } from "../../lib/i18n";
import type { TextKey } from "../../text/catalogue";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { FieldError } from "../../ui/input";
import styles from "./withdraw.module.css";

const everyMs = 200;
/** Larger pictures are made smaller first: a code needs no more. */
const largestSide = 1_280;
/** A picture is looked at once, a frame of the camera five times in a second. */
const pictureMs = 2_000;
const frameMs = 120;

type Source = HTMLVideoElement | ImageBitmap;

const sizeOf = (source: Source) =>
  source instanceof HTMLVideoElement
    ? { width: source.videoWidth, height: source.videoHeight }
    : { width: source.width, height: source.height };

/** What the code in a picture says; null where there is none. */
function read(source: Source, canvas: HTMLCanvasElement, timeMs: number): string | null {
  const { width, height } = sizeOf(source);
  if (width === 0 || height === 0) return null;
  const scale = Math.min(1, largestSide / Math.max(width, height));
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  try {
    const image = context.getImageData(0, 0, canvas.width, canvas.height);
    return addressIn(decode(image, { format: "RGBA", timeLimit: timeMs })) || null;
  } catch {
    return null;
  }
}

type Camera = "starting" | "on" | "none" | "denied";

/** Shows the camera in the video and looks for a code until there is one. */
function useCamera(onAddress: (address: string) => void) {
  const [camera, setCamera] = useState<Camera>("starting");
  const video = useRef<HTMLVideoElement>(null);
  const found = useRef(onAddress);
  useEffect(() => {
    found.current = onAddress;
  });
  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    let left = false;
    const canvas = document.createElement("canvas");
    const look = () => {
      const text = video.current && read(video.current, canvas, frameMs);
      if (!text) return;
      clearInterval(timer);
      found.current(text);
    };
    const start = async () => {
      // Pages that are not served over https have no camera.
      const devices = navigator.mediaDevices as MediaDevices | undefined;
      if (!devices) return setCamera("none");
      try {
        stream = await devices.getUserMedia({ video: { facingMode: "environment" } });
        if (left || !video.current) return stream.getTracks().forEach((track) => track.stop());
        video.current.srcObject = stream;
        await video.current.play();
        setCamera("on");
        timer = setInterval(look, everyMs);
      } catch (error) {
        const denied = error instanceof DOMException && error.name === "NotAllowedError";
        if (!left) setCamera(denied ? "denied" : "none");
      }
      return undefined;
    };
    void start();
    return () => {
      left = true;
      clearInterval(timer);
      stream?.getTracks().forEach((track) => track.stop());
    };
  }, []);
  return { camera, video };
}

const texts: Readonly<Record<Camera, TextKey>> = {
  starting: "withdraw.scan_starting",
  on: "withdraw.scan_text",
  none: "withdraw.scan_no_camera",
  denied: "withdraw.scan_denied",
};

export default function ScanDialog(props: {
  onAddress: (address: string) => void;
  onClose: () => void;
}) {
  const { camera, video } = useCamera(props.onAddress);
  const [nothing, setNothing] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0];
    event.target.value = "";
    if (!chosen) return;
    const picture = await createImageBitmap(chosen).catch(() => null);
    const text = picture && read(picture, document.createElement("canvas"), pictureMs);
    if (text) props.onAddress(text);
    else setNothing(true);
  };
  const shown = camera === "on" || camera === "starting";
  return (
    <Dialog open onClose={props.onClose} title={t("withdraw.scan_title")}>
      {shown && (
        <div className={styles.camera}>
          <video ref={video} muted playsInline aria-label={t("withdraw.camera")} />
          <span className={styles.frame} aria-hidden="true" />
        </div>
      )}
      <p className={styles.alert} aria-live="polite">
        {t(texts[camera])}
      </p>
      {nothing && <FieldError>{t("withdraw.scan_nothing")}</FieldError>}
      <input
        ref={file}
        type="file"
        accept="image/*"
        hidden
        aria-label={t("withdraw.scan_file")}
        onChange={(event) => void choose(event)}
      />
      <Button
        look={shown ? "outline" : "primary"}
        size="l"
        wide
        className={styles.pick}
        onClick={() => {
          setNothing(false);
          file.current?.click();
        }}
      >
        <ImageUp size={18} strokeWidth={1.5} aria-hidden="true" />
        {t("withdraw.scan_file")}
      </Button>
    </Dialog>
  );
}
