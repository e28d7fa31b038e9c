// How much leaves, what of it arrives, and what may leave today.
import { compare, trimZeros } from "../../lib/decimal";
import { formatNumber } from "../../lib/format";
import { t } from "../../lib/i18n";
import { cleanTyping } from "../../lib/typing";
import { TextButton } from "../../ui/button";
import { Fact, Facts } from "../../ui/facts";
import { Input } from "../../ui/input";
import { Amount } from "../../ui/number";
import type { Limits } from "./api";
import {
  most,
  placesOfCoin,
  receivable,
  type AmountProblem,
  type Draft,
  type wayOf,
} from "./rules";
import styles from "./withdraw.module.css";

type Way = ReturnType<typeof wayOf>;

function sentence({ code, limit }: AmountProblem): string {
  switch (code) {
    case "required":
      return t("withdraw.amount_required");
    case "minimum":
      return t("withdraw.amount_minimum", { minimum: limit });
    case "balance":
      return t("withdraw.amount_balance", { balance: limit });
    case "limit":
      return t("errors.withdrawal_limit");
  }
}

export function AmountStep(props: {
  draft: Draft;
  way: Way;
  limits: Limits;
  problem: AmountProblem | null;
  onAmount: (amount: string) => void;
}) {
  const { draft, way, limits, problem } = props;
  const available = limits.available[draft.coin] ?? "0";
  const places = placesOfCoin(draft.coin);
  const all = () => {
    const amount = most(draft.coin, available);
    props.onAmount(compare(amount, "0") > 0 ? amount : "");
  };
  return (
    <>
      <Input
        label={t("withdraw.amount")}
        layout="hidden"
        size="l"
        inputMode="decimal"
        value={draft.amount}
        unit={draft.coin}
        error={problem ? sentence(problem) : undefined}
        onValue={(text) => props.onAmount(cleanTyping(text, places))}
        end={<TextButton onClick={all}>{t("withdraw.max")}</TextButton>}
      />
      <Facts className={styles.limits}>
        <div data-testid="available">
          <dt>{t("withdraw.available")}</dt>
          <dd>
            <Amount value={trimZeros(available)} unit={draft.coin} />
          </dd>
        </div>
        <Fact name={t("withdraw.minimum")}>
          <Amount value={trimZeros(way?.withdrawal.minimum ?? "0")} unit={draft.coin} />
        </Fact>
        <Fact name={t("withdraw.limit_left")}>
          {t("withdraw.limit_of", {
            left: formatNumber(trimZeros(limits.left)),
            limit: formatNumber(trimZeros(limits.limit)),
          })}
        </Fact>
        <Fact className={styles["not-phone"]} name={t("withdraw.network_fee")}>
          <Amount value={trimZeros(way?.withdrawal.fee ?? "0")} unit={draft.coin} />
        </Fact>
        <div className={`${styles.total} ${styles["not-phone"]}`} data-testid="receive">
          <dt>{t("withdraw.receive")}</dt>
          <dd>
            <Amount value={receivable(draft.amount, way)} unit={draft.coin} />
          </dd>
        </div>
      </Facts>
    </>
  );
}
