// Three facts that anybody can check: the fee, the last audit of the books, and where keys are.
import { multiply } from "../../../lib/decimal";
import { formatPercent } from "../../../lib/format";
import { currentLanguage, sentences, t } from "../../../lib/i18n";
import { useStatus, type Status } from "../../../lib/status";
import { TextLink } from "../../../ui/button";
import { Time } from "../../../ui/number";
import { useFees } from "../api";
import { bestFee, type Fees } from "../rules";
import styles from "./live.module.css";
import { FactPlace, FactPlaces } from "./live_places";

const percent = (share: string): string =>
  formatPercent(multiply(share, "100"), { signed: false, language: currentLanguage() });

function Fee({ fees }: { fees: Fees | undefined }) {
  const [first] = fees ?? [];
  const name = t("landing_more.fact_fee");
  if (!fees || !first) return <FactPlace name={name} />;
  const alike = first.maker === first.taker;
  const best = bestFee(fees);
  return (
    <FactPlace
      name={name}
      value={alike ? percent(first.maker) : `${percent(first.maker)} / ${percent(first.taker)}`}
      text={sentences(
        t(alike ? "landing_more.fact_fee_alike" : "landing_more.fact_fee_two"),
        best !== null && t("landing_more.fact_fee_less", { fee: percent(best) }),
      )}
    />
  );
}

function Audit({ audit }: { audit: Status["audit"] | undefined }) {
  const name = t("landing_more.fact_audit");
  if (!audit) return <FactPlace name={name} />;
  const passed = audit.result === "passed";
  return (
    <FactPlace
      name={name}
      value={
        <span className={passed ? undefined : styles.warning}>
          {t(`landing_more.fact_audit_${audit.result}`)}
        </span>
      }
      text={
        <>
          {audit.at && <Time at={audit.at} style="full" className={styles.when} />}{" "}
          {t(passed ? "landing_more.fact_audit_text" : "landing_more.fact_audit_stops")}{" "}
          <TextLink to="/about">{t("landing_more.fact_audit_more")}</TextLink>
        </>
      }
    />
  );
}

/** A demonstration signs its play money on its own machine, and says so. */
function Keys({ demo }: { demo: boolean | undefined }) {
  const name = t("landing_more.fact_keys");
  if (demo === undefined) return <FactPlace name={name} />;
  return (
    <FactPlace
      name={name}
      value={t(demo ? "landing_more.fact_keys_demo" : "landing_more.fact_keys_away")}
      text={t(demo ? "landing_more.fact_keys_demo_text" : "landing_more.fact_keys_text")}
    />
  );
}

export function Facts() {
  const status = useStatus();
  const fees = useFees();
  return (
    <FactPlaces>
      {/* One that cannot be fetched is not shown: nobody came for it alone. */}
      {fees !== null && <Fee fees={fees} />}
      <Audit audit={status?.audit} />
      <Keys demo={status?.demo} />
    </FactPlaces>
  );
}
