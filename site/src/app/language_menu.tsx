import { currentLanguage, languages, offeredLanguages, t, type Language } from "../lib/i18n";
import { chooseLanguage } from "../lib/language";
import { Shape } from "../ui/icons";
import { Menu, MenuButton } from "../ui/menu";
import { toast } from "../ui/toast";
import styles from "./language_menu.module.css";

// Lucide's paths, as in ui/icons: the landing page shows this menu.
const globe =
  "M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20M2 12h20";
const check = "M20 6 9 17l-5-5";

function choose(language: Language): void {
  chooseLanguage(language).catch(() => toast({ tone: "error", title: t("shell.load_failed") }));
}

/** A globe, with the language's name where there is room, and the languages below or above it. */
export default function LanguageMenu(props: { named?: boolean; above?: boolean }) {
  const current = currentLanguage();
  return (
    <Menu
      label={t("shell.language_is", { language: languages[current] })}
      above={props.above}
      buttonClass={styles.button}
      button={
        <>
          <Shape path={globe} size={props.named ? 16 : 18} />
          {props.named && <span lang={current}>{languages[current]}</span>}
        </>
      }
    >
      {(close) =>
        offeredLanguages.map((language) => (
          <MenuButton
            key={language}
            act={() => choose(language)}
            close={close}
            chosen={language === current}
          >
            <span lang={language} className={styles.name}>
              {languages[language]}
            </span>
            {language === current && <Shape path={check} size={16} />}
          </MenuButton>
        ))
      }
    </Menu>
  );
}
