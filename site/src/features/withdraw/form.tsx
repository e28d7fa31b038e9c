// The form of a withdrawal, up to its confirmation.
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useSearchParams } from "react-router";
import { ApiError, sentence_of } from "../../lib/api";
import { trim_zeros, typed_decimal } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import type { NetworkCoin } from "../../lib/networks";
import { usePaused } from "../../lib/status";
import { useWorth } from "../../lib/worth";
import { Button } from "../../ui/button";
import { CoinField } from "../../ui/coin_field";
import { NetworkField } from "../../ui/network_field";
import { Amount } from "../../ui/number";
import { Step } from "../../ui/steps";
import { toast } from "../../ui/toast";
import { AlertDialog, ObstacleNotice } from "./alerts";
import { AmountStep } from "./amount_step";
import { check_address, send_code, useSavedAddresses, type CodeSent, type Limits } from "./api";
import { ConfirmDialog } from "./confirm_dialog";
import { Recipient, RecipientDialog, type Tool } from "./recipient";
import {
  alerts,
  empty_draft,
  first_coin,
  keeps_button,
  needs_code,
  obstacle,
  problems_of,
  receivable,
  same_address,
  saved_for,
  way_of,
  ways_out,
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
  const offered = coins.filter((coin) => ways_out(coin).length > 0);
  const wanted = search.get("coin");
  const [kept, set_kept] = useState<Draft>(() =>
    empty_draft(offered.find(({ coin }) => coin === wanted)?.coin ?? first_coin),
  );
  const [seen, set_seen] = useState({ address: false, amount: false });
  const coin = offered.find((one) => one.coin === kept.coin) ?? offered[0];
  const way = way_of(coin, kept.network);
  const draft = { ...kept, network: way?.value ?? "" };
  const saved = saved_for(useSavedAddresses().data, draft);
  const worth = useWorth()(draft.coin, typed_decimal(draft.amount) ?? "0");
  const problems = problems_of(draft, way, limits, worth);
  const is_saved = saved.some((one) => same_address(one.address, draft.address));
  const change = (changes: Partial<Draft>) => set_kept({ ...draft, ...changes });
  const see = (fields: Partial<typeof seen>) => set_seen({ ...seen, ...fields });
  const type_address = (address: string) => {
    change({ address });
    see({ address: true });
  };
  const clear = () => {
    set_kept({ ...draft, address: "", amount: "" });
    set_seen({ address: false, amount: false });
  };
  return {
    offered,
    coin,
    way,
    draft,
    saved,
    is_saved,
    worth,
    problems,
    seen,
    change,
    type_address,
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
            amount: trim_zeros(limits.available[one.coin] ?? "0"),
          }),
        }))}
        value={form.draft.coin}
        on_value={(coin) => form.change({ coin, network: "", amount: "" })}
      />
    </Step>
  );
}

function Networks({ form }: { form: Form }) {
  return (
    <NetworkField
      label={t("withdraw.network")}
      networks={ways_out(form.coin).map((one) => ({
        value: one.value,
        title: one.title,
        lines: one.withdrawal.open
          ? [
              t("withdraw.network_fee_of", {
                amount: trim_zeros(one.withdrawal.fee),
                coin: form.draft.coin,
              }),
              t("withdraw.about_minutes", { count: one.withdrawal.arrival_minutes }),
            ]
          : [t("withdraw.closed")],
        closed: !one.withdrawal.open,
      }))}
      value={form.draft.network}
      on_value={(network) => form.change({ network })}
    />
  );
}

/** On phones the act stays in sight, above the tab bar. */
function PhoneFooter({ form, busy, off }: { form: Form; busy: boolean; off: boolean }) {
  const { draft, way } = form;
  return (
    <div className={styles["phone-footer"]}>
      <dl>
        <div>
          <dt>{t("withdraw.receive")}</dt>
          <dd>
            <Amount value={receivable(draft.amount, way)} unit={draft.coin} />
          </dd>
        </div>
        <div>
          <dt>{t("withdraw.network_fee")}</dt>
          <dd>
            <Amount value={trim_zeros(way?.withdrawal.fee ?? "0")} unit={draft.coin} />
          </dd>
        </div>
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
  const [confirming, set_confirming] = useState<Confirming | null>(null);
  const [alert, set_alert] = useState<Alert | null>(null);
  const [busy, set_busy] = useState(false);
  const { draft, problems } = form;

  /** Only the server knows the addresses that nobody should send to; true: this is none. */
  const checked = async (): Promise<boolean> => {
    const { coin, network, address } = draft;
    try {
      await check_address({ coin, bchain_name: network, withdraw_address: address });
      return true;
    } catch (error) {
      const found = error instanceof ApiError ? alerts[error.code] : undefined;
      if (found) set_alert(found);
      else toast({ tone: "error", title: t("withdraw.refused"), text: sentence_of(error) });
      return false;
    }
  };
  const ask_code = async () => {
    if (!needs_code(limits, form.worth)) return set_confirming({ sent: null });
    try {
      set_confirming({ sent: await send_code() });
    } catch (error) {
      toast({ tone: "error", title: t("withdraw.no_code"), text: sentence_of(error) });
    }
  };
  const open = async () => {
    set_busy(true);
    if (await checked()) await ask_code();
    set_busy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = obstacle(limits, form.way, paused, Date.now());
    if (found) return set_alert(found);
    form.see({ address: true, amount: true });
    if (problems.address && problems.address !== "empty") {
      toast({ tone: "error", title: t("withdraw.address_mismatch") });
    }
    if (problems.address || problems.amount) return;
    if (limits.whitelist && !form.is_saved) return set_alert("not_saved");
    void open();
  };
  return { confirming, set_confirming, alert, set_alert, busy, submit };
}

export function WithdrawForm({ coins, limits }: FormProps) {
  const form = useForm({ coins, limits });
  const paused = usePaused().withdrawals;
  const act = useSubmit(form, limits, paused);
  const [tool, set_tool] = useState<Tool | null>(null);
  const ref = useRef<HTMLFormElement>(null);
  const { draft, way, problems, seen } = form;
  const off = paused || (seen.address && keeps_button(problems.address));
  useEffect(() => {
    if (seen.amount) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [seen.amount]);
  return (
    <>
      <form ref={ref} noValidate onSubmit={act.submit} aria-label={t("withdraw.title")}>
        <CoinStep form={form} limits={limits} />
        <Step number={2} title={t("withdraw.address_and_network")}>
          <Recipient
            draft={draft}
            saved={form.saved}
            is_saved={form.is_saved}
            whitelist={limits.whitelist}
            problem={seen.address ? problems.address : null}
            on_address={form.type_address}
            on_tool={set_tool}
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
            on_amount={(amount) => {
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
        is_saved={form.is_saved}
        on_address={form.type_address}
        on_close={() => set_tool(null)}
      />
      {act.confirming && way && (
        <ConfirmDialog
          draft={draft}
          way={way}
          two_factor={limits.two_factor}
          sent={act.confirming.sent}
          on_close={() => act.set_confirming(null)}
          on_alert={(alert) => {
            act.set_confirming(null);
            act.set_alert(alert);
          }}
          on_done={() => {
            act.set_confirming(null);
            form.clear();
          }}
        />
      )}
      {act.alert && (
        <AlertDialog about={act.alert} limits={limits} on_close={() => act.set_alert(null)} />
      )}
    </>
  );
}
