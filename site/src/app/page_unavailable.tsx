import { t } from "../lib/i18n";
import { LinkButton } from "../ui/button";
import { EmptyState } from "../ui/states";

/** Where the services lead that are announced but not there yet. */
export default function PageUnavailable() {
  return (
    <EmptyState
      page
      title={t("unavailable.title")}
      text={t("unavailable.text")}
      action={
        <LinkButton to="/wallet" look="primary">
          {t("unavailable.back")}
        </LinkButton>
      }
    />
  );
}
