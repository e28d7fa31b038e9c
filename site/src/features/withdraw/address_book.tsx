// The saved addresses of a coin and network, and saving another.
import { Plus } from "lucide-react";
import { useState, type FormEvent } from "react";
import type { AddressProblem, SavedAddress } from "../../lib/addresses";
import { ApiError, sentenceOf } from "../../lib/api";
import { t } from "../../lib/i18n";
import { perform } from "../../lib/perform";
import { Address } from "../../ui/address";
import { Button, LinkButton } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { Input, PasswordInput } from "../../ui/input";
import { EmptyState } from "../../ui/states";
import { toast } from "../../ui/toast";
import { useSaveAddress } from "./api";
import type { Draft } from "./rules";
import styles from "./withdraw.module.css";

const longestLabel = 40;

interface BookProps {
  draft: Draft;
  saved: readonly SavedAddress[];
  isSaved: boolean;
  problem: AddressProblem | null;
  onAddress: (address: string) => void;
  onClose: () => void;
}

function Save({ draft, onDone }: { draft: Draft; onDone: () => void }) {
  const [label, setLabel] = useState("");
  const [password, setPassword] = useState("");
  const [shown, show] = useState(false);
  const save = useSaveAddress();
  const { coin, network, address } = draft;
  const refused = save.error instanceof ApiError ? save.error : undefined;
  const about = (field: string, value: string) =>
    refused?.field === field
      ? refused.sentence
      : shown && value === ""
        ? t("withdraw.field_required")
        : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    show(true);
    if (label === "" || password === "" || save.isPending) return;
    perform(
      save,
      { label, coin, network, address, transaction_password: password },
      {
        onSuccess: () => {
          toast({ tone: "success", title: t("withdraw.saved") });
          onDone();
        },
        onError: (error) => {
          const beside =
            error instanceof ApiError &&
            ["label", "transaction_password"].includes(error.field ?? "");
          if (beside) return;
          toast({ tone: "error", title: t("withdraw.not_saved"), text: sentenceOf(error) });
        },
      },
    );
  };
  return (
    <form noValidate onSubmit={submit}>
      <div className={styles.stack}>
        <p className={styles.well}>
          <Address value={address} />
        </p>
        <Input
          label={t("withdraw.label")}
          value={label}
          maxLength={longestLabel}
          autoFocus
          hint={t("withdraw.label_hint")}
          error={about("label", label)}
          onValue={(text) => {
            setLabel(text);
            save.reset();
          }}
        />
        <PasswordInput
          label={t("confirm.transaction_password")}
          value={password}
          autoComplete="off"
          error={about("transaction_password", password)}
          onValue={(text) => {
            setPassword(text);
            save.reset();
          }}
        />
      </div>
      <DialogActions>
        <Button look="outline" size="l" onClick={onDone}>
          {t("common.back")}
        </Button>
        <Button type="submit" look="primary" size="l" busy={save.isPending}>
          {t("withdraw.save")}
        </Button>
      </DialogActions>
    </form>
  );
}

function List(props: BookProps & { onSave: () => void }) {
  const { draft, saved } = props;
  const canSave = !props.isSaved && props.problem === null;
  return (
    <div className={styles.stack}>
      {saved.length === 0 ? (
        <EmptyState
          compact
          title={t("withdraw.book_empty")}
          text={t("withdraw.book_empty_text", { coin: draft.coin, network: draft.network })}
        />
      ) : (
        <ul className={styles.book} aria-label={t("withdraw.book_title")}>
          {saved.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                className={styles["book-row"]}
                aria-label={t("withdraw.use_address", { label: one.label })}
                onClick={() => props.onAddress(one.address)}
              >
                <span className={styles["book-label"]}>{one.label}</span>
                <Address value={one.address} className={styles["book-address"]} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {canSave && (
        <Button look="outline" size="l" wide onClick={props.onSave}>
          <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
          {t("withdraw.save_typed")}
        </Button>
      )}
      <LinkButton to="/account/security" look="ghost" size="s">
        {t("withdraw.manage")}
      </LinkButton>
    </div>
  );
}

export function AddressBook(props: BookProps) {
  const [saving, setSaving] = useState(false);
  const back = () => setSaving(false);
  return (
    <Dialog
      open
      onClose={saving ? back : props.onClose}
      title={t(saving ? "withdraw.save_title" : "withdraw.book_title")}
      width="wide"
      keepOnScrim={saving}
    >
      {saving ? (
        <Save draft={props.draft} onDone={back} />
      ) : (
        <List {...props} onSave={() => setSaving(true)} />
      )}
    </Dialog>
  );
}
