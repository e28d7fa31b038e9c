// The margin account: what there is, what positions hold, and how near they are to the edge.
import { forDrawing, isZero, multiply, smaller, type Decimal } from "../../lib/decimal";
import { formatPercent } from "../../lib/format";
import { t } from "../../lib/i18n";
import { useSession } from "../../lib/session";
import { LinkButton } from "../../ui/button";
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
      <dl className={styles.facts}>
        <div>
          <dt>{t("futures.equity")}</dt>
          <dd data-testid="equity">
            <Amount value={account.equity} places={moneyPlaces} unit={quote} />
          </dd>
        </div>
        <div>
          <dt>{t("futures.position_margin")}</dt>
          <dd>
            <Amount value={account.position_margin} places={moneyPlaces} />
          </dd>
        </div>
        {!isZero(account.order_margin) && (
          <div>
            <dt>{t("futures.order_margin")}</dt>
            <dd data-testid="order-margin">
              <Amount value={account.order_margin} places={moneyPlaces} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t("futures.unrealised_pnl")}</dt>
          <dd>
            <Change value={account.unrealised} valuePlaces={moneyPlaces} dense />
          </dd>
        </div>
        <div>
          <dt>{t("futures.margin_ratio")}</dt>
          <dd>{formatPercent(account.margin_ratio, { signed: false })}</dd>
        </div>
      </dl>
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
        <dl className={styles.facts}>
          <div>
            <dt>{t("futures.taker_fee")}</dt>
            <dd>{formatPercent(multiply(contract.taker_fee, "100"), { signed: false })}</dd>
          </div>
          <div>
            <dt>{t("futures.closing_fee")}</dt>
            <dd>{formatPercent(multiply(contract.closing_fee, "100"), { signed: false })}</dd>
          </div>
          <div>
            <dt>{t("futures.insurance_fund")}</dt>
            <dd>
              <Amount value={contract.insurance_fund} places={moneyPlaces} unit={quote} />
            </dd>
          </div>
        </dl>
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
