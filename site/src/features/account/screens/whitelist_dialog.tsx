// The withdrawal whitelist: its addresses, adding and removing them, and turning it on and off.
import { Plus, Trash2 } from "lucide-react";
import { useState, type FormEvent } from "react";
import type { SavedAddress } from "../../../lib/addresses";
import { sentences, t } from "../../../lib/i18n";
import { useNetworks, type Network, type NetworkCoin } from "../../../lib/networks";
import type { Proof } from "../../../lib/step_up";
import { Address } from "../../../ui/address";
import { Button, IconButton } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { Input, PasswordInput, Select } from "../../../ui/input";
import { ErrorState, Skeleton } from "../../../ui/states";
import { StepUpDialog, useStepUp } from "../../../ui/step_up_dialog";
import {
  addAddress,
  lookAgain,
  removeAddress,
  turnWhitelist,
  useAddresses,
  useChange,
  type NewAddress,
  type Security,
} from "../api";
import { about, isBesideField, tellDone, tellFailed } from "../notices";
import { savedAddressProblem } from "../rules";
import styles from "./account.module.css";
import { State } from "./card";
import { PasswordConfirmDialog } from "./password_confirm_dialog";

type Step = { at: "list" | "add" | "turn" } | { at: "remove"; address: SavedAddress };

/** The networks by which each coin can be withdrawn; coins without one are left out. */
function waysOut(coins: readonly NetworkCoin[]): Map<string, Network[]> {
  const ways = new Map<string, Network[]>();
  for (const { coin, networks } of coins) {
    const open = networks.filter(({ withdrawal }) => withdrawal);
    if (open.length > 0) ways.set(coin, open);
  }
  return ways;
}

const formFields = ["label", "coin", "network", "address", "transaction_password"];

/** While the whitelist is on, a new address opens a way out: that asks for a code, too. */
function useAdding(on: boolean, onDone: () => void) {
  const add = useChange(addAddress);
  const stepUp = useStepUp();
  const save = async (given: NewAddress, proof: Proof) => {
    try {
      await add.mutateAsync({ ...given, proof });
    } catch (error) {
      if (!isBesideField(error, formFields)) throw error;
      return stepUp.close();
    }
    tellDone("account.address_saved");
    onDone();
  };
  const send = (given: NewAddress, password: string) => {
    if (!on) return void save(given, { password }).catch(tellFailed);
    stepUp.ask({
      act: "add_address",
      title: t("account.add_address"),
      text: t("account.whitelist_rest"),
      confirm: t("account.save"),
      work: (proof) => save(given, { ...proof, password }),
    });
  };
  return { add, send, dialog: stepUp.dialog };
}

function AddAddress({
  ways,
  on,
  onDone,
}: {
  ways: Map<string, Network[]>;
  on: boolean;
  onDone: () => void;
}) {
  const [first = "", [way] = []] = [...ways][0] ?? [];
  const [given, setGiven] = useState({
    label: "",
    coin: first,
    network: way?.value ?? "",
    address: "",
  });
  const [password, setPassword] = useState("");
  const [shown, show] = useState(false);
  const { add, send, dialog } = useAdding(on, onDone);
  const chosen = ways.get(given.coin)?.find(({ value }) => value === given.network);
  const badAddress = savedAddressProblem(given.address, chosen?.kind ?? "");
  const set = (field: keyof typeof given) => (value: string) => {
    setGiven((before) => ({ ...before, [field]: value }));
    add.reset();
  };
  const chooseCoin = (coin: string) => {
    set("coin")(coin);
    set("network")(ways.get(coin)?.[0]?.value ?? "");
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    show(true);
    if (given.label === "" || badAddress || password === "") return;
    send(given, password);
  };
  const required = (value: string) =>
    shown && value === "" ? t("account.field_required") : undefined;
  return (
    <>
      <form className={styles.dialog} noValidate onSubmit={submit}>
        <Input
          label={t("account.label")}
          value={given.label}
          onValue={set("label")}
          maxLength={40}
          error={about(add.error, "label") ?? required(given.label)}
        />
        <div className={styles.pair}>
          <Select
            label={t("account.coin")}
            value={given.coin}
            onValue={chooseCoin}
            options={[...ways.keys()].map((value) => ({ value, label: value }))}
            error={about(add.error, "coin")}
          />
          <Select
            label={t("account.network")}
            value={given.network}
            onValue={set("network")}
            options={(ways.get(given.coin) ?? []).map(({ value }) => ({
              value,
              label: value,
            }))}
          />
        </div>
        <Input
          label={t("account.address_field")}
          value={given.address}
          onValue={(value) => set("address")(value.trim())}
          maxLength={120}
          error={about(add.error, "address") ?? (shown && badAddress ? t(badAddress) : undefined)}
        />
        <PasswordInput
          label={t("account.transaction_password")}
          value={password}
          onValue={(value) => {
            setPassword(value);
            add.reset();
          }}
          autoComplete="off"
          error={about(add.error, "transaction_password") ?? required(password)}
        />
        <DialogActions>
          <Button look="outline" size="l" onClick={onDone}>
            {t("account.back")}
          </Button>
          <Button type="submit" look="primary" size="l" busy={add.isPending}>
            {t("account.save")}
          </Button>
        </DialogActions>
      </form>
      {dialog}
    </>
  );
}

/** The form, once it is known by which networks coins leave. */
function AddAddressByNetworks({ on, onDone }: { on: boolean; onDone: () => void }) {
  const networks = useNetworks();
  if (networks.isPending) return <Skeleton height={44} />;
  if (networks.isError)
    return <ErrorState compact error={networks.error} onRetry={() => void networks.refetch()} />;
  return <AddAddress ways={waysOut(networks.data)} on={on} onDone={onDone} />;
}

function List(props: { on: boolean; onStep: (step: Step) => void }) {
  const query = useAddresses();
  const addresses = query.data?.addresses;
  return (
    <div className={styles.dialog}>
      <div className={styles["whitelist-head"]}>
        <State on={props.on} />
        <Button look="outline" size="s" onClick={() => props.onStep({ at: "turn" })}>
          {t(props.on ? "account.turn_off" : "account.turn_on")}
        </Button>
      </div>
      <p className={styles["dialog-text"]}>
        {sentences(
          t(props.on ? "account.whitelist_text_on" : "account.whitelist_text_off"),
          t("account.whitelist_rest"),
        )}
      </p>
      <ul className={styles.addresses} aria-label={t("account.addresses")}>
        {query.isPending && <Skeleton height={44} />}
        {query.isError && (
          <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
        )}
        {addresses?.length === 0 && <li className={styles.none}>{t("account.no_addresses")}</li>}
        {addresses?.map((one) => (
          <li key={one.id} className={styles.address}>
            <div className={styles.words}>
              <p className={styles.name}>
                {one.label} · {one.coin} {one.network}
              </p>
              <Address value={one.address} className={styles["address-text"]} />
            </div>
            <IconButton
              label={t("account.remove_address", { label: one.label })}
              onClick={() => props.onStep({ at: "remove", address: one })}
            >
              <Trash2 size={16} strokeWidth={1.5} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button look="outline" size="l" wide onClick={() => props.onStep({ at: "add" })}>
        <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
        {t("account.add_address")}
      </Button>
    </div>
  );
}

export function WhitelistDialog({
  security,
  onClose,
}: {
  security: Security;
  onClose: () => void;
}) {
  const [step, setStep] = useState<Step>({ at: "list" });
  const back = () => setStep({ at: "list" });
  const on = security.withdrawal_whitelist;
  const done = async (work: Promise<unknown>) => {
    await work;
    void lookAgain();
    tellDone("account.saved");
    back();
  };
  if (step.at === "turn") {
    const text = sentences(t("account.whitelist_text_off"), t("account.whitelist_rest"));
    return on ? (
      <StepUpDialog
        act="whitelist_off"
        title={t("account.whitelist_title")}
        text={text}
        password="transaction"
        confirm={t("account.turn_off")}
        onClose={back}
        work={(proof) => done(turnWhitelist({ enabled: false, proof }))}
      />
    ) : (
      <PasswordConfirmDialog
        title={t("account.whitelist_title")}
        text={text}
        ask="transaction_password"
        act={t("account.turn_on")}
        onClose={back}
        onConfirm={(password) => done(turnWhitelist({ enabled: true, proof: { password } }))}
      />
    );
  }
  if (step.at === "remove") {
    return (
      <PasswordConfirmDialog
        title={t("account.remove_title")}
        text={`${step.address.label} · ${step.address.coin} ${step.address.network}`}
        ask="transaction_password"
        act={t("account.remove")}
        onClose={back}
        onConfirm={(transactionPassword) =>
          done(removeAddress({ id: step.address.id, transaction_password: transactionPassword }))
        }
      />
    );
  }
  const adding = step.at === "add";
  return (
    <Dialog
      open
      onClose={adding ? back : onClose}
      title={t(adding ? "account.add_address" : "account.whitelist_title")}
      width="wide"
      keepOnScrim={adding}
    >
      {adding ? <AddAddressByNetworks on={on} onDone={back} /> : <List on={on} onStep={setStep} />}
    </Dialog>
  );
}
