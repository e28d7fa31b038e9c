import { t } from "../../../lib/i18n";
import { EmptyState } from "../../../ui/states";
import { Card, SubPage } from "./card";

export default function AppAuthorization() {
  return (
    <SubPage title={t("account.apps_title")}>
      <Card>
        <EmptyState title={t("account.apps_empty")} text={t("account.apps_not_offered")} />
      </Card>
    </SubPage>
  );
}
