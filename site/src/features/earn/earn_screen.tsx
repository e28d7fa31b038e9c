// What there is to earn by: low risk and high yield, and the way to each.
import { useState } from "react";
import { formatNumber } from "../../lib/format";
import { currentLanguage, t } from "../../lib/i18n";
import { Link } from "../../lib/router";
import { useSession } from "../../lib/session";
import { Chip } from "../../ui/chip";
import { LinkButton } from "../../ui/button";
import { SearchInput } from "../../ui/input";
import { Notice } from "../../ui/notice";
import { Page, PageHead } from "../../ui/page";
import { SignInCall } from "../../ui/sign_in_call";
import { ErrorState } from "../../ui/states";
import { Segment, TabLinks, TabPanel, Tabs } from "../../ui/tabs";
import { found, hasRate, type Kind } from "./offers";
import { useProducts, type Product } from "./offers_api";
import styles from "./offers.module.css";
import { ProductTable } from "./product_table";

type Part = "low" | "high";

/** The specification's own figures: an offer of others that this exchange does not make. */
const dual = { btcFrom: "3.66", btcTo: "122.87", ethFrom: "3.96", ethTo: "162.98" };

function DualInvestment() {
  const rates = Object.fromEntries(
    Object.entries(dual).map(([name, rate]) => [
      name,
      formatNumber(rate, { places: 2, language: currentLanguage() }),
    ]),
  );
  return (
    <div className={styles.dual}>
      <div>
        <p className={styles["dual-name"]}>
          {t("earn_offers.dual")} <Chip>{t("earn_offers.dual_soon")}</Chip>
        </p>
        <p className={styles.quiet}>{t("earn_offers.dual_text", rates)}</p>
      </div>
      <LinkButton to="/page-unavailable" look="outline" size="s">
        {t("earn_offers.dual_more")}
      </LinkButton>
    </div>
  );
}

function HighYield() {
  return (
    <div className={styles.stack}>
      <Notice>{t("earn_offers.high_yield_warning")}</Notice>
      <DualInvestment />
      <Link to="/wallet/simple_earn" className={styles["text-link"]}>
        {t("earn_offers.to_simple")}
      </Link>
    </div>
  );
}

const kinds: readonly Kind[] = ["all", "flexible", "locked"];

export default function EarnScreen() {
  const [part, setPart] = useState<Part>("low");
  const [kind, setKind] = useState<Kind>("all");
  const [search, setSearch] = useState("");
  const query = useProducts();
  const guest = useSession() === null;
  const ofPart = (all: readonly Product[]) =>
    found(all, search).filter((one) => one.risk === part && hasRate(one));
  return (
    <Page>
      <PageHead title={t("earn_offers.earn")} lead={t("earn_offers.earn_lead")}>
        <SearchInput
          label={t("earn_offers.search")}
          value={search}
          onValue={setSearch}
          className={styles.search}
        />
      </PageHead>
      {guest && <SignInCall title={t("guests.earn")} className={styles.call} />}
      <div className={styles["tab-row"]}>
        <Tabs
          id="earn"
          label={t("earn_offers.parts")}
          items={[
            { id: "low", label: t("earn_offers.low_risk") },
            { id: "high", label: t("earn_offers.high_yield") },
          ]}
          value={part}
          onValue={setPart}
          className={styles.tabs}
        />
        <TabLinks
          label={t("earn_offers.auto_invest_tab")}
          items={[{ to: "/wallet/auto_invest", label: t("earn_offers.auto_invest_tab") }]}
          className={styles.tabs}
        />
      </div>
      <TabPanel tabs="earn" tab={part} className={styles.stack}>
        {part === "high" ? (
          <HighYield />
        ) : (
          <Segment
            label={t("earn_offers.kind")}
            items={kinds.map((id) => ({ id, label: t(`earn_offers.${id}`) }))}
            value={kind}
            onValue={setKind}
            className={styles.kinds}
          />
        )}
        {query.error && !query.data ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <ProductTable
            products={query.data && ofPart(query.data)}
            kind={part === "low" ? kind : "all"}
          />
        )}
      </TabPanel>
    </Page>
  );
}
