import { t } from "../../../lib/i18n";
import { EmptyState } from "../../../ui/states";
import { Card, SubPage } from "./card";

export default function Pay() {
  return (
    <SubPage title={t("account.pay_title")}>
      <Card>
        <EmptyState title={t("account.pay_empty")} text={t("account.pay_empty_text")} />
      </Card>
    </SubPage>
  );
}
