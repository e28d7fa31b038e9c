// Simple Earn: all products, and what the client has in them.
import { useState } from "react";
import { isDecimal, sum } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { useSearchParams } from "../../lib/router";
import { useSession } from "../../lib/session";
import { SearchInput } from "../../ui/input";
import { Price } from "../../ui/number";
import { Page } from "../../ui/page";
import { SignInCall } from "../../ui/sign_in_call";
import { ErrorState, SpreadFigure } from "../../ui/states";
import { Segment } from "../../ui/tabs";
import { found, type Kind } from "./offers";
import { useProducts, useStakes } from "./offers_api";
import styles from "./offers.module.css";
import { ProductTable } from "./product_table";
import { Subscriptions } from "./subscriptions";

const kinds: readonly Kind[] = ["all", "flexible", "locked"];

function Total() {
  const stakes = useStakes().data;
  const active = stakes?.filter(({ status }) => status === "ACTIVE");
  const total =
    active && sum(active.map(({ usdt_value: usdtValue }) => usdtValue).filter(isDecimal));
  return (
    <div className={styles["hero-total"]}>
      <SpreadFigure />
      <p className={styles.quiet}>{t("earn_offers.hero_total")}</p>
      <p className={styles.total}>
        <Price value={total} places={2} currency="$" estimate />
      </p>
    </div>
  );
}

function Hero({ guest }: { guest: boolean }) {
  return (
    <header className={styles.hero}>
      <div>
        <h1>{t("earn_offers.simple_title")}</h1>
        <p>{t("earn_offers.simple_lead")}</p>
      </div>
      {!guest && <Total />}
    </header>
  );
}

export default function SimpleEarnScreen() {
  const [kind, setKind] = useState<Kind>("all");
  const [search, setSearch] = useState("");
  const [params] = useSearchParams();
  const query = useProducts();
  const guest = useSession() === null;
  return (
    <Page>
      <Hero guest={guest} />
      {guest ? <SignInCall title={t("guests.earn")} className={styles.call} /> : <Subscriptions />}
      <div className={styles.toolbar}>
        <h2>{t("earn_offers.products")}</h2>
        <Segment
          label={t("earn_offers.kind")}
          items={kinds.map((id) => ({ id, label: t(`earn_offers.${id}`) }))}
          value={kind}
          onValue={setKind}
          className={styles.kinds}
        />
        <SearchInput
          label={t("earn_offers.search")}
          value={search}
          onValue={setSearch}
          className={styles.search}
        />
      </div>
      {query.error && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ProductTable
          products={query.data && found(query.data, search)}
          kind={kind}
          asked={params.get("coin")}
        />
      )}
    </Page>
  );
}
