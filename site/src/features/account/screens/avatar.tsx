import { Camera } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { initials } from "../../../lib/format";
import { t } from "../../../lib/i18n";
import { perform } from "../../../lib/perform";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { toast } from "../../../ui/toast";
import { removeAvatar, saveAvatar, useAvatar, useChange, type Profile } from "../api";
import { tellDone, tellFailed } from "../notices";
import { squarePicture } from "../picture";
import styles from "./profile.module.css";

/** An address of the file inside this page, for as long as it is shown. */
function useAddressOf(file: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return undefined;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      setAddress(undefined);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return address;
}

function Picture({ profile }: { profile: Profile }) {
  const address = useAddressOf(useAvatar(profile));
  if (profile.avatar_at && address) return <img src={address} alt="" className={styles.picture} />;
  return (
    <span className={styles.picture} aria-hidden="true">
      {initials(profile.email)}
    </span>
  );
}

function AvatarDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const save = useChange(saveAvatar);
  const remove = useChange(removeAvatar);
  const done = () => {
    tellDone("account.avatar_saved");
    onClose();
  };
  const choose = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    try {
      const image = await squarePicture(file);
      perform(save, image, { onSuccess: done, onError: tellFailed });
    } catch {
      toast({ tone: "error", title: t("account.avatar_bad") });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} title={t("account.avatar")}>
      <div className={styles["avatar-dialog"]}>
        <Picture profile={profile} />
        <p className={styles["avatar-text"]}>{t("account.avatar_text")}</p>
        <input
          ref={input}
          type="file"
          accept="image/*"
          className="hidden-but-read"
          tabIndex={-1}
          aria-label={t("account.avatar_choose")}
          onChange={(event) => void choose(event.target.files?.[0])}
        />
        <Button
          look="primary"
          size="l"
          wide
          busy={busy || save.isPending}
          onClick={() => input.current?.click()}
        >
          {t("account.avatar_choose")}
        </Button>
        {profile.avatar_at && (
          <Button
            look="outline"
            size="l"
            wide
            busy={remove.isPending}
            onClick={() => perform(remove, undefined, { onSuccess: done, onError: tellFailed })}
          >
            {t("account.avatar_remove")}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

export function Avatar({ profile }: { profile: Profile }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.avatar}
        aria-label={`${t("account.change_avatar")} ${initials(profile.email)}`}
        onClick={() => setOpen(true)}
      >
        <Picture profile={profile} />
        <span className={styles["avatar-mark"]} aria-hidden="true">
          <Camera size={14} strokeWidth={1.75} />
        </span>
      </button>
      {open && <AvatarDialog profile={profile} onClose={() => setOpen(false)} />}
    </>
  );
}
