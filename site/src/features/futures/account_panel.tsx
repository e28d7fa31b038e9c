// The margin account: what there is, what positions hold, and how near they are to the edge.
import { forDrawing, isZero, multiply, smaller, type Decimal } from "../../lib/decimal";
import { formatPercent } from "../../lib/format";
import { t } from "../../lib/i18n";
import { useSession } from "../../lib/session";
import { LinkButton } from "../../ui/button";
import { Fact, Facts } from "../../ui/facts";
import { Amount, Change } from "../../ui/number";
import { ErrorState, Skeleton } from "../../ui/states";
import { TransferLink } from "../../ui/transfer_link";
import { useMargin } from "./api";
import type { Account, Contract } from "./contract";
import styles from "./futures.module.css";

const quote = "USDT";
const moneyPlaces = 2;

function Ratio({ percent }: { percent: Decimal }) {
  return (
    <div className={styles.ratio} aria-hidden="true">
      <span style={{ width: `${forDrawing(smaller(percent, "100"))}%` }} />
    </div>
  );
}

function Figures({ account }: { account: Account }) {
  return (
    <>
      <Facts className={styles.facts}>
        <Fact name={t("futures.equity")} testId="equity">
          <Amount value={account.equity} places={moneyPlaces} unit={quote} />
        </Fact>
        <Fact name={t("futures.position_margin")}>
          <Amount value={account.position_margin} places={moneyPlaces} />
        </Fact>
        {!isZero(account.order_margin) && (
          <Fact name={t("futures.order_margin")} testId="order-margin">
            <Amount value={account.order_margin} places={moneyPlaces} />
          </Fact>
        )}
        <Fact name={t("futures.unrealised_pnl")}>
          <Change value={account.unrealised} valuePlaces={moneyPlaces} dense />
        </Fact>
        <Fact name={t("futures.margin_ratio")}>
          {formatPercent(account.margin_ratio, { signed: false })}
        </Fact>
      </Facts>
      <Ratio percent={account.margin_ratio} />
    </>
  );
}

export function AccountPanel({ contract }: { contract: Contract }) {
  const query = useMargin();
  const guest = useSession() === null;
  return (
    <section className={styles.account} aria-label={t("futures.account")}>
      <div className={styles["panel-head"]}>
        <h2>{t("futures.account")}</h2>
      </div>
      <div className={styles["account-body"]}>
        {query.data && <Figures account={query.data.account} />}
        {!query.data && query.error && (
          <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
        )}
        {!query.data && !query.error && !guest && (
          <div className={styles.facts}>
            {[0, 1, 2, 3].map((row) => (
              <Skeleton key={row} height={16} />
            ))}
          </div>
        )}
        <Facts className={styles.facts}>
          <Fact name={t("futures.taker_fee")}>
            {formatPercent(multiply(contract.taker_fee, "100"), { signed: false })}
          </Fact>
          <Fact name={t("futures.closing_fee")}>
            {formatPercent(multiply(contract.closing_fee, "100"), { signed: false })}
          </Fact>
          <Fact name={t("futures.insurance_fund")}>
            <Amount value={contract.insurance_fund} places={moneyPlaces} unit={quote} />
          </Fact>
        </Facts>
        {!guest && (
          <div className={styles["account-links"]}>
            <TransferLink button={{ size: "s", wide: true }}>{t("futures.transfer")}</TransferLink>
            <LinkButton to="/wallet/convert" size="s" wide>
              {t("futures.convert")}
            </LinkButton>
          </div>
        )}
      </div>
    </section>
  );
}
