// Renting a miner: an example, and said to be one, since nothing can be rented here yet.
import { useQuery } from "@tanstack/react-query";
import { Cpu } from "lucide-react";
import { get } from "../../lib/api";
import { ownKeys } from "../../lib/client_events";
import { t } from "../../lib/i18n";
import { LinkButton } from "../../ui/button";
import { Chip } from "../../ui/chip";
import { Fact } from "../../ui/facts";
import { Amount } from "../../ui/number";
import { Page, PageHead } from "../../ui/page";
import { Skeleton } from "../../ui/states";
import styles from "./mining.module.css";

const facts = ["term", "limit", "remaining", "output"] as const;

/** What could pay for it: the spot wallet's worth. */
function BalanceCard() {
  const { data } = useQuery({
    queryKey: [...ownKeys.wallet, "overview"],
    queryFn: ({ signal }) => get("/api/v3/overview", undefined, signal),
  });
  return (
    <section className={styles.side} aria-label={t("mining.balance")}>
      <p className={styles.lead}>{t("mining.balance")}</p>
      <p className={styles.total}>
        {data ? (
          <>
            <Amount value={data.spotTotal} places={2} />
            <span className={styles.unit}>USDT</span>
          </>
        ) : (
          <Skeleton width={140} height={24} />
        )}
      </p>
    </section>
  );
}

export default function MinerScreen() {
  return (
    <Page>
      <PageHead title={t("mining.add_title")} lead={t("mining.add_lead")}>
        <LinkButton to="/wallet/live">{t("mining.to_live")}</LinkButton>
      </PageHead>
      <div className={styles.columns}>
        <section className={styles.miner} aria-label={t("mining.miner_name")}>
          <h2 className={styles["miner-head"]}>
            <span className={styles.picture}>
              <Cpu size={28} strokeWidth={1.5} aria-hidden="true" />
            </span>
            {t("mining.miner_name")}
            <Chip tone="warning">{t("mining.example")}</Chip>
          </h2>
          <dl className={styles.facts}>
            {facts.map((fact) => (
              <Fact key={fact} name={t(`mining.${fact}`)}>
                {t(`mining.${fact}_value`)}
              </Fact>
            ))}
          </dl>
          <LinkButton to="/page-unavailable" look="primary" size="l" wide>
            {t("mining.rent")}
          </LinkButton>
        </section>
        <BalanceCard />
      </div>
    </Page>
  );
}
