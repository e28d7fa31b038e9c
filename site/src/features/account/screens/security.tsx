import {
  ArrowUpFromLine,
  Blocks,
  Bot,
  CreditCard,
  KeyRound,
  Link2,
  ListChecks,
  Lock,
  Mail,
  MessageSquareWarning,
  ShieldCheck,
  Smartphone,
  Timer,
  Zap,
} from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { cx } from "../../../lib/cx";
import { formatNumber, formatTime } from "../../../lib/format";
import { currentLanguage, sentences, t } from "../../../lib/i18n";
import { Button, LinkButton } from "../../../ui/button";
import { ErrorState, Skeleton } from "../../../ui/states";
import { useSecurity, type Security } from "../api";
import { ago, shortened, strength, type Guard } from "../rules";
import styles from "./account.module.css";
import { ActivityCard } from "./activity";
import { Card, LinkRow, Row } from "./card";
import { Devices } from "./devices";
import { Passkeys } from "./passkeys";
import { PasswordFullDialog } from "./password_full_dialog";
import { TwoFactorManage } from "./two_factor_manage";
import { TwoFactorSetup } from "./two_factor_setup";
import { WhitelistDialog } from "./whitelist_dialog";
import { LimitDialog, OneStepDialog } from "./withdrawal_dialogs";

type Opened =
  | "login"
  | "transaction"
  | "two_factor_setup"
  | "two_factor_manage"
  | "whitelist"
  | "limit"
  | "one_step";

type Open = (dialog: Opened) => void;

const phonePage = "/account/security/account_connections";
const antiPhishingPage = "/account/security/anti_phishing";

function StrengthCard({ security, open }: { security: Security; open: Open }) {
  const navigate = useNavigate();
  const { on, count, level, next } = strength(security);
  const acts: Record<Guard, () => void> = {
    two_factor: () => open("two_factor_setup"),
    anti_phishing: () => void navigate(antiPhishingPage),
    whitelist: () => open("whitelist"),
    mobile: () => void navigate(phonePage),
  };
  return (
    <section className={cx(styles.card, styles.strength)} aria-label={t("account.protection")}>
      <div>
        <p className={styles["strength-label"]}>{t("account.protection")}</p>
        <p className={styles["strength-level"]}>{t(`account.level_${level}`)}</p>
      </div>
      <div>
        <div className={styles.bars} aria-hidden="true">
          {Array.from({ length: count }, (_, index) => (
            <span key={index} className={cx(styles.bar, index < on && styles["bar-on"])} />
          ))}
        </div>
        <p className={styles["strength-text"]}>
          {sentences(
            t("account.on_count", { on, count }),
            t(next ? `account.advice_${next}` : "account.all_on"),
          )}
        </p>
      </div>
      {next && (
        <Button look="primary" className={styles["strength-act"]} onClick={acts[next]}>
          {t(`account.act_${next}`)}
        </Button>
      )}
    </section>
  );
}

/** "Changed 3 months ago", or since when it has been there. */
function since(changed: string | null, created: string, now: number): string {
  const words = ago(changed ?? created, now, currentLanguage());
  return t(changed ? "account.changed_ago" : "account.set_ago", { ago: words });
}

function Guards({ security, open }: { security: Security; open: Open }) {
  const [now] = useState(() => Date.now());
  const act = (text: "change" | "manage" | "set_up" | "turn_on", dialog: Opened) => (
    <Button
      look={text === "change" || text === "manage" ? "outline" : "secondary"}
      size="s"
      onClick={() => open(dialog)}
    >
      {t(`account.${text}`)}
    </Button>
  );
  const hasPhone = security.mobile_number !== "";
  const hasWord = security.anti_phishing_code !== "";
  return (
    <Card>
      <ul>
        <Row icon={Mail} name={t("account.email")} text={security.email} on />
        <Row
          icon={Smartphone}
          name={t("account.phone")}
          text={hasPhone ? shortened(security.mobile_number) : t("account.phone_none")}
          on={hasPhone}
          action={
            <LinkButton to={phonePage} look={hasPhone ? "outline" : "secondary"} size="s">
              {t(hasPhone ? "account.change" : "account.add")}
            </LinkButton>
          }
        />
        <Row
          icon={Lock}
          name={t("account.login_password")}
          to="/account/change_password"
          text={since(security.password_changed_at, security.created_at, now)}
          on
          action={act("change", "login")}
        />
        <Row
          icon={KeyRound}
          name={t("account.transaction_password")}
          to="/account/change_transaction_password"
          text={
            security.transaction_password_changed_at
              ? since(security.transaction_password_changed_at, security.created_at, now)
              : t("account.transaction_password_text")
          }
          on
          action={act("change", "transaction")}
        />
        <Row
          icon={ShieldCheck}
          name={t("account.authenticator")}
          text={t("account.authenticator_text")}
          on={security.two_factor}
          action={
            security.two_factor
              ? act("manage", "two_factor_manage")
              : act("set_up", "two_factor_setup")
          }
        />
        <Row
          icon={MessageSquareWarning}
          name={t("account.anti_phishing")}
          text={t("account.anti_phishing_row")}
          on={hasWord}
          action={
            <LinkButton to={antiPhishingPage} look={hasWord ? "outline" : "secondary"} size="s">
              {t(hasWord ? "account.change" : "account.set_up")}
            </LinkButton>
          }
        />
        <Row
          icon={ListChecks}
          name={t("account.whitelist")}
          text={t("account.whitelist_row")}
          on={security.withdrawal_whitelist}
          action={act(security.withdrawal_whitelist ? "manage" : "turn_on", "whitelist")}
        />
      </ul>
    </Card>
  );
}

function Withdrawals({ security, open }: { security: Security; open: Open }) {
  const amount = (value: string) => formatNumber(value, { language: currentLanguage() });
  return (
    <Card title={t("account.withdrawals")}>
      {security.withdrawals_rest_until && (
        <p className={styles.rest}>
          <Timer size={16} strokeWidth={1.5} aria-hidden="true" />
          <span>
            {t("account.rest", {
              time: formatTime(security.withdrawals_rest_until, "full", currentLanguage()),
            })}
          </span>
        </p>
      )}
      <ul>
        <Row
          icon={ArrowUpFromLine}
          name={t("account.withdraw_limit")}
          text={t("account.limit_text")}
          state={t("account.limit_withdrawal_value", {
            amount: amount(String(security.withdraw_limit)),
          })}
          action={
            <Button look="outline" size="s" onClick={() => open("limit")}>
              {t("account.change")}
            </Button>
          }
        />
        <Row
          icon={Zap}
          name={t("account.one_step")}
          text={t("account.one_step_row", { amount: amount(security.one_step_limit_usdt) })}
          on={security.one_step_withdrawal}
          action={
            <Button
              look={security.one_step_withdrawal ? "outline" : "secondary"}
              size="s"
              onClick={() => open("one_step")}
            >
              {t(security.one_step_withdrawal ? "account.turn_off" : "account.turn_on")}
            </Button>
          }
        />
      </ul>
    </Card>
  );
}

const More = () => (
  <Card title={t("account.more")}>
    <ul>
      <LinkRow
        icon={Link2}
        name={t("account.connections")}
        text={t("account.connections_row")}
        to="/account/security/account_connections"
      />
      <LinkRow
        icon={Bot}
        name={t("account.api_keys")}
        text={t("account.api_keys_row")}
        to="/api-keys"
      />
      <LinkRow
        icon={Blocks}
        name={t("account.apps")}
        text={t("account.apps_row")}
        to="/account/security/app_authorization"
      />
      <LinkRow
        icon={CreditCard}
        name={t("account.payment_methods")}
        text={t("account.payment_row")}
        to="/account/pay"
      />
    </ul>
  </Card>
);

function Dialogs(props: { opened: Opened | undefined; security: Security; close: () => void }) {
  const { opened, security, close } = props;
  switch (opened) {
    case "login":
    case "transaction":
      return <PasswordFullDialog which={opened} onClose={close} />;
    case "two_factor_setup":
      return <TwoFactorSetup email={security.email} onClose={close} />;
    case "two_factor_manage":
      return <TwoFactorManage email={security.email} onClose={close} />;
    case "whitelist":
      return <WhitelistDialog security={security} onClose={close} />;
    case "limit":
      return <LimitDialog security={security} onClose={close} />;
    case "one_step":
      return <OneStepDialog security={security} onClose={close} />;
    default:
      return null;
  }
}

const Coming = () => (
  <>
    <Skeleton height={102} className={styles["coming-card"]} />
    <Skeleton height={480} className={styles["coming-card"]} />
  </>
);

export default function SecurityScreen() {
  const query = useSecurity();
  const [opened, open] = useState<Opened>();
  const security = query.data;
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t("account.security_title")}</h1>
      {query.isPending && <Coming />}
      {query.isError && !security && (
        <Card>
          <ErrorState
            title={t("account.load_failed")}
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        </Card>
      )}
      {security && (
        <>
          <StrengthCard security={security} open={open} />
          <Guards security={security} open={open} />
          <Passkeys />
          <Withdrawals security={security} open={open} />
          <Devices />
          <ActivityCard />
          <More />
          <Dialogs opened={opened} security={security} close={() => open(undefined)} />
        </>
      )}
    </div>
  );
}
