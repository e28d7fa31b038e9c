// The account's passkeys: adding one, its name, removing it.
import { Fingerprint, Plus } from "lucide-react";
import { useState, type FormEvent } from "react";
import { formatTime } from "../../../lib/format";
import { currentLanguage, sentences, t } from "../../../lib/i18n";
import {
  hasPasskeys,
  makePasskey,
  mayUse,
  usePasskeys,
  type Passkeys as Known,
} from "../../../lib/passkey";
import { perform } from "../../../lib/perform";
import { Button, TextButton } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { Input } from "../../../ui/input";
import { ErrorState, Skeleton } from "../../../ui/states";
import { StepUpDialog } from "../../../ui/step_up_dialog";
import {
  addPasskey,
  beginPasskey,
  lookAgain,
  removePasskey,
  renamePasskey,
  useChange,
} from "../api";
import { about, tellDone, tellFailed } from "../notices";
import { ago } from "../rules";
import styles from "./account.module.css";
import { Card, Row } from "./card";
import own from "./passkeys.module.css";

type Passkey = Known["passkeys"][number];
type Step = { at: "add" } | { at: "rename" | "remove"; passkey: Passkey };

interface StepProps {
  passkey: Passkey;
  onClose: () => void;
}

const longestName = 40;

function RenameDialog({ passkey, onClose }: StepProps) {
  const [name, setName] = useState(passkey.name);
  const rename = useChange(renamePasskey);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    perform(
      rename,
      { id: passkey.id, name: name.trim() },
      {
        onSuccess: () => {
          tellDone("passkeys.saved");
          onClose();
        },
        onError: (error) => about(error, "name") === undefined && tellFailed(error),
      },
    );
  };
  return (
    <Dialog open onClose={onClose} title={t("passkeys.rename")} keepOnScrim>
      <form className={styles.dialog} noValidate onSubmit={submit}>
        <Input
          label={t("passkeys.name")}
          value={name}
          onValue={(value) => {
            setName(value);
            rename.reset();
          }}
          maxLength={longestName}
          error={about(rename.error, "name")}
        />
        <DialogActions>
          <Button look="outline" size="l" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" look="primary" size="l" busy={rename.isPending}>
            {t("passkeys.save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function RemoveDialog({ passkey, onClose }: StepProps) {
  return (
    <StepUpDialog
      act="remove_passkey"
      title={t("passkeys.remove_title")}
      text={t("passkeys.remove_text", { name: passkey.name })}
      password="login"
      confirm={t("passkeys.remove")}
      onClose={onClose}
      work={async (proof) => {
        await removePasskey(passkey.id, proof);
        void lookAgain();
        tellDone("passkeys.removed");
        onClose();
      }}
    />
  );
}

/** The proof first: only then the browser makes one, which is saved at once. */
function AddDialog({ name, onClose }: { name: string; onClose: () => void }) {
  return (
    <StepUpDialog
      act="add_passkey"
      title={t("passkeys.add")}
      text={t("passkeys.add_text")}
      password="login"
      onClose={onClose}
      work={async (proof) => {
        const options = await beginPasskey(proof);
        try {
          await addPasskey({ name, passkey: await makePasskey(options) });
          tellDone("passkeys.added");
        } catch (error) {
          // The proof is used up: whoever tries again begins anew.
          tellFailed(error);
        }
        void lookAgain();
        onClose();
      }}
    />
  );
}

function PasskeyRow({ passkey, step }: { passkey: Passkey; step: (step: Step) => void }) {
  const [now] = useState(() => Date.now());
  const { name } = passkey;
  const used = passkey.last_used_at
    ? t("passkeys.last_used", { ago: ago(passkey.last_used_at, now, currentLanguage()) })
    : t("passkeys.never_used");
  const since = t("passkeys.since", {
    date: formatTime(passkey.created_at, "date", currentLanguage()),
  });
  return (
    <Row
      icon={Fingerprint}
      name={name}
      text={`${since} · ${used}`}
      state={passkey.backed_up ? t("passkeys.synced") : undefined}
      action={
        <div className={own.acts}>
          <TextButton
            aria-label={t("passkeys.rename_this", { name })}
            onClick={() => step({ at: "rename", passkey })}
          >
            {t("passkeys.rename")}
          </TextButton>
          <TextButton
            aria-label={t("passkeys.remove_this", { name })}
            onClick={() => step({ at: "remove", passkey })}
          >
            {t("passkeys.remove")}
          </TextButton>
        </div>
      }
    />
  );
}

/** Why none can be added from this page; nothing where one can. */
function Hindrance({ site }: { site: Known["site"] }) {
  if (mayUse(site)) return null;
  if (!site) return <p className={own.about}>{t("passkeys.off")}</p>;
  if (!hasPasskeys() && site.origin === globalThis.location.origin) {
    return <p className={own.about}>{t("passkeys.unsupported")}</p>;
  }
  return (
    <p className={own.about}>
      <a href={`${site.origin}/account/security`} className={styles["name-link"]}>
        {t("passkeys.elsewhere", { origin: site.origin })}
      </a>
    </p>
  );
}

function Steps({ at, count, close }: { at: Step; count: number; close: () => void }) {
  switch (at.at) {
    case "add":
      return <AddDialog name={t("passkeys.default_name", { n: count + 1 })} onClose={close} />;
    case "rename":
      return <RenameDialog passkey={at.passkey} onClose={close} />;
    case "remove":
      return <RemoveDialog passkey={at.passkey} onClose={close} />;
  }
}

export function Passkeys() {
  const query = usePasskeys();
  const [at, step] = useState<Step>();
  const known = query.data;
  const room = known !== undefined && known.passkeys.length < known.most;
  const end = room && mayUse(known.site) && (
    <Button look="secondary" size="s" onClick={() => step({ at: "add" })}>
      <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
      {t("passkeys.add")}
    </Button>
  );
  return (
    <Card title={t("passkeys.title")} end={end}>
      <p className={own.about}>{sentences(t("passkeys.text"), t("passkeys.lost"))}</p>
      {query.isError && !known && (
        <ErrorState
          compact
          title={t("passkeys.load_failed")}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <Skeleton width={180} />}
      {known && <Hindrance site={known.site} />}
      {known && known.passkeys.length > 0 && (
        <ul>
          {known.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} step={step} />
          ))}
        </ul>
      )}
      {at && <Steps at={at} count={known?.passkeys.length ?? 0} close={() => step(undefined)} />}
    </Card>
  );
}
