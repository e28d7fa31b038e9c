import { t } from "../lib/i18n";
import { LinkButton } from "../ui/button";
import { EmptyState } from "../ui/states";

export default function NotFound() {
  return (
    <EmptyState
      page
      title={t("shell.not_found_title")}
      text={t("shell.not_found_text")}
      action={<LinkButton to="/">{t("shell.go_home")}</LinkButton>}
    />
  );
}
