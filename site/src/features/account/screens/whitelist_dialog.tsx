// The withdrawal whitelist: its addresses, adding and removing them, and turning it on and off.
import { Plus, Trash2 } from "lucide-react";
import { useState, type FormEvent } from "react";
import { sentences, t } from "../../../lib/i18n";
import { useNetworks, type NetworkCoin } from "../../../lib/networks";
import type { Proof } from "../../../lib/step_up";
import { Address } from "../../../ui/address";
import { Button, IconButton } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { Input, PasswordInput, Select } from "../../../ui/input";
import { ErrorState, Skeleton } from "../../../ui/states";
import { StepUpDialog, useStepUp } from "../../../ui/step_up_dialog";
import {
  add_address,
  look_again,
  remove_address,
  turn_whitelist,
  useAddresses,
  useChange,
  type SavedAddress,
  type Security,
} from "../api";
import { about, is_beside_field, tell_done, tell_failed } from "../notices";
import { saved_address_problem } from "../rules";
import styles from "./account.module.css";
import { State } from "./card";
import { ConfirmDialog } from "./confirm_dialog";

type Step = { at: "list" | "add" | "turn" } | { at: "remove"; address: SavedAddress };

/** The networks by which each coin can be withdrawn; coins without one are left out. */
function ways_out(coins: readonly NetworkCoin[]): Map<string, string[]> {
  const ways = new Map<string, string[]>();
  for (const { coin, networks } of coins) {
    const names = networks.filter(({ withdrawal }) => withdrawal).map(({ value }) => value);
    if (names.length > 0) ways.set(coin, names);
  }
  return ways;
}

const form_fields = ["label", "coin", "network", "address", "transaction_password"];

type Given = Omit<SavedAddress, "id">;

/** While the whitelist is on, a new address opens a way out: that asks for a code, too. */
function useAdding(on: boolean, on_done: () => void) {
  const add = useChange(add_address);
  const step_up = useStepUp();
  const save = async (given: Given, proof: Proof) => {
    try {
      await add.mutateAsync({ ...given, proof });
    } catch (error) {
      if (!is_beside_field(error, form_fields)) throw error;
      return step_up.close();
    }
    tell_done("account.address_saved");
    on_done();
  };
  const send = (given: Given, password: string) => {
    if (!on) return void save(given, { password }).catch(tell_failed);
    step_up.ask({
      act: "add_address",
      title: t("account.add_address"),
      text: t("account.whitelist_rest"),
      confirm: t("account.save"),
      work: (proof) => save(given, { ...proof, password }),
    });
  };
  return { add, send, dialog: step_up.dialog };
}

function AddAddress({
  ways,
  on,
  on_done,
}: {
  ways: Map<string, string[]>;
  on: boolean;
  on_done: () => void;
}) {
  const [first = "", [way = ""] = []] = [...ways][0] ?? [];
  const [given, set_given] = useState({
    label: "",
    coin: first,
    network: way,
    address: "",
  });
  const [password, set_password] = useState("");
  const [shown, show] = useState(false);
  const { add, send, dialog } = useAdding(on, on_done);
  const bad_address = saved_address_problem(given.address, given.network);
  const set = (field: keyof typeof given) => (value: string) => {
    set_given((before) => ({ ...before, [field]: value }));
    add.reset();
  };
  const choose_coin = (coin: string) => {
    set("coin")(coin);
    set("network")(ways.get(coin)?.[0] ?? "");
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    show(true);
    if (given.label === "" || bad_address || password === "") return;
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
          on_value={set("label")}
          maxLength={40}
          error={about(add.error, "label") ?? required(given.label)}
        />
        <div className={styles.pair}>
          <Select
            label={t("account.coin")}
            value={given.coin}
            on_value={choose_coin}
            options={[...ways.keys()].map((value) => ({ value, label: value }))}
            error={about(add.error, "coin")}
          />
          <Select
            label={t("account.network")}
            value={given.network}
            on_value={set("network")}
            options={(ways.get(given.coin) ?? []).map((value) => ({
              value,
              label: value,
            }))}
          />
        </div>
        <Input
          label={t("account.address_field")}
          value={given.address}
          on_value={(value) => set("address")(value.trim())}
          maxLength={120}
          error={about(add.error, "address") ?? (shown && bad_address ? t(bad_address) : undefined)}
        />
        <PasswordInput
          label={t("account.transaction_password")}
          value={password}
          on_value={(value) => {
            set_password(value);
            add.reset();
          }}
          autoComplete="off"
          error={about(add.error, "transaction_password") ?? required(password)}
        />
        <DialogActions>
          <Button look="outline" size="l" onClick={on_done}>
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
function AddAddressByNetworks({ on, on_done }: { on: boolean; on_done: () => void }) {
  const networks = useNetworks();
  if (networks.isPending) return <Skeleton height={44} />;
  if (networks.isError)
    return <ErrorState compact error={networks.error} on_retry={() => void networks.refetch()} />;
  return <AddAddress ways={ways_out(networks.data)} on={on} on_done={on_done} />;
}

function List(props: { on: boolean; on_step: (step: Step) => void }) {
  const query = useAddresses();
  const addresses = query.data?.addresses;
  return (
    <div className={styles.dialog}>
      <div className={styles["whitelist-head"]}>
        <State on={props.on} />
        <Button look="outline" size="s" onClick={() => props.on_step({ at: "turn" })}>
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
          <ErrorState compact error={query.error} on_retry={() => void query.refetch()} />
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
              onClick={() => props.on_step({ at: "remove", address: one })}
            >
              <Trash2 size={16} strokeWidth={1.5} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button look="outline" size="l" wide onClick={() => props.on_step({ at: "add" })}>
        <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
        {t("account.add_address")}
      </Button>
    </div>
  );
}

export function WhitelistDialog({
  security,
  on_close,
}: {
  security: Security;
  on_close: () => void;
}) {
  const [step, set_step] = useState<Step>({ at: "list" });
  const back = () => set_step({ at: "list" });
  const on = security.withdrawal_whitelist;
  const done = async (work: Promise<unknown>) => {
    await work;
    void look_again();
    tell_done("account.saved");
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
        on_close={back}
        work={(proof) => done(turn_whitelist({ enabled: false, proof }))}
      />
    ) : (
      <ConfirmDialog
        title={t("account.whitelist_title")}
        text={text}
        ask="transaction_password"
        act={t("account.turn_on")}
        on_close={back}
        on_confirm={(password) => done(turn_whitelist({ enabled: true, proof: { password } }))}
      />
    );
  }
  if (step.at === "remove") {
    return (
      <ConfirmDialog
        title={t("account.remove_title")}
        text={`${step.address.label} · ${step.address.coin} ${step.address.network}`}
        ask="transaction_password"
        act={t("account.remove")}
        on_close={back}
        on_confirm={(transaction_password) =>
          done(remove_address({ id: step.address.id, transaction_password }))
        }
      />
    );
  }
  const adding = step.at === "add";
  return (
    <Dialog
      open
      on_close={adding ? back : on_close}
      title={t(adding ? "account.add_address" : "account.whitelist_title")}
      width="wide"
      keep_on_scrim={adding}
    >
      {adding ? (
        <AddAddressByNetworks on={on} on_done={back} />
      ) : (
        <List on={on} on_step={set_step} />
      )}
    </Dialog>
  );
}
