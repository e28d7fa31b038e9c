// The client's own link, how inviting works, and what it has brought.
import { Copy, Link2, UserPlus, Users, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { multiply, sum } from "../../../lib/decimal";
import { formatNumber, formatPercent } from "../../../lib/format";
import { copy } from "../../../lib/clipboard";
import { currentLanguage, t, type Values } from "../../../lib/i18n";
import { Button, IconButton } from "../../../ui/button";
import { Chip } from "../../../ui/chip";
import { CoinIcon } from "../../../ui/coin";
import { Fact } from "../../../ui/facts";
import { Amount, Time } from "../../../ui/number";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states";
import QrCode from "../../../ui/qr_code";
import { Table, type Column } from "../../../ui/table";
import { toast } from "../../../ui/toast";
import { friendsOnAPage, useReferral, type Friend, type Referral, type Share } from "../api";
import styles from "../rewards.module.css";

async function copyText(text: string) {
  if (await copy(text)) toast({ tone: "success", title: t("rewards.copied") });
  else toast({ tone: "info", title: t("rewards.copy_failed") });
}

/** The programme's terms as people read them. */
function termsOf({ programme }: Referral): Values {
  const language = currentLanguage();
  return {
    credit: formatNumber(programme.credit, { language }),
    large: formatNumber(programme.large_amount, { language }),
    share: formatPercent(multiply(programme.share, "100"), { places: 0, signed: false, language }),
  };
}

function OwnLink({ referral }: { referral: Referral | undefined }) {
  return (
    <section className={styles.link} aria-labelledby="your-link">
      <div className={styles["link-text"]}>
        <h2 id="your-link" className={styles.label}>
          {t("rewards.your_link")}
        </h2>
        <div className={styles.box}>
          <span className={styles.address} data-testid="referral-link">
            {referral ? referral.link : <Skeleton width={260} />}
          </span>
          <Button
            look="primary"
            disabled={!referral}
            onClick={() => referral && void copyText(referral.link)}
          >
            <Copy size={16} strokeWidth={1.75} aria-hidden="true" />
            {t("rewards.copy_link")}
          </Button>
        </div>
        <div className={styles.code}>
          <span className={styles.quiet}>{t("rewards.your_code")}</span>
          <span className={styles.mono}>{referral?.referral ?? <Skeleton width={80} />}</span>
          {referral && (
            <IconButton
              label={t("rewards.copy_code")}
              onClick={() => void copyText(referral.referral)}
            >
              <Copy size={16} strokeWidth={1.5} aria-hidden="true" />
            </IconButton>
          )}
        </div>
      </div>
      <figure className={styles.figure}>
        {referral ? (
          <div className={styles.qr}>
            <QrCode text={referral.link} label={t("rewards.qr_label")} />
          </div>
        ) : (
          <div className={styles.qr} />
        )}
        <figcaption className={styles.quiet}>{t("rewards.qr_hint")}</figcaption>
      </figure>
    </section>
  );
}

function Figures({ referral }: { referral: Referral | undefined }) {
  const usdt = (value: string | undefined) =>
    value === undefined ? (
      <Skeleton width={90} height={20} />
    ) : (
      <Amount value={value} places={2} unit="USDT" />
    );
  const earned = referral && sum(referral.shares.map(({ usdt_value: usdtValue }) => usdtValue));
  return (
    <dl className={styles.figures}>
      <Fact name={t("rewards.friends")}>
        {referral ? referral.total : <Skeleton width={40} height={20} />}
      </Fact>
      <Fact name={t("rewards.credits_earned")} testId="credits-earned">
        {usdt(referral?.credits_earned)}
      </Fact>
      <Fact name={t("rewards.credit_left")} testId="fee-credit">
        {usdt(referral?.fee_credit)}
      </Fact>
      <Fact name={t("rewards.share_earned")}>
        {earned !== undefined && "≈ "}
        {usdt(earned)}
      </Fact>
    </dl>
  );
}

const steps: readonly { icon: LucideIcon; step: 1 | 2 | 3 }[] = [
  { icon: Link2, step: 1 },
  { icon: UserPlus, step: 2 },
  { icon: Users, step: 3 },
];

function HowItWorks({ terms }: { terms: Values }) {
  return (
    <section className={styles.card} aria-labelledby="how">
      <h2 id="how" className={styles["card-head"]}>
        {t("rewards.how_title")}
      </h2>
      <ol className={styles.steps}>
        {steps.map(({ icon: Icon, step }) => (
          <li key={step}>
            <span className={styles.step}>
              <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
              <span aria-hidden="true">{step}</span>
            </span>
            <h3 className={styles.name}>{t(`rewards.step_${step}`)}</h3>
            <p>{t(`rewards.step_${step}_text`, terms)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Instructions({ limit, terms }: { limit: number | null; terms: Values }) {
  return (
    <section className={styles.card} aria-labelledby="rules">
      <h2 id="rules" className={styles["card-head"]}>
        {t("rewards.rules_title")}
      </h2>
      <ul className={styles.rules}>
        <li>{t("rewards.rule_link")}</li>
        <li>{t("rewards.rule_credit")}</li>
        <li>{t("rewards.rule_share")}</li>
        <li>{t("rewards.rule_self")}</li>
        <li>{t("rewards.rule_tasks", terms)}</li>
        {limit !== null && <li>{t("rewards.rule_unverified", { count: limit })}</li>}
      </ul>
    </section>
  );
}

const tones = {
  JOINED: "neutral",
  SIGNED_IN: "up",
  ACTIVE: "up",
  NOT_COUNTED: "warning",
} as const;

const friendColumns = (): Column<Friend>[] => [
  { id: "friend", header: t("rewards.friend"), cell: ({ email }) => email, skeleton: 160 },
  {
    id: "joined",
    header: t("rewards.joined"),
    cell: ({ joined_at: joinedAt }) => <Time at={joinedAt} style="date" className={styles.quiet} />,
    show: "not-phone",
  },
  {
    id: "state",
    header: t("rewards.state"),
    cell: ({ state }) => <Chip tone={tones[state]}>{t(`rewards.state_${state}`)}</Chip>,
    align: "right",
  },
];

const shareColumns = (): Column<Share>[] => [
  {
    id: "coin",
    header: t("rewards.coin"),
    cell: ({ name, image }) => (
      <span className={styles.coin}>
        <CoinIcon name={name} image={image} size={24} />
        {name}
      </span>
    ),
    skeleton: 100,
  },
  {
    id: "amount",
    header: t("rewards.amount"),
    cell: ({ amount }) => <Amount value={amount} places={8} />,
    align: "right",
  },
  {
    id: "value",
    header: t("rewards.value"),
    cell: ({ usdt_value: usdtValue }) => <Amount value={usdtValue} places={2} />,
    align: "right",
  },
];

export default function ReferralScreen() {
  const [page, setPage] = useState(0);
  const query = useReferral(page);
  const referral = query.data;
  const terms = referral ? termsOf(referral) : { credit: "100", large: "50", share: "10%" };
  const retry = () => void query.refetch();
  if (query.error && !referral) {
    return (
      <>
        <header className={styles.head}>
          <h1>{t("rewards.referral_title")}</h1>
        </header>
        <section className={styles.card}>
          <ErrorState error={query.error} onRetry={retry} />
        </section>
      </>
    );
  }
  return (
    <>
      <header className={styles.head}>
        <h1>{t("rewards.referral_title")}</h1>
        <p>{t("rewards.referral_lead", terms)}</p>
      </header>
      <OwnLink referral={referral} />
      <Figures referral={referral} />
      <HowItWorks terms={terms} />
      <Instructions limit={referral?.programme.friends_with_credit ?? null} terms={terms} />
      <section className={styles.card} aria-labelledby="friends">
        <h2 id="friends" className={styles["card-head"]}>
          {t("rewards.friends")}
        </h2>
        <Table
          label={t("rewards.friends")}
          columns={friendColumns()}
          rows={referral?.friends}
          rowKey={({ email, joined_at: joinedAt }) => `${email} ${joinedAt}`}
          pageSize={friendsOnAPage}
          remote={{ page, total: referral?.total ?? 0, onPage: setPage }}
          empty={
            <EmptyState title={t("rewards.friends_empty")} text={t("rewards.friends_empty_text")} />
          }
        />
      </section>
      <section className={styles.card} aria-labelledby="shares">
        <h2 id="shares" className={styles["card-head"]}>
          {t("rewards.shares")}
        </h2>
        <Table
          label={t("rewards.shares")}
          columns={shareColumns()}
          rows={referral?.shares}
          rowKey={({ name }) => name}
          pageSize={friendsOnAPage}
          empty={
            <EmptyState title={t("rewards.shares_empty")} text={t("rewards.shares_empty_text")} />
          }
        />
      </section>
    </>
  );
}
