import { Wallet } from "lucide-react";
import { useState } from "react";
import { sentenceOf } from "../../../lib/api";
import { t } from "../../../lib/i18n";
import {
  signWithWallet,
  WalletMissing,
  WalletRefused,
  type SignedMessage,
} from "../../../lib/wallet";
import { Button } from "../../../ui/button";
import { toast } from "../../../ui/toast";
import { walletLogin } from "../api";
import { enter, type Entry } from "../enter";

const alertError = (text: string) => toast({ tone: "error", title: t("common.error"), text });

/** Signs in with the browser's wallet. */
export function WalletButton({ onEntry }: { onEntry: (entry: Entry) => Promise<unknown> | void }) {
  const [busy, setBusy] = useState(false);

  const signed = async (): Promise<SignedMessage | null> => {
    try {
      return await signWithWallet("sign_in");
    } catch (error) {
      if (error instanceof WalletMissing) alertError(t("auth.wallet_missing"));
      else if (error instanceof WalletRefused) alertError(t("auth.wallet_refused"));
      else alertError(sentenceOf(error));
      return null;
    }
  };
  const go = async () => {
    setBusy(true);
    const message = await signed();
    if (message) await onEntry(await enter(() => walletLogin(message)));
    setBusy(false);
  };

  return (
    <Button look="outline" size="xl" wide busy={busy} onClick={() => void go()}>
      <Wallet size={18} strokeWidth={1.5} aria-hidden="true" />
      {t("auth.wallet_sign_in")}
    </Button>
  );
}
