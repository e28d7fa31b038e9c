// What is said after a change.
import { ApiError, sentenceOf } from "../../lib/api";
import { t } from "../../lib/i18n";
import type { TextKey } from "../../text/catalogue";
import { passwordToastMs, toast } from "../../ui/toast";

export const tellDone = (text: TextKey): void => toast({ tone: "success", title: t(text) });

export const tellError = (text: TextKey): void =>
  toast({ tone: "error", title: t("common.error"), text: t(text) });

export const tellFailed = (error: unknown): void =>
  toast({ tone: "error", title: t("common.error"), text: sentenceOf(error) });

export const tellPassword = (tone: "success" | "error", text: TextKey): void =>
  toast({ tone, title: t(text), forMs: passwordToastMs });

/** The sentence when the refusal is about this field. */
export const about = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError && error.field === field ? error.sentence : undefined;

/** True where the refusal stands beside one of the form's fields. */
export const isBesideField = (error: unknown, fields: readonly string[]): boolean =>
  error instanceof ApiError && error.field !== undefined && fields.includes(error.field);

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tellDone("account.copied");
  } catch {
    toast({ tone: "error", title: t("account.copy_failed") });
  }
}
