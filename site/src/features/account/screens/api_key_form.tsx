// The forms of an API key: a new one, and what one may do.
import { useState, type FormEvent } from "react";
import { t } from "../../../lib/i18n";
import type { Proof } from "../../../lib/step_up";
import type { Schemas } from "../../../lib/calls";
import { Button } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { Input, Select } from "../../../ui/input";
import { useStepUp } from "../../../ui/step_up_dialog";
import { asksForLoginPassword, useChange } from "../api";
import {
  makeKey,
  restrictKey,
  rightsOf,
  wantsProof,
  type ApiKey,
  type NewKey,
  type Rights,
} from "../api_keys";
import { about, isBesideField, tellDone, tellFailed } from "../notices";
import styles from "./account.module.css";
import { PasswordConfirmDialog } from "./password_confirm_dialog";

const rightFields = ["scope", "markets", "networks", "expires_on"];
const newFields = [...rightFields, "label", "kind", "public_key"];

const today = () => new Date().toISOString().slice(0, 10);

/** What a key may do, from where and until when. */
function RightsFields<Form extends Rights>(props: {
  value: Form;
  onValue: (value: Form) => void;
  error: unknown;
}) {
  const { value, error } = props;
  const set = (field: keyof Rights) => (text: string) => props.onValue({ ...value, [field]: text });
  return (
    <>
      <Select
        label={t("api_keys.scope")}
        value={value.scope}
        onValue={set("scope")}
        options={[
          { value: "read", label: t("api_keys.scope_read") },
          { value: "trade", label: t("api_keys.scope_trade") },
        ]}
        hint={t("api_keys.scope_hint")}
        error={about(error, "scope")}
      />
      <Input
        label={t("api_keys.markets")}
        value={value.markets}
        onValue={set("markets")}
        placeholder={t("api_keys.markets_all")}
        hint={t("api_keys.markets_hint")}
        error={about(error, "markets")}
      />
      <Input
        label={t("api_keys.networks")}
        value={value.networks}
        onValue={set("networks")}
        placeholder={t("api_keys.networks_any")}
        hint={t("api_keys.networks_hint")}
        error={about(error, "networks")}
      />
      <Input
        label={t("api_keys.expires_on")}
        type="date"
        min={today()}
        value={value.expires_on}
        onValue={set("expires_on")}
        hint={t("api_keys.expires_hint")}
        error={about(error, "expires_on")}
      />
    </>
  );
}

const empty: NewKey = {
  label: "",
  kind: "ed25519",
  public_key: "",
  scope: "read",
  markets: "",
  networks: "",
  expires_on: "",
};

export function MakeKeyDialog(props: {
  onClose: () => void;
  onMade: (made: Schemas["ApiKeyMade"]) => void;
}) {
  const [key, setKey] = useState<NewKey>(empty);
  const [shown, show] = useState(false);
  const make = useChange(makeKey);
  const stepUp = useStepUp();
  const change = (value: NewKey) => {
    setKey(value);
    make.reset();
  };
  const set = (field: keyof NewKey) => (value: string) => change({ ...key, [field]: value });
  const ownPair = key.kind === "ed25519";
  const required = (value: string) =>
    shown && value.trim() === "" ? t("account.field_required") : undefined;
  const save = async (proof: Proof) => {
    try {
      props.onMade(await make.mutateAsync({ key, proof }));
    } catch (error) {
      if (!isBesideField(error, newFields)) throw error;
      stepUp.close();
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    show(true);
    if (key.label.trim() === "" || (ownPair && key.public_key.trim() === "")) return;
    stepUp.ask({
      act: "make_api_key",
      title: t("api_keys.make"),
      text: t(key.scope === "trade" ? "api_keys.prove_trade" : "api_keys.prove_read"),
      password: "transaction",
      confirm: t("api_keys.make"),
      work: save,
    });
  };
  return (
    <Dialog open onClose={props.onClose} title={t("api_keys.make")} width="wide" keepOnScrim>
      <form className={styles.dialog} noValidate onSubmit={submit}>
        <Input
          label={t("api_keys.label")}
          value={key.label}
          onValue={set("label")}
          maxLength={40}
          error={about(make.error, "label") ?? required(key.label)}
        />
        <Select
          label={t("api_keys.kind")}
          value={key.kind}
          onValue={set("kind")}
          options={[
            { value: "ed25519", label: t("api_keys.kind_ed25519") },
            { value: "hmac", label: t("api_keys.kind_hmac") },
          ]}
          hint={t(ownPair ? "api_keys.kind_ed25519_hint" : "api_keys.kind_hmac_hint")}
        />
        {ownPair && (
          <Input
            label={t("api_keys.public_key")}
            value={key.public_key}
            onValue={set("public_key")}
            placeholder="-----BEGIN PUBLIC KEY-----"
            hint={t("api_keys.public_key_hint")}
            error={about(make.error, "public_key") ?? required(key.public_key)}
          />
        )}
        <RightsFields value={key} onValue={change} error={make.error} />
        <DialogActions>
          <Button look="outline" size="l" onClick={props.onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" look="primary" size="l" busy={make.isPending}>
            {t("api_keys.make")}
          </Button>
        </DialogActions>
      </form>
      {stepUp.dialog}
    </Dialog>
  );
}

export function RestrictKeyDialog({ of, onClose }: { of: ApiKey; onClose: () => void }) {
  const [rights, setRights] = useState<Rights>(() => rightsOf(of));
  const [asksPassword, askPassword] = useState(false);
  const restrict = useChange(restrictKey);
  const stepUp = useStepUp();
  const change = (value: Rights) => {
    setRights(value);
    restrict.reset();
  };
  const save = async (by: { proof?: Proof; password?: string }) => {
    try {
      await restrict.mutateAsync({ id: of.id, rights, ...by });
    } catch (error) {
      if (!isBesideField(error, rightFields)) throw error;
      askPassword(false);
      return stepUp.close();
    }
    tellDone("api_keys.saved");
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save({}).catch((error: unknown) => {
      if (asksForLoginPassword(error)) return askPassword(true);
      if (!wantsProof(error)) return tellFailed(error);
      stepUp.ask({
        act: "widen_api_key",
        title: t("api_keys.widen"),
        text: t("api_keys.prove_wider"),
        password: "transaction",
        confirm: t("account.save"),
        work: (proof) => save({ proof }),
      });
    });
  };
  return (
    <Dialog open onClose={onClose} title={of.label} width="wide" keepOnScrim>
      <form className={styles.dialog} noValidate onSubmit={submit}>
        <p className={styles["dialog-text"]}>{t("api_keys.restrict_text")}</p>
        <RightsFields value={rights} onValue={change} error={restrict.error} />
        <DialogActions>
          <Button look="outline" size="l" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" look="primary" size="l" busy={restrict.isPending}>
            {t("account.save")}
          </Button>
        </DialogActions>
      </form>
      {stepUp.dialog}
      {asksPassword && (
        <PasswordConfirmDialog
          title={of.label}
          text={t("api_keys.restrict_password")}
          ask="password"
          act={t("account.save")}
          onClose={() => askPassword(false)}
          onConfirm={(password) => save({ password })}
        />
      )}
    </Dialog>
  );
}
