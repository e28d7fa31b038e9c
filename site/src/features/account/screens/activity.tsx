import { useState } from "react";
import { currentLanguage, t, textOr } from "../../../lib/i18n";
import { Time } from "../../../ui/number";
import { EmptyState } from "../../../ui/states";
import { Table, type Column } from "../../../ui/table";
import { useActivity, type Activity } from "../api";
import { deviceName } from "../device";
import { placeName } from "../rules";
import { Card } from "./card";

const pageSize = 10;

const columns = (): readonly Column<Activity>[] => [
  {
    id: "what",
    header: t("account.activity_what"),
    cell: ({ kind }) => textOr(`account.did_${kind}`, t("account.did_other")),
    skeleton: 140,
  },
  {
    id: "device",
    header: t("account.activity_device"),
    cell: ({ device }) => (device ? deviceName(device) : "—"),
    show: "wide",
    skeleton: 120,
  },
  {
    id: "place",
    header: t("account.activity_place"),
    cell: ({ place }) => placeName(place, currentLanguage(), t("account.this_network")),
    show: "not-phone",
  },
  {
    id: "address",
    header: t("account.activity_address"),
    cell: ({ ip }) => ip || "—",
    show: "wide",
  },
  {
    id: "when",
    header: t("account.activity_when"),
    cell: ({ at }) => <Time at={at} style="table" />,
    align: "right",
  },
];

export function ActivityCard() {
  const [page, setPage] = useState(0);
  const query = useActivity(page);
  return (
    <Card title={t("account.activity")}>
      <Table
        label={t("account.activity")}
        density="positions"
        columns={columns()}
        rows={query.data?.activity}
        rowKey={({ id }) => id}
        pageSize={pageSize}
        remote={{ page, total: query.data?.count ?? 0, onPage: setPage }}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={<EmptyState compact title={t("account.activity_empty")} />}
      />
    </Card>
  );
}
