// What a press on "Try it now" comes to, loaded with the press.
import { sentence_of } from "../lib/api";
import { open_demo_account } from "../lib/demo_account";
import { load_text, t } from "../lib/i18n";
import { toast } from "./toast";

/** Whether an account was opened; if not, the visitor has been told why. */
export async function try_now(): Promise<boolean> {
  try {
    await open_demo_account();
    return true;
  } catch (error) {
    await load_text(["errors"]);
    toast({ tone: "error", title: t("common.error"), text: sentence_of(error) });
    return false;
  }
}
