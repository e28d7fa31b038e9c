// Choosing a language: it is shown here, and the server writes emails in it.
import { post } from "./api";
import { change_language, chosen_language, type Language } from "./i18n";
import { current_session } from "./session";

const told_key = "cambio.language_told";

/**
 * Tells the server the signed-in client's choice, once. What fails is tried again with the next
 * page: nobody waits for it.
 */
export function tell_language(): void {
  const [client, language] = [current_session()?.client.id, chosen_language()];
  const news = `${client} ${language}`;
  if (!client || !language || localStorage.getItem(told_key) === news) return;
  post("/api/v3/language", { language }).then(
    () => localStorage.setItem(told_key, news),
    () => undefined,
  );
}

/** Shows the language, keeps it, and tells the server of it. */
export async function choose_language(language: Language): Promise<void> {
  await change_language(language);
  tell_language();
}
