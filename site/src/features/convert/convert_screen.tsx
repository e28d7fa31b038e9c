// Converting one coin into another: at the market by a quote, or at a limit.
import { t } from "../../lib/i18n";
import { useAllPairs, useTickers } from "../../lib/pairs";
import { useSession } from "../../lib/session";
import { LinkButton } from "../../ui/button";
import { TradingNumbers } from "../../ui/number";
import { Page, PageForm, PageHead } from "../../ui/page";
import { ErrorState, Skeleton } from "../../ui/states";
import { useBalances } from "./api";
import type { Coin } from "./coin_dialog";
import { ConvertForm } from "./convert_form";
import styles from "./convert.module.css";
import { GuestForm } from "./guest_form";
import { History } from "./history";
import { usdt } from "./order";

/** That a balance is shown with. */
const usdtPlaces = 2;

/** Every coin with a market, and USDT; undefined while loading. */
function useCoins(): readonly Coin[] | undefined {
  useTickers();
  const pairs = useAllPairs().data?.coinpair;
  const guest = useSession() === null;
  const balances = useBalances().data;
  const wallet = guest ? [] : balances;
  if (!pairs || !wallet) return undefined;
  const of = (name: string, image: string, fullName: string, places: number): Coin => {
    const held = wallet.find((one) => one.name === name);
    return {
      name,
      full_name: held?.full_name ?? fullName,
      image: held?.image ?? image,
      available: held?.coin_value ?? "0",
      places,
    };
  };
  return [
    of(usdt, `/icons/${usdt.toLowerCase()}.svg`, usdt, usdtPlaces),
    ...pairs.map((pair) => of(pair.name, pair.image, pair.full_name, pair.quantity_places)),
  ];
}

const Coming = () => (
  <div className={styles.coming}>
    <Skeleton height={96} />
    <Skeleton height={96} />
    <Skeleton height={52} />
  </div>
);

export default function ConvertScreen() {
  const coins = useCoins();
  const list = useAllPairs();
  const pairs = list.data?.coinpair;
  const wallet = useBalances();
  const guest = useSession() === null;
  const Form = guest ? GuestForm : ConvertForm;
  const failed = [list, wallet].find((query) => query.error && !query.data);
  return (
    <Page>
      <TradingNumbers value={true}>
        <PageForm>
          <PageHead title={t("convert.title")} lead={t("convert.lead")}>
            <nav className={styles.toggle} aria-label={t("convert.kind")}>
              <span aria-current="page">{t("convert.convert")}</span>
              <LinkButton to="/trades/spot/BTC" look="ghost" size="s">
                {t("convert.spot")}
              </LinkButton>
            </nav>
          </PageHead>
          <section className={styles.card} aria-label={t("convert.title")}>
            {coins && pairs && <Form coins={coins} pairs={pairs} />}
            {!coins && !failed && <Coming />}
            {!coins && failed && (
              <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
            )}
          </section>
        </PageForm>
        {!guest && <History />}
      </TradingNumbers>
    </Page>
  );
}
