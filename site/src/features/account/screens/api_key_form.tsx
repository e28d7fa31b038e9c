// The forms of an API key: a new one, and what one may do.
import { useState, type FormEvent } from "react";
import { t } from "../../../lib/i18n";
import type { Proof } from "../../../lib/step_up";
import type { Schemas } from "../../../lib/calls";
import { Button } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { Input, Select } from "../../../ui/input";
import { useStepUp } from "../../../ui/step_up_dialog";
import { useChange } from "../api";
import {
  make_key,
  restrict_key,
  rights_of,
  wants_proof,
  type ApiKey,
  type NewKey,
  type Rights,
} from "../api_keys";
import { about, is_beside_field, tell_done, tell_failed } from "../notices";
import styles from "./account.module.css";

const right_fields = ["scope", "markets", "networks", "expires_on"];
const new_fields = [...right_fields, "label", "kind", "public_key"];

const today = () => new Date().toISOString().slice(0, 10);

/** What a key may do, from where and until when. */
function RightsFields<Form extends Rights>(props: {
  value: Form;
  on_value: (value: Form) => void;
  error: unknown;
}) {
  const { value, error } = props;
  const set = (field: keyof Rights) => (text: string) =>
    props.on_value({ ...value, [field]: text });
  return (
    <>
      <Select
        label={t("api_keys.scope")}
        value={value.scope}
        on_value={set("scope")}
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
        on_value={set("markets")}
        placeholder={t("api_keys.markets_all")}
        hint={t("api_keys.markets_hint")}
        error={about(error, "markets")}
      />
      <Input
        label={t("api_keys.networks")}
        value={value.networks}
        on_value={set("networks")}
        placeholder={t("api_keys.networks_any")}
        hint={t("api_keys.networks_hint")}
        error={about(error, "networks")}
      />
      <Input
        label={t("api_keys.expires_on")}
        type="date"
        min={today()}
        value={value.expires_on}
        on_value={set("expires_on")}
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
  on_close: () => void;
  on_made: (made: Schemas["ApiKeyMade"]) => void;
}) {
  const [key, set_key] = useState<NewKey>(empty);
  const [shown, show] = useState(false);
  const make = useChange(make_key);
  const step_up = useStepUp();
  const change = (value: NewKey) => {
    set_key(value);
    make.reset();
  };
  const set = (field: keyof NewKey) => (value: string) => change({ ...key, [field]: value });
  const own_pair = key.kind === "ed25519";
  const required = (value: string) =>
    shown && value.trim() === "" ? t("account.field_required") : undefined;
  const save = async (proof: Proof) => {
    try {
      props.on_made(await make.mutateAsync({ key, proof }));
    } catch (error) {
      if (!is_beside_field(error, new_fields)) throw error;
      step_up.close();
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    show(true);
    if (key.label.trim() === "" || (own_pair && key.public_key.trim() === "")) return;
    step_up.ask({
      act: "make_api_key",
      title: t("api_keys.make"),
      text: t(key.scope === "trade" ? "api_keys.prove_trade" : "api_keys.prove_read"),
      password: "transaction",
      confirm: t("api_keys.make"),
      work: save,
    });
  };
  return (
    <Dialog open on_close={props.on_close} title={t("api_keys.make")} width="wide" keep_on_scrim>
      <form className={styles.dialog} noValidate onSubmit={submit}>
        <Input
          label={t("api_keys.label")}
          value={key.label}
          on_value={set("label")}
          maxLength={40}
          error={about(make.error, "label") ?? required(key.label)}
        />
        <Select
          label={t("api_keys.kind")}
          value={key.kind}
          on_value={set("kind")}
          options={[
            { value: "ed25519", label: t("api_keys.kind_ed25519") },
            { value: "hmac", label: t("api_keys.kind_hmac") },
          ]}
          hint={t(own_pair ? "api_keys.kind_ed25519_hint" : "api_keys.kind_hmac_hint")}
        />
        {own_pair && (
          <Input
            label={t("api_keys.public_key")}
            value={key.public_key}
            on_value={set("public_key")}
            placeholder="-----BEGIN PUBLIC KEY-----"
            hint={t("api_keys.public_key_hint")}
            error={about(make.error, "public_key") ?? required(key.public_key)}
          />
        )}
        <RightsFields value={key} on_value={change} error={make.error} />
        <DialogActions>
          <Button look="outline" size="l" onClick={props.on_close}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" look="primary" size="l" busy={make.isPending}>
            {t("api_keys.make")}
          </Button>
        </DialogActions>
      </form>
      {step_up.dialog}
    </Dialog>
  );
}

export function RestrictKeyDialog({ of, on_close }: { of: ApiKey; on_close: () => void }) {
  const [rights, set_rights] = useState<Rights>(() => rights_of(of));
  const restrict = useChange(restrict_key);
  const step_up = useStepUp();
  const change = (value: Rights) => {
    set_rights(value);
    restrict.reset();
  };
  const save = async (proof?: Proof) => {
    try {
      await restrict.mutateAsync({ id: of.id, rights, ...(proof && { proof }) });
    } catch (error) {
      if (!is_beside_field(error, right_fields)) throw error;
      return step_up.close();
    }
    tell_done("api_keys.saved");
    on_close();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save().catch((error: unknown) => {
      if (!wants_proof(error)) return tell_failed(error);
      step_up.ask({
        act: "widen_api_key",
        title: t("api_keys.widen"),
        text: t("api_keys.prove_wider"),
        password: "transaction",
        confirm: t("account.save"),
        work: save,
      });
    });
  };
  return (
    <Dialog open on_close={on_close} title={of.label} width="wide" keep_on_scrim>
      <form className={styles.dialog} noValidate onSubmit={submit}>
        <p className={styles["dialog-text"]}>{t("api_keys.restrict_text")}</p>
        <RightsFields value={rights} on_value={change} error={restrict.error} />
        <DialogActions>
          <Button look="outline" size="l" onClick={on_close}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" look="primary" size="l" busy={restrict.isPending}>
            {t("account.save")}
          </Button>
        </DialogActions>
      </form>
      {step_up.dialog}
    </Dialog>
  );
}
