// What meets a new client: what they have to trade with, and where to begin.
import { ArrowDownToLine, ArrowLeftRight, ChevronRight, Footprints, X } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { isZero, trimZeros } from "../../lib/decimal";
import { closeFirstSteps, firstStepsOpen } from "../../lib/first_steps";
import { rich, t } from "../../lib/i18n";
import { Link } from "../../lib/router";
import { useSession } from "../../lib/session";
import { useStatus } from "../../lib/status";
import { IconButton } from "../../ui/button";
import { Amount } from "../../ui/number";
import { useHasTraded, type Holding } from "./api";
import { Balance } from "./balance";
import styles from "./first_steps.module.css";
import { totalOf } from "./holdings";

const playCoin = "USDT";

const steps = [
  { to: "/trades/spot/BTC", text: "wallet.first_trade", icon: ArrowLeftRight, state: null },
  { to: "/wallet/deposit", text: "wallet.first_deposit", icon: ArrowDownToLine, state: null },
  { to: "/trades/spot/BTC", text: "wallet.first_tour", icon: Footprints, state: { tour: true } },
] as const;

/** The play money of a demonstration, as the wallet has it; elsewhere a welcome. */
function Words({ holdings }: { holdings: readonly Holding[] | undefined }) {
  const demo = useStatus()?.demo;
  const held = holdings?.find(({ name }) => name === playCoin);
  const amount = demo && held ? totalOf(held) : "0";
  if (isZero(amount)) {
    return (
      <>
        <h2 className={styles.title}>{t("wallet.first_welcome")}</h2>
        <p className={styles.text}>{t("wallet.first_welcome_text")}</p>
      </>
    );
  }
  const shown = (
    <Balance key="amount">
      <Amount value={trimZeros(amount)} />
    </Balance>
  );
  return (
    <>
      <h2 className={styles.title}>
        {rich("wallet.first_money", { amount: shown, coin: playCoin })}
      </h2>
      <p className={styles.text}>{t("wallet.first_money_text")}</p>
    </>
  );
}

function Card(props: { holdings: readonly Holding[] | undefined; onClose: () => void }) {
  const { holdings, onClose } = props;
  const traded = useHasTraded();
  useEffect(() => {
    if (traded) onClose();
  }, [traded, onClose]);
  return (
    <section className={styles.card} aria-label={t("wallet.first_steps")}>
      <Words holdings={holdings} />
      <IconButton label={t("wallet.first_close")} className={styles.close} onClick={onClose}>
        <X size={18} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
      <ul className={styles.steps}>
        {steps.map(({ to, text, icon: Icon, state }) => (
          <li key={text}>
            <Link to={to} state={state} className={styles.step}>
              <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
              <span>{t(text)}</span>
              <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function FirstSteps({ holdings }: { holdings: readonly Holding[] | undefined }) {
  const client = useSession()?.client.id ?? "";
  const [open, setOpen] = useState(() => firstStepsOpen(client));
  const close = useCallback(() => {
    closeFirstSteps(client);
    setOpen(false);
  }, [client]);
  return open ? <Card holdings={holdings} onClose={close} /> : null;
}
