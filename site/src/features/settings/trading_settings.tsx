// How orders ask. The server keeps it, for all browsers: what holds a password back is the account's.
import { KeyRound, MessageSquareCheck } from "lucide-react";
import { useState } from "react";
import { sentenceOf } from "../../lib/api";
import { compare, typedDecimal } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { perform } from "../../lib/perform";
import { useTradingChoices, useTradingLock, type Choices } from "../../lib/trading_lock";
import { cleanTyping } from "../../lib/typing";
import { PasswordDialog } from "../../market/password_dialog";
import { Input, Select } from "../../ui/input";
import { Segment } from "../../ui/tabs";
import { toast } from "../../ui/toast";
import { Setting } from "./setting";
import styles from "./settings.module.css";

const quote = "USDT";
const amountPlaces = 2;
const minutes = ["0", "15", "60"] as const;
const confirms = ["always", "above", "never"] as const;

const numbers: Record<(typeof minutes)[number], Choices["minutes"]> = {
  "0": 0,
  "15": 15,
  "60": 60,
};

function LongerDialog(props: { choices: Choices; onClose: () => void }) {
  const { choices } = props;
  const save = useTradingChoices();
  return (
    <PasswordDialog
      title={t("settings.unlock")}
      refused={t("settings.not_saved")}
      send={async ({ transaction_password: transactionPassword }) => {
        await save.mutateAsync({ ...choices, transaction_password: transactionPassword });
        return { message: "success" };
      }}
      stays={() => true}
      onClose={props.onClose}
      onDone={props.onClose}
    >
      <p className={styles.longer}>{t("settings.unlock_longer", { n: choices.minutes })}</p>
    </PasswordDialog>
  );
}

/** Saved when it is left, or by Enter. */
function AboveField({ now, onValue }: { now: string; onValue: (amount: string) => void }) {
  const [text, setText] = useState(now);
  const [bad, setBad] = useState(false);
  const save = () => {
    const amount = typedDecimal(text);
    if (amount === null || compare(amount, "0") <= 0) return setBad(true);
    if (compare(amount, now) !== 0) onValue(amount);
  };
  return (
    <Input
      label={t("settings.confirm_amount")}
      layout="inside"
      inputMode="decimal"
      unit={quote}
      value={text}
      error={bad ? t("settings.amount_required") : undefined}
      onBlur={save}
      onKeyDown={({ key }) => {
        if (key === "Enter") save();
      }}
      onValue={(typed) => {
        setBad(false);
        setText(cleanTyping(typed, amountPlaces));
      }}
    />
  );
}

/** Nothing for guests, and until the server has answered. */
export function TradingSettings() {
  const { choices } = useTradingLock();
  const [longer, setLonger] = useState<Choices | null>(null);
  const save = useTradingChoices();
  if (!choices) return null;
  const keep = (next: Choices) =>
    perform(save, next, {
      onError: (reason) =>
        toast({ tone: "error", title: t("settings.not_saved"), text: sentenceOf(reason) }),
    });
  const { confirm, confirm_above: confirmAbove } = choices;
  const now: Choices = { minutes: choices.minutes, confirm, confirm_above: confirmAbove };
  return (
    <section aria-labelledby="settings-trading">
      <h2 id="settings-trading" className={styles.section}>
        {t("settings.trading")}
      </h2>
      <p className={styles.kept}>{t("settings.trading_kept")}</p>
      <ul className={styles.card}>
        <Setting icon={KeyRound} title={t("settings.unlock")} text={t("settings.unlock_text")}>
          <Segment
            label={t("settings.unlock")}
            items={minutes.map((id) => ({ id, label: t(`settings.unlock_${id}`) }))}
            value={minutes.find((id) => numbers[id] === now.minutes) ?? "15"}
            onValue={(id) => {
              const next = { ...now, minutes: numbers[id] };
              if (next.minutes > now.minutes) setLonger(next);
              else keep(next);
            }}
          />
        </Setting>
        <Setting
          icon={MessageSquareCheck}
          title={t("settings.confirm")}
          text={t("settings.confirm_text")}
        >
          <div className={styles.controls}>
            <Select
              label={t("settings.confirm")}
              layout="hidden"
              value={confirm}
              options={confirms.map((id) => ({ value: id, label: t(`settings.confirm_${id}`) }))}
              onValue={(id) =>
                keep({ ...now, confirm: confirms.find((one) => one === id) ?? confirm })
              }
            />
            {confirm === "above" && (
              <AboveField
                key={confirmAbove}
                now={confirmAbove}
                onValue={(amount) => keep({ ...now, confirm_above: amount })}
              />
            )}
          </div>
        </Setting>
      </ul>
      {longer && <LongerDialog choices={longer} onClose={() => setLonger(null)} />}
    </section>
  );
}
