// What a guest sees in the place of the form: the two sides at the market's rate, and the way to an
// account.
import { useState } from "react";
import { t } from "../../lib/i18n";
import type { Pair } from "../../lib/pairs";
import { Fact, Facts } from "../../ui/facts";
import { SignInCall } from "../../ui/sign_in_call";
import type { Coin } from "./coin_dialog";
import styles from "./convert.module.css";
import { emptyDraft, linked, marketRate, swapped, usdt, withCoin, type Draft } from "./order";
import { rateText } from "./quote_card";
import { Side, Swap } from "./sides";

const priceIn = (pairs: readonly Pair[], coin: string) =>
  coin === usdt ? "1" : (pairs.find(({ name }) => name === coin)?.close ?? "0");

export function GuestForm(props: { coins: readonly Coin[]; pairs: readonly Pair[] }) {
  const { coins, pairs } = props;
  const [draft, change] = useState<Draft>(emptyDraft);
  const rate = marketRate(priceIn(pairs, draft.from), priceIn(pairs, draft.to));
  const shown = linked(draft, rate);
  const side = (which: "from" | "to") => {
    const coin = coins.find(({ name }) => name === draft[which]);
    return (
      coin && (
        <Side
          side={which}
          coin={coin}
          coins={coins}
          value={which === "from" ? shown.from_amount : shown.to_amount}
          error={undefined}
          onValue={(text) => change({ ...shown, basis: which, [`${which}_amount`]: text })}
          onCoin={(name) => change(withCoin(shown, which, name))}
        />
      )
    );
  };
  return (
    <div className={styles.guest}>
      {side("from")}
      <Swap onSwap={() => change(swapped(shown))} />
      {side("to")}
      {rate && (
        <Facts className={styles.facts}>
          <Fact name={t("convert.market_rate")} testId="rate">
            {t("convert.rate_of", { from: draft.from, to: rateText(rate, draft.to) })}
          </Fact>
        </Facts>
      )}
      <SignInCall title={t("guests.convert")} className={styles.call} />
    </div>
  );
}
