// The address as text and as a code, and what to know before coins are sent to it.
import { ChevronDown, Copy, FlaskConical, Share2 } from "lucide-react";
import { sentenceOf } from "../../lib/api";
import { copy } from "../../lib/clipboard";
import { trimZeros } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { lazyCode } from "../../lib/lazy_part";
import type { Network, NetworkCoin } from "../../lib/networks";
import { perform } from "../../lib/perform";
import { usePaused, useStatus } from "../../lib/status";
import { Address } from "../../ui/address";
import { Button } from "../../ui/button";
import { CoinIcon } from "../../ui/coin";
import { Fact, Facts } from "../../ui/facts";
import { LazyBoundary } from "../../ui/lazy_boundary";
import { Notice } from "../../ui/notice";
import { Amount } from "../../ui/number";
import { ErrorState, Skeleton } from "../../ui/states";
import { toast } from "../../ui/toast";
import { useAddress, useTestCoins } from "./api";
import styles from "./deposit.module.css";

const QrCode = lazyCode(() => import("../../ui/qr_code"));

async function copyAddress(address: string) {
  if (await copy(address)) toast({ tone: "success", title: t("deposit.copied") });
  else toast({ tone: "error", title: t("deposit.not_copied") });
}

/** Closing the list of apps is no failure. */
const share = (address: string) => navigator.share({ text: address }).catch(() => undefined);

interface Chosen {
  coin: NetworkCoin;
  network: Network;
}

function Details({ coin, network }: Chosen) {
  const unlocked = t("deposit.confirmations", { count: network.unlock_confirmations });
  const facts = [
    ["arrival", t("deposit.about_minutes", { count: network.arrival_minutes })],
    ["credited_after", t("deposit.confirmations", { count: network.confirmations })],
    ["unlocked_after", unlocked],
  ] as const;
  return (
    <details className={styles.details}>
      <summary>
        {t("deposit.details")}
        <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" />
      </summary>
      <Facts>
        {facts.map(([name, value]) => (
          <Fact key={name} name={t(`deposit.${name}`)}>
            {value}
          </Fact>
        ))}
        {network.contract && (
          <Fact name={t("deposit.contract")}>
            <Address value={network.contract} short />
          </Fact>
        )}
      </Facts>
      <p className={styles.small}>
        {t("deposit.below_minimum", {
          amount: `${trimZeros(network.minimum_deposit)} ${coin.coin}`,
        })}
      </p>
      {network.unlock_confirmations > network.confirmations && (
        <p className={styles.small}>{t("deposit.large_later", { confirmations: unlocked })}</p>
      )}
    </details>
  );
}

function Closed({ coin, network }: Chosen) {
  const others = coin.networks.some(({ deposit_open: depositOpen }) => depositOpen);
  return (
    <div className={styles.closed}>
      <p className={styles["closed-title"]}>
        {t("deposit.closed_title", { network: network.title })}
      </p>
      <p>{t("deposit.closed_text", { coin: coin.coin })}</p>
      <p>{t(others ? "deposit.closed_other" : "deposit.closed_later")}</p>
    </div>
  );
}

/** By the operator, over every network. Unlike a closed one, what was sent already is not lost. */
const Paused = () => (
  <div className={styles.closed}>
    <p className={styles["closed-title"]}>{t("deposit.paused_title")}</p>
    <p>{t("deposit.paused_text")}</p>
  </div>
);

/** In a demonstration: coins that come like any others, with each confirmation. */
function TestCoins({ coin }: { coin: string }) {
  const send = useTestCoins();
  const ask = () =>
    perform(send, coin, {
      onSuccess: ({ amount }) =>
        toast({
          tone: "success",
          title: t("deposit.test_coins_sent", { amount: `${amount} ${coin}` }),
          text: t("deposit.test_coins_sent_text"),
        }),
      onError: (error) =>
        toast({ tone: "error", title: t("common.error"), text: sentenceOf(error) }),
    });
  return (
    <Button look="primary" busy={send.isPending} onClick={ask}>
      <FlaskConical size={16} strokeWidth={1.5} aria-hidden="true" />
      {t("deposit.test_coins")}
    </Button>
  );
}

function Open({ coin, network }: Chosen) {
  const query = useAddress(network.value);
  const address = query.data;
  if (query.error && !address) {
    return (
      <div className={styles.card}>
        <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  return (
    <div className={styles.card}>
      <div className={styles.address}>
        <div className={styles.code}>
          {address ? (
            <LazyBoundary fallback={<Skeleton height={176} />}>
              <QrCode
                text={address}
                label={t("deposit.qr", { coin: coin.coin, network: network.name })}
              />
              <span className={styles["code-coin"]}>
                <CoinIcon name={coin.coin} image={coin.image} size={28} />
              </span>
            </LazyBoundary>
          ) : (
            <Skeleton height={176} />
          )}
        </div>
        <div>
          <p className={styles.label}>{t("deposit.your_address", { coin: coin.coin })}</p>
          <p className={styles.text} data-testid="deposit-address" aria-live="polite">
            {address ? <Address value={address} /> : <Skeleton height={20} />}
          </p>
          <div className={styles.acts}>
            {network.test_coins && address && <TestCoins coin={coin.coin} />}
            <Button disabled={!address} onClick={() => address && void copyAddress(address)}>
              <Copy size={16} strokeWidth={1.5} aria-hidden="true" />
              {t("deposit.copy")}
            </Button>
            {typeof navigator.share === "function" && (
              <Button
                look="outline"
                disabled={!address}
                onClick={() => address && void share(address)}
              >
                <Share2 size={16} strokeWidth={1.5} aria-hidden="true" />
                {t("deposit.share")}
              </Button>
            )}
          </div>
          <Facts>
            <Fact name={t("deposit.minimum")}>
              <Amount value={trimZeros(network.minimum_deposit)} unit={coin.coin} />
            </Fact>
            <Fact name={t("deposit.credited_to")}>{t("deposit.spot_wallet")}</Fact>
          </Facts>
        </div>
      </div>
      <Details coin={coin} network={network} />
    </div>
  );
}

export function AddressCard(chosen: Chosen) {
  const demo = useStatus()?.demo;
  if (usePaused().deposits) return <Paused />;
  if (!chosen.network.deposit_open) return <Closed {...chosen} />;
  return (
    <>
      {demo && <Notice className={styles.demo}>{t("deposit.demo_chain")}</Notice>}
      <Open {...chosen} />
      <Notice className={styles.warning}>
        {t("deposit.warning", {
          coin: chosen.coin.coin,
          network: chosen.network.title,
        })}
      </Notice>
    </>
  );
}
