// What the exchange is, with the figures of this moment and the result of the last audit.
import { BookOpen, Clock3, KeyRound, Layers, ListOrdered, Radio } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../../../lib/cx";
import { t } from "../../../lib/i18n";
import { useAllPairs } from "../../../lib/pairs";
import { useStatus, type Status } from "../../../lib/status";
import { LinkButton } from "../../../ui/button";
import { DepthFigure } from "../../../ui/depth_figure";
import { Amount, Time } from "../../../ui/number";
import { Skeleton } from "../../../ui/states";
import { useOperator } from "../operator";
import styles from "./information.module.css";

const principles = [
  ["ledger", Layers],
  ["audit", Clock3],
  ["orders", ListOrdered],
  ["keys", KeyRound],
  ["prices", Radio],
  ["open", BookOpen],
] as const;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children ?? <Skeleton width={72} height={28} />}</dd>
    </div>
  );
}

const Audit = ({ audit }: { audit: Status["audit"] }) => (
  <>
    <span
      className={cx((audit.result === "failed" || audit.result === "overdue") && styles.failed)}
    >
      {t(`information.audit_${audit.result}`)}
    </span>
    {audit.at && <Time at={audit.at} style="full" className={styles.when} />}
  </>
);

function Facts() {
  const status = useStatus();
  const pairs = useAllPairs().data?.coinpair;
  return (
    <dl className={styles.facts}>
      <Fact name={t("information.fact_coins")}>{pairs?.length}</Fact>
      {status?.registered_users !== undefined && (
        <Fact name={t("information.fact_users")}>
          <Amount value={status.registered_users} places={0} />
        </Fact>
      )}
      <Fact name={t("information.fact_market")}>
        {status && t(`information.market_${status.market}`)}
      </Fact>
      <Fact name={t("information.fact_audit")}>{status && <Audit audit={status.audit} />}</Fact>
    </dl>
  );
}

export default function About() {
  const operator = useOperator() ?? t("information.operator_unnamed");
  const version = useStatus()?.version ?? "";
  return (
    <>
      <div className={styles.page}>
        <header className={styles.header}>
          <h1>{t("information.headline")}</h1>
          <p>{t("information.lead", { operator })}</p>
        </header>
        <Facts />
        <h2 className={styles.title}>{t("information.principles")}</h2>
        <ul className={styles.principles}>
          {principles.map(([id, Icon]) => (
            <li key={id}>
              <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
              <h3>{t(`information.${id}`)}</h3>
              <p>{t(`information.${id}_text`, { version })}</p>
            </li>
          ))}
        </ul>
        <nav className={styles.more} aria-label={t("information.more")}>
          <LinkButton to="/legal-center/terms" look="outline">
            {t("information.more_terms")}
          </LinkButton>
          <LinkButton to="/legal-center/privacy" look="outline">
            {t("information.more_privacy")}
          </LinkButton>
          <LinkButton to="/contactus" look="outline">
            {t("information.more_contact")}
          </LinkButton>
        </nav>
      </div>
      <div className={styles.figure}>
        <DepthFigure height={160} dots />
      </div>
    </>
  );
}
