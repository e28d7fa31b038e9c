// What is said after a change.
import { ApiError, sentence_of } from "../../lib/api";
import { t } from "../../lib/i18n";
import type { TextKey } from "../../text/catalogue";
import { password_toast_ms, toast } from "../../ui/toast";

export const tell_done = (text: TextKey): void => toast({ tone: "success", title: t(text) });

export const tell_error = (text: TextKey): void =>
  toast({ tone: "error", title: t("common.error"), text: t(text) });

export const tell_failed = (error: unknown): void =>
  toast({ tone: "error", title: t("common.error"), text: sentence_of(error) });

export const tell_password = (tone: "success" | "error", text: TextKey): void =>
  toast({ tone, title: t(text), for_ms: password_toast_ms });

/** The sentence when the refusal is about this field. */
export const about = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError && error.field === field ? error.sentence : undefined;

/** True where the refusal stands beside one of the form's fields. */
export const is_beside_field = (error: unknown, fields: readonly string[]): boolean =>
  error instanceof ApiError && error.field !== undefined && fields.includes(error.field);

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell_done("account.copied");
  } catch {
    toast({ tone: "error", title: t("account.copy_failed") });
  }
}
