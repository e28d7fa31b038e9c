import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { t } from "../../../lib/i18n";
import { hasPasskeys } from "../../../lib/passkey";
import { Button } from "../../../ui/button";
import { passkeyLogin } from "../api";
import { enter, type Entry } from "../enter";

/** Signs in by a passkey of this site; nothing in a browser that has none. */
export function PasskeyButton({ onEntry }: { onEntry: (entry: Entry) => Promise<unknown> | void }) {
  const [busy, setBusy] = useState(false);
  if (!hasPasskeys()) return null;
  const go = async () => {
    setBusy(true);
    await onEntry(await enter(passkeyLogin));
    setBusy(false);
  };
  return (
    <Button look="outline" size="xl" wide busy={busy} onClick={() => void go()}>
      <Fingerprint size={18} strokeWidth={1.5} aria-hidden="true" />
      {t("auth.passkey_sign_in")}
    </Button>
  );
}
