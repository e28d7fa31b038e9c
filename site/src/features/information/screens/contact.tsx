import { Mail, MessageCircle } from "lucide-react";
import { t } from "../../../lib/i18n";
import { useStatus } from "../../../lib/status";
import { Skeleton } from "../../../ui/states";
import { useOperator } from "../operator";
import styles from "./information.module.css";

const before = ["password", "frozen", "deposit", "phishing"] as const;

function MailCard() {
  const status = useStatus();
  const address = status?.support_email;
  return (
    <section className={styles.way}>
      <Mail size={20} strokeWidth={1.5} aria-hidden="true" />
      <h2>{t("information.mail")}</h2>
      {!status && <Skeleton width={200} height={24} />}
      {address && (
        <>
          <a href={`mailto:${address}`} className={styles.address}>
            {address}
          </a>
          <p>{t("information.mail_text")}</p>
        </>
      )}
      {status && !address && <p>{t("information.mail_none")}</p>}
    </section>
  );
}

function ChatCard({ url }: { url: string }) {
  return (
    <section className={styles.way}>
      <MessageCircle size={20} strokeWidth={1.5} aria-hidden="true" />
      <h2>{t("information.chat")}</h2>
      <a href={url} target="_blank" rel="noopener noreferrer" className={styles.address}>
        {t("information.chat_open")}
      </a>
      <p>{t("information.chat_text")}</p>
    </section>
  );
}

export default function Contact() {
  const operator = useOperator() ?? t("information.operator_unnamed");
  const chat = useStatus()?.help_url;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>{t("information.contact_headline")}</h1>
        <p>{t("information.contact_lead", { operator })}</p>
      </header>
      <div className={styles.ways}>
        <MailCard />
        {chat && <ChatCard url={chat} />}
      </div>
      <h2 className={styles.title}>{t("information.before")}</h2>
      <dl className={styles.before}>
        {before.map((id) => (
          <div key={id}>
            <dt>{t(`information.before_${id}`)}</dt>
            <dd>{t(`information.before_${id}_text`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
