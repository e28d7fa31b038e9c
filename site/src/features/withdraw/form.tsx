// The form of a withdrawal, up to its confirmation.
import { useState, type FormEvent } from "react";
import { ApiError, sentenceOf } from "../../lib/api";
import { trimZeros, typedDecimal } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import type { NetworkCoin } from "../../lib/networks";
import { useSearchParams } from "../../lib/router";
import { usePaused } from "../../lib/status";
import { useWorth } from "../../lib/worth";
import { CoinField } from "../../market/coin_field";
import { Button } from "../../ui/button";
import { Fact } from "../../ui/facts";
import { useFocusOnWrong } from "../../ui/focus_on_wrong";
import { NetworkField } from "../../ui/network_field";
import { Amount } from "../../ui/number";
import { Step } from "../../ui/steps";
import { toast } from "../../ui/toast";
import { AlertDialog, ObstacleNotice } from "./alerts";
import { AmountStep } from "./amount_step";
import { checkAddress, sendCode, useSavedAddresses, type CodeSent, type Limits } from "./api";
import { ConfirmWithdrawal } from "./confirm_withdrawal";
import { Recipient, RecipientDialog, type Tool } from "./recipient";
import {
  alerts,
  emptyDraft,
  firstCoin,
  keepsButton,
  needsCode,
  obstacle,
  problemsOf,
  receivable,
  sameAddress,
  savedFor,
  wayOf,
  waysOut,
  type Alert,
  type Draft,
} from "./rules";
import styles from "./withdraw.module.css";

interface FormProps {
  coins: readonly NetworkCoin[];
  limits: Limits;
}

/** What was chosen and typed, what it means by the rules, and what the fields say. */
function useForm({ coins, limits }: FormProps) {
  const [search] = useSearchParams();
  const offered = coins.filter((coin) => waysOut(coin).length > 0);
  const wanted = search.get("coin");
  const [kept, setKept] = useState<Draft>(() =>
    emptyDraft(offered.find(({ coin }) => coin === wanted)?.coin ?? firstCoin),
  );
  const [seen, setSeen] = useState({ address: false, amount: false });
  const coin = offered.find((one) => one.coin === kept.coin) ?? offered[0];
  const way = wayOf(coin, kept.network);
  const draft = { ...kept, network: way?.value ?? "" };
  const saved = savedFor(useSavedAddresses().data, draft);
  const worth = useWorth()(draft.coin, typedDecimal(draft.amount) ?? "0");
  const problems = problemsOf(draft, way, limits, worth);
  const isSaved = saved.some((one) => sameAddress(one.address, draft.address));
  const change = (changes: Partial<Draft>) => setKept({ ...draft, ...changes });
  const see = (fields: Partial<typeof seen>) => setSeen({ ...seen, ...fields });
  const typeAddress = (address: string) => {
    change({ address });
    see({ address: true });
  };
  const clear = () => {
    setKept({ ...draft, address: "", amount: "" });
    setSeen({ address: false, amount: false });
  };
  return {
    offered,
    coin,
    way,
    draft,
    saved,
    isSaved,
    worth,
    problems,
    seen,
    change,
    typeAddress,
    see,
    clear,
  };
}

type Form = ReturnType<typeof useForm>;

function CoinStep({ form, limits }: { form: Form; limits: Limits }) {
  return (
    <Step number={1} title={t("withdraw.coin")}>
      <CoinField
        label={t("withdraw.choose_coin")}
        coins={form.offered.map((one) => ({
          name: one.coin,
          full_name: one.name,
          image: one.image,
          note: t("withdraw.available_of", {
            amount: trimZeros(limits.available[one.coin] ?? "0"),
          }),
        }))}
        value={form.draft.coin}
        onValue={(coin) => form.change({ coin, network: "", amount: "" })}
      />
    </Step>
  );
}

function Networks({ form }: { form: Form }) {
  return (
    <NetworkField
      label={t("withdraw.network")}
      networks={waysOut(form.coin).map((one) => ({
        value: one.value,
        title: one.title,
        lines: one.withdrawal.open
          ? [
              t("withdraw.network_fee_of", {
                amount: trimZeros(one.withdrawal.fee),
                coin: form.draft.coin,
              }),
              t("withdraw.about_minutes", { count: one.withdrawal.arrival_minutes }),
            ]
          : [t("withdraw.closed")],
        closed: !one.withdrawal.open,
      }))}
      value={form.draft.network}
      onValue={(network) => form.change({ network })}
    />
  );
}

/** On phones the act stays in sight, above the tab bar. */
function PhoneFooter({ form, busy, off }: { form: Form; busy: boolean; off: boolean }) {
  const { draft, way } = form;
  return (
    <div className={styles["phone-footer"]}>
      <dl>
        <Fact name={t("withdraw.receive")}>
          <Amount value={receivable(draft.amount, way)} unit={draft.coin} />
        </Fact>
        <Fact name={t("withdraw.network_fee")}>
          <Amount value={trimZeros(way?.withdrawal.fee ?? "0")} unit={draft.coin} />
        </Fact>
      </dl>
      <Button type="submit" look="primary" size="l" busy={busy} disabled={off}>
        {t("withdraw.withdraw")}
      </Button>
    </div>
  );
}

/** Confirming: the code that was sent; null where none is needed. */
interface Confirming {
  sent: CodeSent | null;
}

/** A press on Withdraw now: what is wrong is said, else a code goes out and the dialog opens. */
function useSubmit(form: Form, limits: Limits, paused: boolean) {
  const [confirming, setConfirming] = useState<Confirming | null>(null);
  const [alert, setAlert] = useState<Alert | null>(null);
  const [busy, setBusy] = useState(false);
  const { draft, problems } = form;

  /** Only the server knows the addresses that nobody should send to; true: this is none. */
  const checked = async (): Promise<boolean> => {
    const { coin, network, address } = draft;
    try {
      await checkAddress({ coin, bchain_name: network, withdraw_address: address });
      return true;
    } catch (error) {
      const found = error instanceof ApiError ? alerts[error.code] : undefined;
      if (found) setAlert(found);
      else toast({ tone: "error", title: t("withdraw.refused"), text: sentenceOf(error) });
      return false;
    }
  };
  const askCode = async () => {
    if (!needsCode(limits, form.worth)) return setConfirming({ sent: null });
    try {
      setConfirming({ sent: await sendCode() });
    } catch (error) {
      toast({ tone: "error", title: t("withdraw.no_code"), text: sentenceOf(error) });
    }
  };
  const open = async () => {
    setBusy(true);
    if (await checked()) await askCode();
    setBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = obstacle(limits, form.way, paused, Date.now());
    if (found) return setAlert(found);
    form.see({ address: true, amount: true });
    if (problems.address && problems.address !== "empty") {
      toast({ tone: "error", title: t("withdraw.address_mismatch") });
    }
    if (problems.address || problems.amount) return;
    if (limits.whitelist && !form.isSaved) return setAlert("not_saved");
    void open();
  };
  return { confirming, setConfirming, alert, setAlert, busy, submit };
}

export function WithdrawForm({ coins, limits }: FormProps) {
  const form = useForm({ coins, limits });
  const paused = usePaused().withdrawals;
  const act = useSubmit(form, limits, paused);
  const [tool, setTool] = useState<Tool | null>(null);
  const { draft, way, problems, seen } = form;
  const off = paused || (seen.address && keepsButton(problems.address));
  const ref = useFocusOnWrong(seen.amount);
  return (
    <>
      <form ref={ref} noValidate onSubmit={act.submit} aria-label={t("withdraw.title")}>
        <CoinStep form={form} limits={limits} />
        <Step number={2} title={t("withdraw.address_and_network")}>
          <Recipient
            draft={draft}
            saved={form.saved}
            isSaved={form.isSaved}
            whitelist={limits.whitelist}
            problem={seen.address ? problems.address : null}
            onAddress={form.typeAddress}
            onTool={setTool}
          />
          <Networks form={form} />
        </Step>
        <Step number={3} title={t("withdraw.amount")}>
          <ObstacleNotice limits={limits} way={way} paused={paused} />
          <AmountStep
            draft={draft}
            way={way}
            limits={limits}
            problem={seen.amount ? problems.amount : null}
            onAmount={(amount) => {
              form.change({ amount });
              form.see({ amount: true });
            }}
          />
          <Button
            type="submit"
            look="primary"
            size="xl"
            wide
            busy={act.busy}
            disabled={off}
            className={`${styles.act} ${styles.submit}`}
          >
            {t("withdraw.withdraw_now")}
          </Button>
        </Step>
        <PhoneFooter form={form} busy={act.busy} off={off} />
      </form>
      <RecipientDialog
        tool={tool}
        draft={draft}
        saved={form.saved}
        isSaved={form.isSaved}
        problem={problems.address}
        onAddress={form.typeAddress}
        onTool={setTool}
      />
      {act.confirming && way && (
        <ConfirmWithdrawal
          draft={draft}
          way={way}
          twoFactor={limits.two_factor}
          sent={act.confirming.sent}
          onClose={() => act.setConfirming(null)}
          onAlert={(alert) => {
            act.setConfirming(null);
            act.setAlert(alert);
          }}
          onDone={() => {
            act.setConfirming(null);
            form.clear();
          }}
        />
      )}
      {act.alert && (
        <AlertDialog about={act.alert} limits={limits} onClose={() => act.setAlert(null)} />
      )}
    </>
  );
}
