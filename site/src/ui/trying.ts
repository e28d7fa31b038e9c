// What a press on "Try it now" comes to, loaded with the press.
import { sentenceOf } from "../lib/api";
import { openDemoAccount } from "../lib/demo_account";
import { loadText, t } from "../lib/i18n";
import { toast } from "./toast";

/** Whether an account was opened; if not, the visitor has been told why. */
export async function tryNow(): Promise<boolean> {
  try {
    await openDemoAccount();
    return true;
  } catch (error) {
    await loadText(["errors"]);
    toast({ tone: "error", title: t("common.error"), text: sentenceOf(error) });
    return false;
  }
}
