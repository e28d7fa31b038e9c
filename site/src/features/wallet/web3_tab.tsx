// A browser wallet that its owner has shown to be theirs: its address and what it holds of ETH.
import { useQuery } from "@tanstack/react-query";
import { History, Unplug, WalletMinimal } from "lucide-react";
import { useState } from "react";
import { sentenceOf } from "../../lib/api";
import { ownKeys } from "../../lib/client_events";
import { copy } from "../../lib/clipboard";
import { t } from "../../lib/i18n";
import { perform } from "../../lib/perform";
import { connectWallet, ethBalance, WalletMissing, WalletRefused } from "../../lib/wallet";
import { Button, TextButton } from "../../ui/button";
import { Chip } from "../../ui/chip";
import { Dialog } from "../../ui/dialog";
import { Amount, Time } from "../../ui/number";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import { toast } from "../../ui/toast";
import { useWeb3, useWeb3Changes, type Web3 } from "./api";
import { Balance } from "./balance";
import styles from "./wallet.module.css";

type Connection = NonNullable<Web3["web3"]>;
type Event = Web3["history"][number];

const provider = "MetaMask";
const ethPlaces = 4;
const balanceEveryMs = 15_000;

const fail = (text: string) => toast({ tone: "error", title: t("common.error"), text });

/** Why a wallet could not be asked. */
function tell(error: unknown): void {
  if (error instanceof WalletMissing) fail(t("web3.missing"));
  else if (error instanceof WalletRefused) fail(t("web3.refused"));
  else fail(sentenceOf(error));
}

function ConnectDialog({ onClose }: { onClose: () => void }) {
  const [asking, setAsking] = useState(false);
  const { connect } = useWeb3Changes();
  const go = async () => {
    setAsking(true);
    try {
      const { address, ...signed } = await connectWallet("connect");
      await connect.mutateAsync({ provider, web3_wallet: address, ...signed });
      toast({ tone: "success", title: t("common.success"), text: t("web3.connected") });
      onClose();
    } catch (error) {
      tell(error);
    }
    setAsking(false);
  };
  return (
    <Dialog open onClose={onClose} title={t("web3.connect")}>
      <p className={styles.note}>{t("web3.connect_text")}</p>
      <Button wide size="xl" busy={asking} onClick={() => void go()}>
        <WalletMinimal size={18} strokeWidth={1.5} aria-hidden="true" />
        {provider}
      </Button>
    </Dialog>
  );
}

const historyColumns = (): Column<Event>[] => [
  { id: "time", header: t("web3.time"), cell: ({ at }) => <Time at={at} style="table" /> },
  {
    id: "event",
    header: t("web3.event"),
    cell: ({ kind }) => (
      <Chip tone={kind === "connect" ? "up" : "neutral"}>{t(`web3.${kind}_event`)}</Chip>
    ),
  },
  {
    id: "address",
    header: t("web3.address"),
    cell: ({ address }) => <span className={styles.address}>{address}</span>,
    show: "not-phone",
  },
  {
    id: "short",
    header: t("web3.address"),
    cell: ({ address }) => <span className={styles.address}>{shortened(address)}</span>,
    show: "phone",
    align: "right",
  },
];

/** "0x1234…abcd" */
const shortened = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`;

function HistoryDialog({ events, onClose }: { events: readonly Event[]; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={t("web3.history")} width="roomy">
      <Table
        label={t("web3.history")}
        columns={historyColumns()}
        rows={events}
        rowKey={({ at, kind }) => `${at}-${kind}`}
        density="orders"
        pageSize={10}
        empty={<EmptyState compact title={t("wallet.nothing_found")} />}
      />
    </Dialog>
  );
}

/** Asked of the browser's wallet: the server has no node for it. */
function EthBalance({ address }: { address: string }) {
  const { data } = useQuery({
    queryKey: [...ownKeys.wallet, "eth", address],
    queryFn: () => ethBalance(address),
    refetchInterval: balanceEveryMs,
    retry: false,
  });
  if (!data) return <Skeleton width={120} height={28} />;
  if (data.amount === null) {
    return <span className={styles.note}>{t(`web3.${data.why}`)}</span>;
  }
  return (
    <Balance>
      <Amount value={data.amount} places={ethPlaces} unit="ETH" />
    </Balance>
  );
}

function Connected({ web3 }: { web3: Connection }) {
  const { disconnect } = useWeb3Changes();
  const copyAddress = async () => {
    if (await copy(web3.address)) toast({ tone: "success", title: t("web3.copied") });
    else fail(t("web3.not_copied"));
  };
  return (
    <>
      <div>
        <p className={styles["total-label"]}>{t("web3.eth_balance")}</p>
        <p className={styles["account-value"]} data-testid="eth-balance">
          <EthBalance address={web3.address} />
        </p>
        <p className={styles["web3-address"]}>
          <span className={styles.address}>{web3.address}</span>
          <TextButton onClick={() => void copyAddress()}>{t("web3.copy")}</TextButton>
        </p>
        <p className={styles.note}>
          {t("web3.connected_since", { provider: web3.provider })}{" "}
          <Time at={web3.connected_at} style="full" />
        </p>
      </div>
      <Button
        busy={disconnect.isPending}
        onClick={() => perform(disconnect, undefined, { onError: tell })}
      >
        <Unplug size={16} strokeWidth={1.5} aria-hidden="true" />
        {t("web3.disconnect")}
      </Button>
    </>
  );
}

export function Web3Tab() {
  const [open, setOpen] = useState<"connect" | "history" | null>(null);
  const { data, error, refetch } = useWeb3();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <section className={styles.web3} aria-label={t("wallet.web3")}>
      <header className={styles["assets-header"]}>
        <h2 className={styles.heading}>{t("web3.title")}</h2>
        <Button size="s" onClick={() => setOpen("history")} disabled={!data}>
          <History size={16} strokeWidth={1.5} aria-hidden="true" />
          {t("web3.history")}
        </Button>
      </header>
      {!data ? (
        <div className={styles["web3-body"]}>
          <Skeleton width={240} height={28} />
        </div>
      ) : data.web3 ? (
        <div className={styles["web3-body"]}>
          <Connected web3={data.web3} />
        </div>
      ) : (
        <EmptyState
          title={t("web3.none")}
          text={t("web3.none_text")}
          action={
            <Button look="primary" onClick={() => setOpen("connect")}>
              {t("web3.connect")}
            </Button>
          }
        />
      )}
      {open === "connect" && <ConnectDialog onClose={() => setOpen(null)} />}
      {open === "history" && data && (
        <HistoryDialog events={data.history} onClose={() => setOpen(null)} />
      )}
    </section>
  );
}
