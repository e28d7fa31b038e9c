// What the client has subscribed: interest, terms that begin anew, and taking it back.
import { useRef, useState, type FormEvent } from "react";
import { ApiError, newClientId, sentenceOf } from "../../lib/api";
import { compare, isZero, trimZeros, typedDecimal } from "../../lib/decimal";
import { formatNumber, formatTime } from "../../lib/format";
import { currentLanguage, t } from "../../lib/i18n";
import { perform } from "../../lib/perform";
import { cleanTyping } from "../../lib/typing";
import { PasswordDialog } from "../../market/password_dialog";
import { Button, TextButton } from "../../ui/button";
import { Chip } from "../../ui/chip";
import { CoinIcon } from "../../ui/coin";
import { Dialog, DialogActions } from "../../ui/dialog";
import { Checkbox, Input } from "../../ui/input";
import { Amount, Time, TradingNumbers } from "../../ui/number";
import { Panel, PanelHead, PanelTitle } from "../../ui/page";
import { EmptyState } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import { toast } from "../../ui/toast";
import { orWrongPassword, useAutoRenew, useRedeem, useStakes, type Stake } from "./offers_api";
import styles from "./offers.module.css";
import { rateText } from "./product_table";

const rowsOnAPage = 10;
const places = 8;
const tones = { ACTIVE: "accent", MATURED: "up", REDEEMED: "neutral" } as const;

function Renewal({ stake, worded }: { stake: Stake; worded?: boolean }) {
  const renew = useAutoRenew();
  if (stake.duration === 0 || stake.status !== "ACTIVE") return null;
  const turn = (enabled: boolean) =>
    perform(
      renew,
      { id: stake.id, enabled },
      {
        onSuccess: () =>
          toast({
            tone: "success",
            title: t("common.success"),
            text: t(enabled ? "earn_offers.renew_on" : "earn_offers.renew_off"),
          }),
        onError: (error) =>
          toast({ tone: "error", title: t("earn_offers.renew_failed"), text: sentenceOf(error) }),
      },
    );
  return (
    <Checkbox checked={stake.auto_renew} onChange={turn}>
      {worded ? (
        t("earn_offers.auto_renew")
      ) : (
        <span className="hidden-but-read">{t("earn_offers.renew_of", { coin: stake.name })}</span>
      )}
    </Checkbox>
  );
}

const columns = (redeem: (stake: Stake) => void): Column<Stake>[] => [
  {
    id: "coin",
    header: t("earn_offers.coin"),
    cell: (row) => (
      <span className={styles.coin}>
        <CoinIcon name={row.name} image={row.image} size={28} />
        <span>
          <span className={styles["coin-name"]}>{row.name}</span>
          <span className={styles["coin-full"]}>
            {row.duration === 0
              ? t("earn_offers.flexible")
              : t("earn_offers.days", { count: row.duration })}
          </span>
        </span>
      </span>
    ),
    skeleton: 110,
  },
  {
    id: "balance",
    header: t("earn_offers.balance"),
    cell: (row) => <Amount value={trimZeros(row.balance)} unit={row.name} />,
    align: "right",
  },
  {
    id: "interest",
    header: t("earn_offers.interest"),
    cell: (row) => (
      <Amount value={trimZeros(row.accrued)} unit={row.name} signed className={styles.gain} />
    ),
    align: "right",
    show: "not-phone",
  },
  {
    id: "apr",
    header: t("earn_offers.est_apr"),
    cell: (row) => rateText(row.apr),
    align: "right",
    show: "wide",
  },
  {
    id: "until",
    header: t("earn_offers.until"),
    cell: (row) =>
      row.date_end ? <Time at={row.date_end} style="date" /> : t("earn_offers.any_time"),
    align: "right",
    show: "wide",
  },
  {
    id: "renew",
    header: t("earn_offers.renews"),
    cell: (row) => (
      <span className={styles.renewal}>
        <Renewal stake={row} />
      </span>
    ),
    align: "right",
    show: "not-phone",
  },
  {
    id: "act",
    header: <span className="hidden-but-read">{t("earn_offers.actions")}</span>,
    cell: (row) =>
      row.redeemable ? (
        <Button
          size="s"
          aria-label={t("earn_offers.redeem_coin", { coin: row.name })}
          onClick={() => redeem(row)}
        >
          {t("earn_offers.redeem")}
        </Button>
      ) : (
        <Chip tone={tones[row.status]}>{t(`earn_offers.${row.status}`)}</Chip>
      ),
    align: "right",
  },
];

function Locked({ stake }: { stake: Stake }) {
  return (
    <p className={styles.note}>
      {t("earn_offers.redeem_early_text", {
        date: formatTime(stake.date_end, "date", currentLanguage()),
        amount: formatNumber(trimZeros(stake.base_balance)),
        coin: stake.name,
      })}
    </p>
  );
}

interface RedeemProps {
  stake: Stake;
  onClose: () => void;
}

const redeemed = () =>
  toast({ tone: "success", title: t("common.success"), text: t("earn_offers.redeemed") });

function FlexibleDialog({ stake, onClose }: RedeemProps) {
  const [typed, setTyped] = useState("");
  const [seen, setSeen] = useState(false);
  const key = useRef(newClientId());
  const redeem = useRedeem();
  const amount = typedDecimal(typed);
  const problem =
    amount === null || isZero(amount)
      ? t("earn_offers.amount_required")
      : compare(amount, stake.balance) > 0
        ? t("earn_offers.amount_balance")
        : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSeen(true);
    if (problem || redeem.isPending) return;
    perform(
      redeem,
      { id: stake.id, amount: amount ?? "0", client_id: key.current },
      {
        onSuccess: () => {
          redeemed();
          onClose();
        },
        onError: (error) => {
          // The same key for each retry of a request whose fate is unknown.
          if (error instanceof ApiError && error.status > 0 && error.status < 500) {
            key.current = newClientId();
          }
          toast({ tone: "error", title: t("earn_offers.redeem_failed"), text: sentenceOf(error) });
        },
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("earn_offers.redeem_title", { coin: stake.name })}
      keepOnScrim
    >
      <TradingNumbers value={true}>
        <form noValidate onSubmit={submit}>
          <div className={styles.stack}>
            <Input
              label={t("earn_offers.redeem_amount")}
              size="l"
              inputMode="decimal"
              value={typed}
              unit={stake.name}
              error={seen ? problem : undefined}
              hint={t("earn_offers.redeem_flexible_text")}
              onValue={(text) => {
                setTyped(cleanTyping(text, places));
                setSeen(true);
              }}
              labelEnd={
                <span className={styles.quiet}>
                  {t("earn_offers.balance")}{" "}
                  <Amount value={trimZeros(stake.balance)} unit={stake.name} />
                </span>
              }
              end={
                <TextButton onClick={() => setTyped(trimZeros(stake.balance))}>
                  {t("earn_offers.max")}
                </TextButton>
              }
            />
          </div>
          <DialogActions>
            <Button look="outline" size="l" onClick={onClose}>
              {t("common.cancel")}
            </Button>
            <Button type="submit" look="primary" size="l" busy={redeem.isPending}>
              {t("earn_offers.redeem")}
            </Button>
          </DialogActions>
        </form>
      </TradingNumbers>
    </Dialog>
  );
}

/** Before its end a term loses its interest, which is the owner's to give up. */
function TermDialog({ stake, onClose }: RedeemProps) {
  const redeem = useRedeem();
  return (
    <PasswordDialog
      title={t("earn_offers.redeem_title", { coin: stake.name })}
      confirm={t("earn_offers.redeem")}
      refused={t("earn_offers.redeem_failed")}
      send={(secret) => orWrongPassword(redeem.mutateAsync({ id: stake.id, ...secret }))}
      onClose={onClose}
      onDone={() => {
        redeemed();
        onClose();
      }}
    >
      <div className={styles.stack}>
        <Locked stake={stake} />
        <Renewal stake={stake} worded />
      </div>
    </PasswordDialog>
  );
}

export function Subscriptions() {
  const query = useStakes();
  const [chosen, setChosen] = useState<string | null>(null);
  const stake = query.data?.find(({ id }) => id === chosen);
  return (
    <Panel aria-labelledby="own-subscriptions">
      <PanelHead>
        <PanelTitle id="own-subscriptions">{t("earn_offers.own")}</PanelTitle>
      </PanelHead>
      <Table
        label={t("earn_offers.own")}
        columns={columns(({ id }) => setChosen(id))}
        rows={query.data}
        rowKey={(row) => row.id}
        pageSize={rowsOnAPage}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={
          <EmptyState compact title={t("earn_offers.no_own")} text={t("earn_offers.no_own_text")} />
        }
      />
      {stake?.duration === 0 && <FlexibleDialog stake={stake} onClose={() => setChosen(null)} />}
      {stake && stake.duration > 0 && <TermDialog stake={stake} onClose={() => setChosen(null)} />}
    </Panel>
  );
}
