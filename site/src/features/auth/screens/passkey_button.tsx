import { Fingerprint } from "lucide-react";
import { t } from "../../../lib/i18n";
import { hasPasskeys } from "../../../lib/passkey";
import { Button } from "../../../ui/button";

/** Signs in by a passkey of this site; nothing in a browser that has none. */
export function PasskeyButton(props: { busy: boolean; onClick: () => void }) {
  if (!hasPasskeys()) return null;
  return (
    <Button look="outline" size="xl" wide {...props}>
      <Fingerprint size={18} strokeWidth={1.5} aria-hidden="true" />
      {t("auth.passkey_sign_in")}
    </Button>
  );
}
