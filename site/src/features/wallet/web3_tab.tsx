// A browser wallet that its owner has shown to be theirs: its address and what it holds of ETH.
import { useQuery } from "@tanstack/react-query";
import { History, Unplug, WalletMinimal } from "lucide-react";
import { useState } from "react";
import { sentence_of } from "../../lib/api";
import { copy } from "../../lib/clipboard";
import { t } from "../../lib/i18n";
import { connect_wallet, eth_balance, WalletMissing, WalletRefused } from "../../lib/wallet";
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
const eth_places = 4;
const balance_every_ms = 15_000;

const fail = (text: string) => toast({ tone: "error", title: t("common.error"), text });

/** Why a wallet could not be asked. */
function tell(error: unknown): void {
  if (error instanceof WalletMissing) fail(t("web3.missing"));
  else if (error instanceof WalletRefused) fail(t("web3.refused"));
  else fail(sentence_of(error));
}

function ConnectDialog({ on_close }: { on_close: () => void }) {
  const [asking, set_asking] = useState(false);
  const { connect } = useWeb3Changes();
  const go = async () => {
    set_asking(true);
    try {
      const { address, ...signed } = await connect_wallet("connect");
      await connect.mutateAsync({ provider, web3_wallet: address, ...signed });
      toast({ tone: "success", title: t("common.success"), text: t("web3.connected") });
      on_close();
    } catch (error) {
      tell(error);
    }
    set_asking(false);
  };
  return (
    <Dialog open on_close={on_close} title={t("web3.connect")}>
      <p className={styles.note}>{t("web3.connect_text")}</p>
      <Button wide size="xl" busy={asking} onClick={() => void go()}>
        <WalletMinimal size={18} strokeWidth={1.5} aria-hidden="true" />
        {provider}
      </Button>
    </Dialog>
  );
}

const history_columns = (): Column<Event>[] => [
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

function HistoryDialog({ events, on_close }: { events: readonly Event[]; on_close: () => void }) {
  return (
    <Dialog open on_close={on_close} title={t("web3.history")} width="roomy">
      <Table
        label={t("web3.history")}
        columns={history_columns()}
        rows={events}
        row_key={({ at, kind }) => `${at}-${kind}`}
        density="orders"
        page_size={10}
        empty={<EmptyState compact title={t("wallet.nothing_found")} />}
      />
    </Dialog>
  );
}

/** Asked of the browser's wallet: the server has no node for it. */
function EthBalance({ address }: { address: string }) {
  const { data } = useQuery({
    queryKey: ["wallet", "eth", address],
    queryFn: () => eth_balance(address),
    refetchInterval: balance_every_ms,
    retry: false,
  });
  if (!data) return <Skeleton width={120} height={28} />;
  if (data.amount === null) {
    return <span className={styles.note}>{t(`web3.${data.why}`)}</span>;
  }
  return (
    <Balance>
      <Amount value={data.amount} places={eth_places} unit="ETH" />
    </Balance>
  );
}

function Connected({ web3 }: { web3: Connection }) {
  const { disconnect } = useWeb3Changes();
  const copy_address = async () => {
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
          <TextButton onClick={() => void copy_address()}>{t("web3.copy")}</TextButton>
        </p>
        <p className={styles.note}>
          {t("web3.connected_since", { provider: web3.provider })}{" "}
          <Time at={web3.connected_at} style="full" />
        </p>
      </div>
      <Button
        busy={disconnect.isPending}
        onClick={() => disconnect.mutate(undefined, { onError: tell })}
      >
        <Unplug size={16} strokeWidth={1.5} aria-hidden="true" />
        {t("web3.disconnect")}
      </Button>
    </>
  );
}

export function Web3Tab() {
  const [open, set_open] = useState<"connect" | "history" | null>(null);
  const { data, error, refetch } = useWeb3();
  if (error && !data) return <ErrorState error={error} on_retry={() => void refetch()} />;
  return (
    <section className={styles.web3} aria-label={t("wallet.web3")}>
      <header className={styles["assets-header"]}>
        <h2 className={styles.heading}>{t("web3.title")}</h2>
        <Button size="s" onClick={() => set_open("history")} disabled={!data}>
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
            <Button look="primary" onClick={() => set_open("connect")}>
              {t("web3.connect")}
            </Button>
          }
        />
      )}
      {open === "connect" && <ConnectDialog on_close={() => set_open(null)} />}
      {open === "history" && data && (
        <HistoryDialog events={data.history} on_close={() => set_open(null)} />
      )}
    </section>
  );
}
