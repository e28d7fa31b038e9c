// What was withdrawn, and how far it has come.
import { useState } from "react";
import { multiply, trimZeros } from "../../lib/decimal";
import type { Withdrawal } from "../../lib/funds";
import { t } from "../../lib/i18n";
import { Chip } from "../../ui/chip";
import { coinOf, named, stageText, withdrawalState, withdrawalTone } from "../../ui/fund_lists";
import { RecentFund, RecentFunds } from "../../ui/recent_funds";
import { WithdrawalDialog } from "../../ui/withdrawal_dialog";
import { rowsOnAPage, useWithdrawals } from "./api";

function Row({ withdrawal: one, onOpen }: { withdrawal: Withdrawal; onOpen: () => void }) {
  return (
    <RecentFund
      coin={coinOf(one)}
      image={one.client_wallet.coin.image}
      amount={multiply(trimZeros(one.withdraw_amount), "-1")}
      at={one.application_time}
      label={t("withdraw.show_details", named(one))}
      state={<Chip tone={withdrawalTone(one.state)}>{withdrawalState(one.state)}</Chip>}
      stage={stageText(one)}
      onOpen={onOpen}
    />
  );
}

export function Withdrawals() {
  const [page, setPage] = useState(0);
  const [opened, setOpened] = useState<string | null>(null);
  const query = useWithdrawals(page);
  const rows = query.data?.withdraw;
  const total = query.data?.total ?? 0;
  const shown = rows?.find(({ id }) => id === opened);
  return (
    <>
      <RecentFunds
        title={t("withdraw.recent")}
        query={query}
        funds={rows}
        row={(one) => <Row key={one.id} withdrawal={one} onOpen={() => setOpened(one.id)} />}
        none={{ title: t("withdraw.none"), text: t("withdraw.none_text") }}
        pageSize={rowsOnAPage}
        onPage={setPage}
        {...{ page, total }}
      />
      {shown && <WithdrawalDialog withdrawal={shown} onClose={() => setOpened(null)} />}
    </>
  );
}
