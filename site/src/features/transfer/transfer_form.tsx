// The form that moves coins between a client's own wallets.
import { ArrowLeftRight } from "lucide-react";
import { useState, type FormEvent } from "react";
import { ApiError } from "../../lib/api";
import { compare, round, trimZeros, typedDecimal, type Decimal } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { t } from "../../lib/i18n";
import type { TransferWish } from "../../lib/transfer";
import { cleanTyping } from "../../lib/typing";
import { PasswordDialog } from "../../market/password_dialog";
import { Button, IconButton, TextButton } from "../../ui/button";
import { Fact, Facts } from "../../ui/facts";
import { useFocusOnWrong } from "../../ui/focus_on_wrong";
import { Input, Select } from "../../ui/input";
import { Amount } from "../../ui/number";
import { Segment } from "../../ui/tabs";
import { toast } from "../../ui/toast";
import { useTransfer, useWallet } from "./api";
import {
  contentOf,
  emptyDraft,
  problemOf,
  swapped,
  wayOf,
  ways,
  withWay,
  type Draft,
  type Wallet,
} from "./rules";
import styles from "./transfer.module.css";

const wallets: readonly Wallet[] = ["SPOT", "FUTURE", "FUNDING"];
const places = 8;
/** Long enough to read two sentences. */
const successMs = 8_000;

function Wallets({ draft, set }: { draft: Draft; set: (draft: Draft) => void }) {
  const options = wallets.map((value) => ({ value, label: t(`transfer.${value}`) }));
  const select = (side: "from" | "to") => (
    <Select
      label={t(`transfer.${side}`)}
      size="l"
      value={draft[side]}
      options={options}
      onValue={() => undefined}
      disabled
    />
  );
  return (
    <>
      <Segment
        label={t("transfer.route")}
        items={ways.map(({ id }) => ({ id, label: t(`transfer.route_${id}`) }))}
        value={wayOf(draft)}
        onValue={(way) => set(withWay(draft, way))}
        className={styles.ways}
      />
      <div className={styles.between}>
        {select("from")}
        <IconButton
          label={t("transfer.swap")}
          className={styles.swap}
          onClick={() => set(swapped(draft))}
        >
          <ArrowLeftRight size={18} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
        {select("to")}
      </div>
    </>
  );
}

function AmountField(props: {
  draft: Draft;
  available: Decimal | undefined;
  error: string | undefined;
  set: (amount: string) => void;
}) {
  const { draft, available, error, set } = props;
  const max = () => {
    const most = trimZeros(round(available ?? "0", places, "down"));
    set(compare(most, "0") > 0 ? most : "");
  };
  return (
    <Input
      label={t("transfer.amount")}
      size="l"
      inputMode="decimal"
      value={draft.amount}
      error={error}
      unit={draft.coin}
      onValue={(text) => set(cleanTyping(text, places))}
      labelEnd={
        <span className={styles.available} data-testid="available">
          {t("transfer.available")}
          <Amount value={available} places={places} unit={draft.coin} />
        </span>
      }
      end={
        <TextButton onClick={max} disabled={available === undefined}>
          {t("transfer.max")}
        </TextButton>
      }
    />
  );
}

function Confirmation(props: {
  draft: Draft;
  onClose: () => void;
  onDone: () => void;
  onRefused: (error: unknown) => void;
}) {
  const { draft } = props;
  const transfer = useTransfer();
  return (
    <PasswordDialog
      title={t("transfer.confirmation")}
      refused={t("transfer.refused")}
      send={(secret) => transfer.mutateAsync({ ...contentOf(draft), ...secret })}
      onClose={props.onClose}
      onRefused={props.onRefused}
      onDone={() => {
        toast({
          tone: "success",
          title: t("common.success"),
          text: t("transfer.success"),
          forMs: successMs,
        });
        props.onDone();
      }}
    >
      <Facts look="details">
        <Fact name={t("transfer.from")}>{t(`transfer.${draft.from}`)}</Fact>
        <Fact name={t("transfer.to")}>{t(`transfer.${draft.to}`)}</Fact>
        <Fact total name={t("transfer.amount")}>
          {formatNumber(typedDecimal(draft.amount))} {draft.coin}
        </Fact>
      </Facts>
    </PasswordDialog>
  );
}

export function TransferForm(props: { wish?: TransferWish; onDone: () => void }) {
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft(), ...props.wish });
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const form = useFocusOnWrong(tried);
  const { available: of, names } = useWallet(draft.from);
  const available = of(draft.coin);
  const problem = problemOf(draft, available);
  const short = t(`transfer.problem_insufficient_${draft.from}`);
  const error = refused || problem?.code === "insufficient" ? short : undefined;
  const missing = tried && problem?.code === "amount_required";
  const change = (next: Draft) => {
    setTried(false);
    setRefused(false);
    setDraft(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem === null) setConfirming(true);
  };
  const coins = names?.includes(draft.coin) === false ? [draft.coin, ...names] : names;
  return (
    <>
      <form
        ref={form}
        className={styles.form}
        onSubmit={submit}
        noValidate
        aria-label={t("transfer.title")}
      >
        <Wallets draft={draft} set={change} />
        <Select
          label={t("transfer.coin")}
          size="l"
          value={draft.coin}
          options={(coins ?? [draft.coin]).map((value) => ({ value, label: value }))}
          onValue={(coin) => change({ ...draft, coin, amount: "" })}
        />
        <AmountField
          draft={draft}
          available={available}
          error={missing ? t("transfer.problem_amount_required") : error}
          set={(amount) => change({ ...draft, amount })}
        />
        <Button type="submit" look="primary" size="xl" wide>
          {t("transfer.transfer")}
        </Button>
      </form>
      {confirming && (
        <Confirmation
          draft={draft}
          onClose={() => setConfirming(false)}
          onDone={props.onDone}
          onRefused={(reason) =>
            setRefused(reason instanceof ApiError && reason.code === "insufficient_balance")
          }
        />
      )}
    </>
  );
}
