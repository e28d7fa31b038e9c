// What the client has subscribed: interest, terms that begin anew, and taking it back.
import { useRef, useState, type FormEvent } from "react";
import { ApiError, new_client_id, sentence_of } from "../../lib/api";
import { clean_typing, compare, is_zero, trim_zeros, typed_decimal } from "../../lib/decimal";
import { comma_is_point, format_number, format_time } from "../../lib/format";
import { current_language, t } from "../../lib/i18n";
import { Button, TextButton } from "../../ui/button";
import { Chip } from "../../ui/chip";
import { CoinIcon } from "../../ui/coin";
import { Dialog, DialogActions } from "../../ui/dialog";
import { Checkbox, Input } from "../../ui/input";
import { Amount, Time, TradingNumbers } from "../../ui/number";
import { Panel, PanelHead, PanelTitle } from "../../ui/page";
import { PasswordDialog } from "../../ui/password_dialog";
import { EmptyState } from "../../ui/states";
import { Table, type Column } from "../../ui/table";
import { toast } from "../../ui/toast";
import { useAutoRenew, useRedeem, useStakes, type Stake } from "./offers_api";
import styles from "./offers.module.css";
import { rate_text } from "./product_table";

const rows_on_a_page = 10;
const places = 8;
const tones = { ACTIVE: "accent", MATURED: "up", REDEEMED: "neutral" } as const;

function Renewal({ stake, worded }: { stake: Stake; worded?: boolean }) {
  const renew = useAutoRenew();
  if (stake.duration === 0 || stake.status !== "ACTIVE") return null;
  const turn = (enabled: boolean) =>
    renew.mutate(
      { id: stake.id, enabled },
      {
        onSuccess: () =>
          toast({
            tone: "success",
            title: t("common.success"),
            text: t(enabled ? "earn_offers.renew_on" : "earn_offers.renew_off"),
          }),
        onError: (error) =>
          toast({ tone: "error", title: t("earn_offers.renew_failed"), text: sentence_of(error) }),
      },
    );
  return (
    <Checkbox checked={stake.auto_renew} on_change={turn}>
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
    cell: (row) => <Amount value={trim_zeros(row.balance)} unit={row.name} />,
    align: "right",
  },
  {
    id: "interest",
    header: t("earn_offers.interest"),
    cell: (row) => (
      <Amount value={trim_zeros(row.accrued)} unit={row.name} signed className={styles.gain} />
    ),
    align: "right",
    show: "not-phone",
  },
  {
    id: "apr",
    header: t("earn_offers.est_apr"),
    cell: (row) => rate_text(row.apr),
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
        date: format_time(stake.date_end, "date", current_language()),
        amount: format_number(trim_zeros(stake.base_balance)),
        coin: stake.name,
      })}
    </p>
  );
}

interface RedeemProps {
  stake: Stake;
  on_close: () => void;
}

const redeemed = () =>
  toast({ tone: "success", title: t("common.success"), text: t("earn_offers.redeemed") });

function FlexibleDialog({ stake, on_close }: RedeemProps) {
  const [typed, set_typed] = useState("");
  const [seen, set_seen] = useState(false);
  const key = useRef(new_client_id());
  const redeem = useRedeem();
  const amount = typed_decimal(typed);
  const problem =
    amount === null || is_zero(amount)
      ? t("earn_offers.amount_required")
      : compare(amount, stake.balance) > 0
        ? t("earn_offers.amount_balance")
        : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set_seen(true);
    if (problem || redeem.isPending) return;
    redeem.mutate(
      { id: stake.id, amount: amount ?? "0", client_id: key.current },
      {
        onSuccess: () => {
          redeemed();
          on_close();
        },
        onError: (error) => {
          // The same key for each retry of a request whose fate is unknown.
          if (error instanceof ApiError && error.status > 0 && error.status < 500) {
            key.current = new_client_id();
          }
          toast({ tone: "error", title: t("earn_offers.redeem_failed"), text: sentence_of(error) });
        },
      },
    );
  };
  return (
    <Dialog
      open
      on_close={on_close}
      title={t("earn_offers.redeem_title", { coin: stake.name })}
      keep_on_scrim
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
              on_value={(text) => {
                set_typed(clean_typing(text, places, comma_is_point(current_language())));
                set_seen(true);
              }}
              label_end={
                <span className={styles.quiet}>
                  {t("earn_offers.balance")}{" "}
                  <Amount value={trim_zeros(stake.balance)} unit={stake.name} />
                </span>
              }
              end={
                <TextButton onClick={() => set_typed(trim_zeros(stake.balance))}>
                  {t("earn_offers.max")}
                </TextButton>
              }
            />
          </div>
          <DialogActions>
            <Button look="outline" size="l" onClick={on_close}>
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

/** What the dialog calls a wrong password. */
async function or_wrong_password(answer: Promise<{ message: string }>) {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "wrong_password") throw error;
    return { message: "wrong_transaction_password" };
  }
}

/** Before its end a term loses its interest, which is the owner's to give up. */
function TermDialog({ stake, on_close }: RedeemProps) {
  const redeem = useRedeem();
  return (
    <PasswordDialog
      title={t("earn_offers.redeem_title", { coin: stake.name })}
      confirm={t("earn_offers.redeem")}
      refused={t("earn_offers.redeem_failed")}
      send={(secret) => or_wrong_password(redeem.mutateAsync({ id: stake.id, ...secret }))}
      on_close={on_close}
      on_done={() => {
        redeemed();
        on_close();
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
  const [chosen, set_chosen] = useState<string | null>(null);
  const stake = query.data?.find(({ id }) => id === chosen);
  return (
    <Panel aria-labelledby="own-subscriptions">
      <PanelHead>
        <PanelTitle id="own-subscriptions">{t("earn_offers.own")}</PanelTitle>
      </PanelHead>
      <Table
        label={t("earn_offers.own")}
        columns={columns(({ id }) => set_chosen(id))}
        rows={query.data}
        row_key={(row) => row.id}
        page_size={rows_on_a_page}
        error={query.error}
        on_retry={() => void query.refetch()}
        empty={
          <EmptyState compact title={t("earn_offers.no_own")} text={t("earn_offers.no_own_text")} />
        }
      />
      {stake?.duration === 0 && <FlexibleDialog stake={stake} on_close={() => set_chosen(null)} />}
      {stake && stake.duration > 0 && (
        <TermDialog stake={stake} on_close={() => set_chosen(null)} />
      )}
    </Panel>
  );
}
