import { Camera } from "lucide-react";
import { useRef, useState } from "react";
import { initials } from "../../../lib/format";
import { t } from "../../../lib/i18n";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { toast } from "../../../ui/toast";
import { remove_avatar, save_avatar, useAvatar, useChange, type Profile } from "../api";
import { tell_done, tell_failed } from "../notices";
import { square_picture } from "../picture";
import styles from "./profile.module.css";

function Picture({ profile }: { profile: Profile }) {
  const address = useAvatar(profile);
  if (profile.avatar_at && address) return <img src={address} alt="" className={styles.picture} />;
  return (
    <span className={styles.picture} aria-hidden="true">
      {initials(profile.email)}
    </span>
  );
}

function AvatarDialog({ profile, on_close }: { profile: Profile; on_close: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, set_busy] = useState(false);
  const save = useChange(save_avatar);
  const remove = useChange(remove_avatar);
  const done = () => {
    tell_done("account.avatar_saved");
    on_close();
  };
  const choose = async (file: File | undefined) => {
    if (!file) return;
    set_busy(true);
    try {
      const image = await square_picture(file);
      save.mutate(image, { onSuccess: done, onError: tell_failed });
    } catch {
      toast({ tone: "error", title: t("account.avatar_bad") });
    } finally {
      set_busy(false);
    }
  };
  return (
    <Dialog open on_close={on_close} title={t("account.avatar")}>
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
            onClick={() => remove.mutate(undefined, { onSuccess: done, onError: tell_failed })}
          >
            {t("account.avatar_remove")}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

export function Avatar({ profile }: { profile: Profile }) {
  const [open, set_open] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.avatar}
        aria-label={`${t("account.change_avatar")} ${initials(profile.email)}`}
        onClick={() => set_open(true)}
      >
        <Picture profile={profile} />
        <span className={styles["avatar-mark"]} aria-hidden="true">
          <Camera size={14} strokeWidth={1.75} />
        </span>
      </button>
      {open && <AvatarDialog profile={profile} on_close={() => set_open(false)} />}
    </>
  );
}
