import { Check, Upload } from "lucide-react";
import { useRef, useState, type Ref } from "react";
import { cx } from "../../../lib/cx";
import { t } from "../../../lib/i18n";
import { bytesOf, jpegOfFile } from "../../../lib/picture";
import { useNarrow } from "../../../lib/narrow";
import { Button, TextButton } from "../../../ui/button";
import { FieldError } from "../../../ui/input";
import type { TextKey } from "../../../text/catalogue";
import type { Photo } from "../rules";
import { Camera } from "./camera";
import { longestSide, photoQuality } from "./photo_limits";
import photo_styles from "./photo.module.css";

const accepted = "image/*";

export interface Chosen {
  url: string;
  name: string;
}

const previews: { readonly [P in Photo]: TextKey } = {
  selfie: "kyc.preview_selfie",
  front: "kyc.preview_front",
  back: "kyc.preview_back",
};

const hasCamera = () => typeof navigator.mediaDevices?.getUserMedia === "function";

/** What was chosen, to be looked at before it is sent. */
function Preview(props: {
  photo: Photo;
  chosen: Chosen;
  disabled: boolean;
  onReplace: () => void;
}) {
  const { chosen } = props;
  return (
    <>
      <div className={photo_styles.preview}>
        <img src={chosen.url} alt={t(previews[props.photo])} />
      </div>
      <div className={photo_styles.file}>
        <Check size={14} strokeWidth={1.75} aria-hidden="true" />
        <span className={photo_styles["file-name"]}>{chosen.name}</span>
        <span className={photo_styles["file-size"]}>
          {t("kyc.size", { size: Math.ceil(bytesOf(chosen.url) / 1000) })}
        </span>
        <TextButton disabled={props.disabled} onClick={props.onReplace}>
          {t("kyc.replace")}
        </TextButton>
      </div>
    </>
  );
}

interface PickerProps {
  photo: Photo;
  chosen: Chosen | null;
  onChosen: (chosen: Chosen | null) => void;
  problem: TextKey | null;
  /** A chosen file is being read, or not any more. */
  onReading: (reading: boolean) => void;
  onProblem: (problem: TextKey | null) => void;
  disabled: boolean;
  /** What gets the focus when the photo is missing. */
  browse: Ref<HTMLInputElement>;
}

/** Reads the files that are chosen: of two in a row the later one counts, however long each takes. */
function useReader(props: PickerProps): (file: File | undefined) => Promise<void> {
  const turns = useRef(0);
  return async (file) => {
    if (!file) return;
    const turn = ++turns.current;
    props.onProblem(null);
    props.onReading(true);
    try {
      if (!file.type.startsWith("image/")) throw new TypeError("no image");
      const url = await jpegOfFile(file, longestSide, photoQuality);
      if (turn === turns.current) props.onChosen({ url, name: file.name });
    } catch {
      if (turn === turns.current) props.onProblem("kyc.not_a_picture");
    } finally {
      if (turn === turns.current) props.onReading(false);
    }
  };
}

/** A photo by drag and drop, from a file or from the camera, and what was chosen. */
export function PhotoPicker(props: PickerProps) {
  const { photo, chosen, onChosen, onProblem } = props;
  const [camera, setCamera] = useState(false);
  const [over, setOver] = useState(false);
  const take = useReader(props);
  const narrow = useNarrow();
  const photographed = (url: string) => {
    setCamera(false);
    onProblem(null);
    onChosen({ url, name: t("kyc.camera_title") });
  };
  const error = props.problem && <FieldError id="kyc-photo-error">{t(props.problem)}</FieldError>;

  if (chosen) {
    return (
      <div>
        <Preview
          photo={photo}
          chosen={chosen}
          disabled={props.disabled}
          onReplace={() => onChosen(null)}
        />
        {error}
      </div>
    );
  }
  if (camera) {
    return (
      <Camera
        facing={photo === "selfie" ? "user" : "environment"}
        onPhoto={photographed}
        onClose={() => setCamera(false)}
      />
    );
  }
  return (
    <div>
      <label
        className={cx(
          photo_styles.drop,
          over && photo_styles.over,
          props.problem && photo_styles.bad,
        )}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer.files[0]);
        }}
      >
        <input
          ref={props.browse}
          type="file"
          accept={accepted}
          className="hidden-but-read"
          aria-invalid={props.problem ? true : undefined}
          aria-describedby={props.problem ? "kyc-photo-error" : undefined}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        <Upload
          size={24}
          strokeWidth={1.5}
          aria-hidden="true"
          className={photo_styles["drop-icon"]}
        />
        <span className={photo_styles["drop-title"]}>
          {t(narrow ? "kyc.drop_phone" : "kyc.drop")}
        </span>
        <span className={photo_styles["drop-hint"]}>{t("kyc.drop_hint")}</span>
      </label>
      {error}
      {hasCamera() && (
        <Button
          look="outline"
          className={photo_styles["use-camera"]}
          onClick={() => setCamera(true)}
        >
          {t("kyc.use_camera")}
        </Button>
      )}
    </div>
  );
}
