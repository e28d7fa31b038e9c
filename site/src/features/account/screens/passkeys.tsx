// The account's passkeys: adding one, its name, removing it.
import { Fingerprint, Plus } from "lucide-react";
import { useState, type FormEvent } from "react";
import { format_time } from "../../../lib/format";
import { current_language, sentences, t } from "../../../lib/i18n";
import {
  has_passkeys,
  make_passkey,
  may_use,
  usePasskeys,
  type Passkeys as Known,
} from "../../../lib/passkey";
import { Button, TextButton } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { Input } from "../../../ui/input";
import { ErrorState, Skeleton } from "../../../ui/states";
import { StepUpDialog } from "../../../ui/step_up_dialog";
import {
  add_passkey,
  begin_passkey,
  look_again,
  remove_passkey,
  rename_passkey,
  useChange,
} from "../api";
import { about, tell_done, tell_failed } from "../notices";
import { ago } from "../rules";
import styles from "./account.module.css";
import { Card, Row } from "./card";
import own from "./passkeys.module.css";

type Passkey = Known["passkeys"][number];
type Step = { at: "add" } | { at: "rename" | "remove"; passkey: Passkey };

interface StepProps {
  passkey: Passkey;
  on_close: () => void;
}

const longest_name = 40;

function RenameDialog({ passkey, on_close }: StepProps) {
  const [name, set_name] = useState(passkey.name);
  const rename = useChange(rename_passkey);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate(
      { id: passkey.id, name: name.trim() },
      {
        onSuccess: () => {
          tell_done("passkeys.saved");
          on_close();
        },
        onError: (error) => about(error, "name") === undefined && tell_failed(error),
      },
    );
  };
  return (
    <Dialog open on_close={on_close} title={t("passkeys.rename")} keep_on_scrim>
      <form className={styles.dialog} noValidate onSubmit={submit}>
        <Input
          label={t("passkeys.name")}
          value={name}
          on_value={(value) => {
            set_name(value);
            rename.reset();
          }}
          maxLength={longest_name}
          error={about(rename.error, "name")}
        />
        <DialogActions>
          <Button look="outline" size="l" onClick={on_close}>
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

function RemoveDialog({ passkey, on_close }: StepProps) {
  return (
    <StepUpDialog
      act="remove_passkey"
      title={t("passkeys.remove_title")}
      text={t("passkeys.remove_text", { name: passkey.name })}
      password="login"
      confirm={t("passkeys.remove")}
      on_close={on_close}
      work={async (proof) => {
        await remove_passkey(passkey.id, proof);
        void look_again();
        tell_done("passkeys.removed");
        on_close();
      }}
    />
  );
}

/** The proof first: only then the browser makes one, which is saved at once. */
function AddDialog({ name, on_close }: { name: string; on_close: () => void }) {
  return (
    <StepUpDialog
      act="add_passkey"
      title={t("passkeys.add")}
      text={t("passkeys.add_text")}
      password="login"
      on_close={on_close}
      work={async (proof) => {
        const options = await begin_passkey(proof);
        try {
          await add_passkey({ name, passkey: await make_passkey(options) });
          tell_done("passkeys.added");
        } catch (error) {
          // The proof is used up: whoever tries again begins anew.
          tell_failed(error);
        }
        void look_again();
        on_close();
      }}
    />
  );
}

function PasskeyRow({ passkey, step }: { passkey: Passkey; step: (step: Step) => void }) {
  const [now] = useState(() => Date.now());
  const { name } = passkey;
  const used = passkey.last_used_at
    ? t("passkeys.last_used", { ago: ago(passkey.last_used_at, now, current_language()) })
    : t("passkeys.never_used");
  const since = t("passkeys.since", {
    date: format_time(passkey.created_at, "date", current_language()),
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
  if (may_use(site)) return null;
  if (!site) return <p className={own.about}>{t("passkeys.off")}</p>;
  if (!has_passkeys() && site.origin === globalThis.location.origin) {
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
      return <AddDialog name={t("passkeys.default_name", { n: count + 1 })} on_close={close} />;
    case "rename":
      return <RenameDialog passkey={at.passkey} on_close={close} />;
    case "remove":
      return <RemoveDialog passkey={at.passkey} on_close={close} />;
  }
}

export function Passkeys() {
  const query = usePasskeys();
  const [at, step] = useState<Step>();
  const known = query.data;
  const room = known !== undefined && known.passkeys.length < known.most;
  const end = room && may_use(known.site) && (
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
          on_retry={() => void query.refetch()}
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
