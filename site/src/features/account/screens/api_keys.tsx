// API keys: what programs act by in the client's name.
import { Copy, Plus } from "lucide-react";
import { useState, type FormEvent } from "react";
import type { Schemas } from "../../../lib/calls";
import { cx } from "../../../lib/cx";
import { formatNumber, formatTime } from "../../../lib/format";
import { currentLanguage, t } from "../../../lib/i18n";
import { perform } from "../../../lib/perform";
import { Address } from "../../../ui/address";
import { Button, IconButton, TextButton } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { Input } from "../../../ui/input";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states";
import { useChange } from "../api";
import { endKey, renameKey, rightsOf, useApiKeys, type ApiKey } from "../api_keys";
import { about, copy, tellDone, tellFailed } from "../notices";
import { ago } from "../rules";
import styles from "./account.module.css";
import { MakeKeyDialog, RestrictKeyDialog } from "./api_key_form";
import own from "./api_keys.module.css";
import { Card, SubPage } from "./card";
import { PasswordConfirmDialog } from "./password_confirm_dialog";

type Step =
  | { at: "make" }
  | { at: "made"; made: Schemas["ApiKeyMade"] }
  | { at: "rename" | "restrict" | "end"; key: ApiKey };

/** A text that somebody takes along: the id, the secret. */
function Copied({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <p className={own.caption}>{label}</p>
      <div className={cx(styles.key, own.copied)}>
        <span className="mono">{value}</span>
        <IconButton label={t("api_keys.copy", { what: label })} onClick={() => void copy(value)}>
          <Copy size={16} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}

function MadeDialog({ made, onClose }: { made: Schemas["ApiKeyMade"]; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={t("api_keys.made")} width="wide" keepOnScrim>
      <div className={styles.dialog}>
        <p className={styles["dialog-text"]}>
          {t(made.secret === null ? "api_keys.made_text" : "api_keys.made_secret_text")}
        </p>
        <Copied label={t("api_keys.key")} value={made.key.key} />
        {made.secret !== null && <Copied label={t("api_keys.secret")} value={made.secret} />}
        <Button look="primary" size="l" wide onClick={onClose}>
          {t(made.secret === null ? "api_keys.done" : "api_keys.kept")}
        </Button>
      </div>
    </Dialog>
  );
}

function RenameDialog({ of, onClose }: { of: ApiKey; onClose: () => void }) {
  const [label, setLabel] = useState(of.label);
  const rename = useChange(renameKey);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    perform(
      rename,
      { id: of.id, label: label.trim() },
      {
        onSuccess: () => {
          tellDone("api_keys.saved");
          onClose();
        },
        onError: (error) => about(error, "label") === undefined && tellFailed(error),
      },
    );
  };
  return (
    <Dialog open onClose={onClose} title={t("api_keys.rename")} keepOnScrim>
      <form className={styles.dialog} noValidate onSubmit={submit}>
        <Input
          label={t("api_keys.label")}
          value={label}
          onValue={(value) => {
            setLabel(value);
            rename.reset();
          }}
          maxLength={40}
          error={about(rename.error, "label")}
        />
        <DialogActions>
          <Button look="outline" size="l" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" look="primary" size="l" busy={rename.isPending}>
            {t("account.save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function EndDialog({ of, onClose }: { of: ApiKey; onClose: () => void }) {
  const end = useChange(endKey);
  return (
    <PasswordConfirmDialog
      title={t("api_keys.end_title", { label: of.label })}
      text={t("api_keys.end_text")}
      ask="password"
      act={t("api_keys.end")}
      onClose={onClose}
      onConfirm={async (password) => {
        await end.mutateAsync({ id: of.id, password });
        tellDone("api_keys.ended");
        onClose();
      }}
    />
  );
}

/** What a key may do, from where, and until when, each in a few words. */
function factsOf(key: ApiKey): string[] {
  const trades = key.scope === "trade";
  const lastDay = rightsOf(key).expires_on;
  const end = lastDay && formatTime(lastDay, "date", currentLanguage());
  return [
    t(trades ? "api_keys.fact_trade" : "api_keys.fact_read"),
    ...(trades ? [key.markets?.join(", ") ?? t("api_keys.markets_all")] : []),
    key.networks?.join(", ") ?? t("api_keys.networks_any"),
    key.expired
      ? t("api_keys.fact_expired")
      : end
        ? t("api_keys.fact_until", { date: end })
        : t("api_keys.fact_no_end"),
  ];
}

function KeyRow({ of, onStep }: { of: ApiKey; onStep: (step: Step) => void }) {
  const [now] = useState(() => Date.now());
  const used = of.last_used_at && ago(of.last_used_at, now, currentLanguage());
  const act = (at: "rename" | "restrict" | "end", text: string) => (
    <TextButton
      className={own.act}
      aria-label={`${text}: ${of.label}`}
      onClick={() => onStep({ at, key: of })}
    >
      {text}
    </TextButton>
  );
  return (
    <li className={own.row}>
      <div className={own.head}>
        <p className={styles.name}>{of.label}</p>
        <span className={own.kind}>{of.kind === "ed25519" ? "Ed25519" : "HMAC-SHA256"}</span>
      </div>
      <div className={own.id}>
        <Address value={of.key} short />
        <IconButton
          label={t("api_keys.copy_of", { label: of.label })}
          onClick={() => void copy(of.key)}
        >
          <Copy size={16} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      </div>
      <ul className={own.facts}>
        {factsOf(of).map((fact) => (
          <li key={fact} className={cx(own.fact, of.expired && own.over)}>
            {fact}
          </li>
        ))}
      </ul>
      <div className={own.foot}>
        <p className={styles.text}>
          {used
            ? t("api_keys.last_used", { ago: used, ip: of.last_used_ip })
            : t("api_keys.never_used")}
        </p>
        <div className={own.acts}>
          {act("rename", t("api_keys.rename"))}
          {act("restrict", t("api_keys.restrict"))}
          {act("end", t("api_keys.end"))}
        </div>
      </div>
    </li>
  );
}

function Opened({ step, onStep }: { step: Step | undefined; onStep: (step?: Step) => void }) {
  const close = () => onStep(undefined);
  switch (step?.at) {
    case "make":
      return <MakeKeyDialog onClose={close} onMade={(made) => onStep({ at: "made", made })} />;
    case "made":
      return <MadeDialog made={step.made} onClose={close} />;
    case "rename":
      return <RenameDialog of={step.key} onClose={close} />;
    case "restrict":
      return <RestrictKeyDialog of={step.key} onClose={close} />;
    case "end":
      return <EndDialog of={step.key} onClose={close} />;
    default:
      return null;
  }
}

function limitsInWords(limits: Schemas["ApiKeys"]["limits"]): string {
  const count = (value: number) => formatNumber(String(value), { language: currentLanguage() });
  return t("api_keys.limits", {
    weight: count(limits.weight_per_minute),
    orders: count(limits.orders_per_10_seconds),
    day: count(limits.orders_per_day),
  });
}

export default function ApiKeysScreen() {
  const query = useApiKeys();
  const [step, setStep] = useState<Step>();
  const found = query.data;
  const full = found !== undefined && found.keys.length >= found.most;
  const make = (
    <Button look="secondary" size="s" disabled={full} onClick={() => setStep({ at: "make" })}>
      <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
      {t("api_keys.make")}
    </Button>
  );
  return (
    <SubPage title={t("api_keys.title")} text={t("api_keys.text")}>
      <Card title={t("api_keys.your_keys")} end={found && found.keys.length > 0 && make}>
        {query.isPending && (
          <div className={own.row}>
            <Skeleton width={180} />
            <Skeleton width={280} />
          </div>
        )}
        {query.isError && !found && (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )}
        {found?.keys.length === 0 && (
          <EmptyState title={t("api_keys.none")} text={t("api_keys.none_text")} action={make} />
        )}
        {found && found.keys.length > 0 && (
          <ul aria-label={t("api_keys.your_keys")}>
            {found.keys.map((key) => (
              <KeyRow key={key.id} of={key} onStep={setStep} />
            ))}
          </ul>
        )}
        {full && <p className={own.full}>{t("api_keys.full", { most: found.most })}</p>}
      </Card>
      <p className={own.note}>{t("api_keys.ends_with")}</p>
      {found && <p className={own.note}>{limitsInWords(found.limits)}</p>}
      <Opened step={step} onStep={setStep} />
    </SubPage>
  );
}
