import { useState } from "react";
import { current_language, t, text_or } from "../../../lib/i18n";
import { Time } from "../../../ui/number";
import { EmptyState } from "../../../ui/states";
import { Table, type Column } from "../../../ui/table";
import { useActivity, type Activity } from "../api";
import { device_name } from "../device";
import { place_name } from "../rules";
import { Card } from "./card";

const page_size = 10;

const columns = (): readonly Column<Activity>[] => [
  {
    id: "what",
    header: t("account.activity_what"),
    cell: ({ kind }) => text_or(`account.did_${kind}`, t("account.did_other")),
    skeleton: 140,
  },
  {
    id: "device",
    header: t("account.activity_device"),
    cell: ({ device }) => (device ? device_name(device) : "—"),
    show: "wide",
    skeleton: 120,
  },
  {
    id: "place",
    header: t("account.activity_place"),
    cell: ({ place }) => place_name(place, current_language(), t("account.this_network")),
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
  const [page, set_page] = useState(0);
  const query = useActivity(page);
  return (
    <Card title={t("account.activity")}>
      <Table
        label={t("account.activity")}
        density="positions"
        columns={columns()}
        rows={query.data?.activity}
        row_key={({ id }) => id}
        page_size={page_size}
        remote={{ page, total: query.data?.count ?? 0, on_page: set_page }}
        error={query.error}
        on_retry={() => void query.refetch()}
        empty={<EmptyState compact title={t("account.activity_empty")} />}
      />
    </Card>
  );
}
