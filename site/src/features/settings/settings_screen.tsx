// Choices that are kept in this browser; each one works at once.
import { Eye, Keyboard, Languages, LogIn, Palette, SunMoon } from "lucide-react";
import { useState } from "react";
import { hotkeys_on, turn_hotkeys } from "../../lib/hotkeys";
import { current_language, languages, offered_languages, t, type Language } from "../../lib/i18n";
import { choose_language } from "../../lib/language";
import {
  balances_hidden,
  choose_colours,
  choose_start_page,
  choose_theme,
  colour_pairs,
  current_colours,
  current_theme,
  hide_balances,
  start_page,
  start_pages,
  themes,
  type StartPage,
} from "../../lib/preferences";
import type { TextKey } from "../../text/catalogue";
import { Select } from "../../ui/input";
import { Segment } from "../../ui/tabs";
import { toast } from "../../ui/toast";
import { Setting } from "./setting";
import styles from "./settings.module.css";
import { TradingSettings } from "./trading_settings";

const page_names: Record<StartPage, TextKey> = {
  "/wallet": "settings.start_wallet",
  "/markets/prices": "settings.start_markets",
  "/trades/spot/BTC": "settings.start_trade",
  "/": "settings.start_home",
};

/** A choice that is kept, and shown as chosen. */
function useChoice<T extends string>(read: () => T, keep: (choice: T) => void) {
  const [value, set] = useState(read);
  const on_value = (next: T) => {
    keep(next);
    set(next);
  };
  return { value, on_value };
}

function LanguageSetting() {
  const choose = (name: string) =>
    void choose_language(name as Language).catch(() =>
      toast({ tone: "error", title: t("common.load_failed") }),
    );
  return (
    <Setting icon={Languages} title={t("settings.language")} text={t("settings.language_text")}>
      <Select
        label={t("settings.language")}
        layout="hidden"
        value={current_language()}
        on_value={choose}
        options={offered_languages.map((value) => ({ value, label: languages[value] }))}
      />
    </Setting>
  );
}

export default function SettingsScreen() {
  const theme = useChoice(current_theme, choose_theme);
  const colours = useChoice(current_colours, choose_colours);
  const first = useChoice(start_page, choose_start_page);
  const balances = useChoice<"shown" | "hidden">(
    () => (balances_hidden() ? "hidden" : "shown"),
    (choice) => hide_balances(choice === "hidden"),
  );
  const hotkeys = useChoice<"on" | "off">(
    () => (hotkeys_on() ? "on" : "off"),
    (choice) => turn_hotkeys(choice === "on"),
  );
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t("settings.title")}</h1>
      <p className={styles.kept}>{t("settings.kept")}</p>
      <ul className={styles.card}>
        <LanguageSetting />
        <Setting icon={SunMoon} title={t("settings.theme")} text={t("settings.theme_text")}>
          <Segment
            label={t("settings.theme")}
            items={themes.map((id) => ({ id, label: t(`settings.theme_${id}`) }))}
            {...theme}
          />
        </Setting>
        <Setting icon={Palette} title={t("settings.colours")} text={t("settings.colours_text")}>
          <Segment
            label={t("settings.colours")}
            items={colour_pairs.map((id) => ({ id, label: t(`settings.colours_${id}`) }))}
            {...colours}
          />
        </Setting>
        <Setting icon={LogIn} title={t("settings.start_page")} text={t("settings.start_page_text")}>
          <Select
            label={t("settings.start_page")}
            layout="hidden"
            value={first.value}
            on_value={(page) => first.on_value(page as StartPage)}
            options={start_pages.map((value) => ({ value, label: t(page_names[value]) }))}
          />
        </Setting>
        <Setting icon={Eye} title={t("settings.balances")} text={t("settings.balances_text")}>
          <Segment
            label={t("settings.balances")}
            items={(["shown", "hidden"] as const).map((id) => ({
              id,
              label: t(`settings.balances_${id}`),
            }))}
            {...balances}
          />
        </Setting>
        <Setting icon={Keyboard} title={t("settings.hotkeys")} text={t("settings.hotkeys_text")}>
          <Segment
            label={t("settings.hotkeys")}
            items={(["on", "off"] as const).map((id) => ({
              id,
              label: t(`settings.hotkeys_${id}`),
            }))}
            {...hotkeys}
          />
        </Setting>
      </ul>
      <TradingSettings />
    </div>
  );
}
