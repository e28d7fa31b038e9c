import { Wallet } from "lucide-react";
import { useState } from "react";
import { sentence_of } from "../../../lib/api";
import { t } from "../../../lib/i18n";
import {
  sign_with_wallet,
  WalletMissing,
  WalletRefused,
  type SignedMessage,
} from "../../../lib/wallet";
import { Button } from "../../../ui/button";
import { toast } from "../../../ui/toast";
import { wallet_login } from "../api";
import { enter, type Entry } from "../enter";

const alert_error = (text: string) => toast({ tone: "error", title: t("common.error"), text });

/** Signs in with the browser's wallet. */
export function WalletButton({
  on_entry,
}: {
  on_entry: (entry: Entry) => Promise<unknown> | void;
}) {
  const [busy, set_busy] = useState(false);

  const signed = async (): Promise<SignedMessage | null> => {
    try {
      return await sign_with_wallet("sign_in");
    } catch (error) {
      if (error instanceof WalletMissing) alert_error(t("auth.wallet_missing"));
      else if (error instanceof WalletRefused) alert_error(t("auth.wallet_refused"));
      else alert_error(sentence_of(error));
      return null;
    }
  };
  const go = async () => {
    set_busy(true);
    const message = await signed();
    if (message) await on_entry(await enter(() => wallet_login(message)));
    set_busy(false);
  };

  return (
    <Button look="outline" size="xl" wide busy={busy} onClick={() => void go()}>
      <Wallet size={18} strokeWidth={1.5} aria-hidden="true" />
      {t("auth.wallet_sign_in")}
    </Button>
  );
}
