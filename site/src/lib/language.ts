// Choosing a language: it is shown here, and the server writes emails in it.
import { changeLanguage, chosenLanguage, type Language } from "./i18n";
import { currentSession } from "./session";

const toldKey = "cambio.language_told";

/**
 * Tells the server the signed-in client's choice, once. What fails is tried again with the next
 * page: nobody waits for it.
 */
export function tellLanguage(): void {
  const [client, language] = [currentSession()?.client.id, chosenLanguage()];
  const news = `${client} ${language}`;
  if (!client || !language || localStorage.getItem(toldKey) === news) return;
  // Guests, who choose a language on the landing page, do without the code of the calls.
  import("./api")
    .then(({ post }) => post("/api/v3/language", { language }))
    .then(
      () => localStorage.setItem(toldKey, news),
      () => undefined,
    );
}

/** Shows the language, keeps it, and tells the server of it. */
export async function chooseLanguage(language: Language): Promise<void> {
  await changeLanguage(language);
  tellLanguage();
}
