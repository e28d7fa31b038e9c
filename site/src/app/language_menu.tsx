import { Check, Globe } from "lucide-react";
import { current_language, languages, offered_languages, t, type Language } from "../lib/i18n";
import { choose_language } from "../lib/language";
import { Menu, MenuButton } from "../ui/menu";
import { toast } from "../ui/toast";
import styles from "./language_menu.module.css";

function choose(language: Language): void {
  choose_language(language).catch(() =>
    toast({ tone: "error", title: t("shell.language_failed") }),
  );
}

/** A globe, with the language's name where there is room, and the languages below or above it. */
export default function LanguageMenu(props: { named?: boolean; above?: boolean }) {
  const current = current_language();
  return (
    <Menu
      label={t("shell.language_is", { language: languages[current] })}
      above={props.above}
      button_class={styles.button}
      button={
        <>
          <Globe size={props.named ? 16 : 18} strokeWidth={1.5} aria-hidden="true" />
          {props.named && <span lang={current}>{languages[current]}</span>}
        </>
      }
    >
      {(close) =>
        offered_languages.map((language) => (
          <MenuButton
            key={language}
            act={() => choose(language)}
            close={close}
            chosen={language === current}
          >
            <span lang={language} className={styles.name}>
              {languages[language]}
            </span>
            {language === current && <Check size={16} strokeWidth={1.75} aria-hidden="true" />}
          </MenuButton>
        ))
      }
    </Menu>
  );
}
