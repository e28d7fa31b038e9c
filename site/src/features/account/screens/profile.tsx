import { Copy, KeyRound, Lock } from "lucide-react";
import { useState, type ReactNode } from "react";
import { formatNumber, formatRounded, formatTime } from "../../../lib/format";
import { currentLanguage, t } from "../../../lib/i18n";
import { Button, IconButton, LinkButton } from "../../../ui/button";
import { Chip } from "../../../ui/chip";
import { QuickActions, ShortcutRow } from "../../../ui/shortcut_row";
import { ErrorState, Skeleton } from "../../../ui/states";
import { useProfile, useSecurity, type Profile } from "../api";
import { copy } from "../notices";
import styles from "./account.module.css";
import { Avatar } from "./avatar";
import { Card, Row } from "./card";
import { EditProfile } from "./edit_profile";
import { PasswordFullDialog, type Password } from "./password_full_dialog";
import own from "./profile.module.css";

const noBadge = "NO_BADGE";

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={own.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Head({ profile }: { profile: Profile }) {
  const verified = profile.account_status === "Verified";
  const level = profile.membership_level;
  return (
    <section className={styles.card}>
      <div className={own.head}>
        <Avatar profile={profile} />
        <div className={own.who}>
          <p className={own.email}>{profile.email}</p>
          <div className={own.chips}>
            <Chip tone={verified ? "up" : "warning"}>
              {t(verified ? "account.verified" : "account.unverified")}
            </Chip>
            {level !== noBadge && <Chip tone="accent">{level}</Chip>}
          </div>
        </div>
        {!verified && (
          <div className={own.verify}>
            <LinkButton to="/account/verify" look="primary">
              {t("account.verify_now")}
            </LinkButton>
          </div>
        )}
      </div>
      <dl className={own.facts}>
        <Fact name={t("account.user_id")}>
          <span className={own.id}>
            {profile.user_unique_id}
            <IconButton
              label={t("account.copy_id")}
              className={own.copy}
              onClick={() => void copy(profile.user_unique_id)}
            >
              <Copy size={14} strokeWidth={1.5} aria-hidden="true" />
            </IconButton>
          </span>
        </Fact>
        <Fact name={t("account.vip_level")}>
          {level === noBadge ? t("account.regular_user") : `${t("account.vip")} ${level}`}
        </Fact>
        <Fact name={t("account.user_type")}>{t("account.personal")}</Fact>
        <Fact name={t("account.member_since")}>
          {formatTime(profile.created_at, "date", currentLanguage())}
        </Fact>
      </dl>
    </section>
  );
}

function Limits({ profile }: { profile: Profile }) {
  const { limits } = profile;
  // The client's own choice, as the security page has it.
  const chosen = useSecurity().data?.withdraw_limit;
  const rows = [
    ["limit_fiat", "limit_fiat_value", limits.fiat_daily_usd],
    ["limit_deposit", "limit_withdrawal_value", limits.crypto_deposit],
    ["withdraw_limit", "limit_withdrawal_value", chosen?.toString()],
    ["limit_p2p", "limit_fiat_value", limits.p2p],
  ] as const;
  return (
    <Card title={t("account.limits")}>
      <dl className={own.list}>
        {rows.map(([name, text, amount]) => (
          <div key={name}>
            <dt>{t(`account.${name}`)}</dt>
            <dd>
              {amount === undefined ? (
                <Skeleton width={96} />
              ) : amount === null ? (
                t("account.unlimited")
              ) : (
                t(`account.${text}`, {
                  amount:
                    name === "withdraw_limit"
                      ? formatNumber(amount, { language: currentLanguage() })
                      : formatRounded(amount, currentLanguage()),
                })
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function PersonalInformation({ profile }: { profile: Profile }) {
  const [editing, edit] = useState(false);
  const birth = profile.date_of_birth;
  const rows = [
    ["name", profile.name],
    ["gender", profile.gender && t(`account.${profile.gender}`)],
    ["date_of_birth", birth && formatTime(birth, "date", currentLanguage())],
    ["address", profile.address],
  ] as const;
  return (
    <Card
      title={t("account.personal_information")}
      end={
        <Button
          look="outline"
          size="s"
          aria-label={t("account.edit_personal")}
          onClick={() => edit(true)}
        >
          {t("account.edit")}
        </Button>
      }
    >
      <dl className={own.list}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`account.${name}`)}</dt>
            <dd className={value ? undefined : own.none}>{value || t("account.not_given")}</dd>
          </div>
        ))}
      </dl>
      {editing && <EditProfile profile={profile} onClose={() => edit(false)} />}
    </Card>
  );
}

const passwords = [
  ["login", Lock, "change_password", "password_hint"],
  ["transaction", KeyRound, "change_transaction_password", "transaction_hint"],
] as const;

function Passwords() {
  const [changing, change] = useState<Password>();
  return (
    <Card title={t("account.passwords")}>
      <ul>
        {passwords.map(([which, icon, name, text]) => (
          <Row
            key={which}
            icon={icon}
            name={t(`account.${name}`)}
            to={`/account/${name}`}
            text={t(`account.${text}`)}
            action={
              <Button
                look="outline"
                size="s"
                aria-label={t(`account.${name}`)}
                onClick={() => change(which)}
              >
                {t("account.change")}
              </Button>
            }
          />
        ))}
      </ul>
      {changing && <PasswordFullDialog which={changing} onClose={() => change(undefined)} />}
    </Card>
  );
}

const Coming = () => (
  <>
    <Skeleton height={186} className={styles["coming-card"]} />
    <Skeleton height={240} className={styles["coming-card"]} />
  </>
);

export default function ProfileScreen() {
  const query = useProfile();
  const profile = query.data?.profile;
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t("account.profile")}</h1>
      {query.isPending && <Coming />}
      {query.isError && !profile && (
        <Card>
          <ErrorState
            title={t("account.load_failed")}
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        </Card>
      )}
      {profile && (
        <>
          <Head profile={profile} />
          <QuickActions />
          <div className={own.columns}>
            <PersonalInformation profile={profile} />
            <Limits profile={profile} />
          </div>
          <Passwords />
          <ShortcutRow row="services" />
          <ShortcutRow row="centers" />
        </>
      )}
    </div>
  );
}
