// The withdrawal whitelist: its addresses, adding and removing them, and turning it on and off.
import { Plus, Trash2 } from "lucide-react";
import { useState, type FormEvent } from "react";
import { sentences, t } from "../../../lib/i18n";
import { Address } from "../../../ui/address";
import { Button, IconButton } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { Input, PasswordInput, Select } from "../../../ui/input";
import { ErrorState, Skeleton } from "../../../ui/states";
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

// The coins that can be withdrawn, with their networks.
const coins: Readonly<Record<string, readonly string[]>> = {
  USDT: ["TRC20", "ERC20"],
  USDC: ["TRC20", "ERC20"],
  ETH: ["ERC20"],
  BTC: ["BTC"],
};
const form_fields = ["label", "coin", "network", "address", "transaction_password"];

function AddAddress({ on_done }: { on_done: () => void }) {
  const [given, set_given] = useState({
    label: "",
    coin: "USDT",
    network: "TRC20",
    address: "",
    transaction_password: "",
  });
  const [shown, show] = useState(false);
  const add = useChange(add_address);
  const bad_address = saved_address_problem(given.address, given.network);
  const set = (field: keyof typeof given) => (value: string) => {
    set_given((before) => ({ ...before, [field]: value }));
    add.reset();
  };
  const choose_coin = (coin: string) => {
    set("coin")(coin);
    set("network")(coins[coin]?.[0] ?? "");
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    show(true);
    if (given.label === "" || bad_address || given.transaction_password === "") return;
    add.mutate(given, {
      onSuccess: () => {
        tell_done("account.address_saved");
        on_done();
      },
      onError: (error) => {
        if (!is_beside_field(error, form_fields)) tell_failed(error);
      },
    });
  };
  const required = (value: string) =>
    shown && value === "" ? t("account.field_required") : undefined;
  return (
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
          options={Object.keys(coins).map((value) => ({ value, label: value }))}
          error={about(add.error, "coin")}
        />
        <Select
          label={t("account.network")}
          value={given.network}
          on_value={set("network")}
          options={(coins[given.coin] ?? []).map((value) => ({
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
        value={given.transaction_password}
        on_value={set("transaction_password")}
        autoComplete="off"
        error={about(add.error, "transaction_password") ?? required(given.transaction_password)}
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
  );
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
    return (
      <ConfirmDialog
        title={t("account.whitelist_title")}
        text={`${t("account.whitelist_text_off")} ${t("account.whitelist_rest")}`}
        ask="transaction_password"
        act={t(on ? "account.turn_off" : "account.turn_on")}
        on_close={back}
        on_confirm={(transaction_password) =>
          done(turn_whitelist({ enabled: !on, transaction_password }))
        }
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
      {adding ? <AddAddress on_done={back} /> : <List on={on} on_step={set_step} />}
    </Dialog>
  );
}
