import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { t } from "../../../lib/i18n";
import { has_passkeys } from "../../../lib/passkey";
import { Button } from "../../../ui/button";
import { passkey_login } from "../api";
import { enter, type Entry } from "../enter";

/** Signs in by a passkey of this site; nothing in a browser that has none. */
export function PasskeyButton({
  on_entry,
}: {
  on_entry: (entry: Entry) => Promise<unknown> | void;
}) {
  const [busy, set_busy] = useState(false);
  if (!has_passkeys()) return null;
  const go = async () => {
    set_busy(true);
    await on_entry(await enter(passkey_login));
    set_busy(false);
  };
  return (
    <Button look="outline" size="xl" wide busy={busy} onClick={() => void go()}>
      <Fingerprint size={18} strokeWidth={1.5} aria-hidden="true" />
      {t("auth.passkey_sign_in")}
    </Button>
  );
}
