// Choices that are kept in this browser; each one works at once.
import {
  Eye,
  House,
  Keyboard,
  Languages,
  LogIn,
  Palette,
  SunMoon,
  Volume2,
  type LucideIcon,
} from "lucide-react";
import { useState } from "react";
import {
  afterClosing,
  afterClosingChoices,
  chooseAfterClosing,
  type AfterClosing,
} from "../../lib/after_closing";
import { hotkeysOn, turnHotkeys } from "../../lib/hotkeys";
import { currentLanguage, languages, offeredLanguages, t, type Language } from "../../lib/i18n";
import { chooseLanguage } from "../../lib/language";
import {
  balancesHidden,
  chooseColours,
  chooseStartPage,
  chooseTheme,
  colourPairs,
  currentColours,
  currentTheme,
  hideBalances,
  startPage,
  startPages,
  themes,
  type StartPage,
} from "../../lib/preferences";
import { soundsOn, turnSounds } from "../../lib/sounds";
import type { TextKey } from "../../text/catalogue";
import { Select } from "../../ui/input";
import { Segment } from "../../ui/tabs";
import { toast } from "../../ui/toast";
import { PushSettings } from "./push_settings";
import { Setting } from "./setting";
import styles from "./settings.module.css";
import { TradingSettings } from "./trading_settings";

const pageNames: Record<StartPage, TextKey> = {
  "/wallet": "settings.start_wallet",
  "/markets/prices": "settings.start_markets",
  "/trades/spot/BTC": "settings.start_trade",
  "/": "settings.start_home",
};

/** A choice that is kept, and shown as chosen. */
function useChoice<T extends string>(read: () => T, keep: (choice: T) => void) {
  const [value, set] = useState(read);
  const onValue = (next: T) => {
    keep(next);
    set(next);
  };
  return { value, onValue };
}

function LanguageSetting() {
  const choose = (name: string) =>
    void chooseLanguage(name as Language).catch(() =>
      toast({ tone: "error", title: t("shell.load_failed") }),
    );
  return (
    <Setting icon={Languages} title={t("settings.language")} text={t("settings.language_text")}>
      <Select
        label={t("settings.language")}
        layout="hidden"
        value={currentLanguage()}
        onValue={choose}
        options={offeredLanguages.map((value) => ({ value, label: languages[value] }))}
      />
    </Setting>
  );
}

function AfterClosingSetting() {
  const { value, onValue } = useChoice(afterClosing, chooseAfterClosing);
  const name = t("settings.after_closing");
  return (
    <Setting icon={House} title={name} text={t("settings.after_closing_text")}>
      <Select
        label={name}
        layout="hidden"
        value={value}
        onValue={(choice) => onValue(choice as AfterClosing)}
        options={afterClosingChoices.map((id) => ({
          value: id,
          label: t(`settings.after_closing_${id}`),
        }))}
      />
    </Setting>
  );
}

interface OnOffProps {
  icon: LucideIcon;
  name: "hotkeys" | "sounds";
  isOn: () => boolean;
  turn: (on: boolean) => void;
}

function OnOffSetting({ icon, name, isOn, turn }: OnOffProps) {
  const choice = useChoice<"on" | "off">(
    () => (isOn() ? "on" : "off"),
    (next) => turn(next === "on"),
  );
  return (
    <Setting icon={icon} title={t(`settings.${name}`)} text={t(`settings.${name}_text`)}>
      <Segment
        label={t(`settings.${name}`)}
        items={(["on", "off"] as const).map((id) => ({ id, label: t(`settings.${name}_${id}`) }))}
        {...choice}
      />
    </Setting>
  );
}

export default function SettingsScreen() {
  const theme = useChoice(currentTheme, chooseTheme);
  const colours = useChoice(currentColours, chooseColours);
  const first = useChoice(startPage, chooseStartPage);
  const balances = useChoice<"shown" | "hidden">(
    () => (balancesHidden() ? "hidden" : "shown"),
    (choice) => hideBalances(choice === "hidden"),
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
            items={colourPairs.map((id) => ({ id, label: t(`settings.colours_${id}`) }))}
            {...colours}
          />
        </Setting>
        <Setting icon={LogIn} title={t("settings.start_page")} text={t("settings.start_page_text")}>
          <Select
            label={t("settings.start_page")}
            layout="hidden"
            value={first.value}
            onValue={(page) => first.onValue(page as StartPage)}
            options={startPages.map((value) => ({ value, label: t(pageNames[value]) }))}
          />
        </Setting>
        <AfterClosingSetting />
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
        <OnOffSetting icon={Keyboard} name="hotkeys" isOn={hotkeysOn} turn={turnHotkeys} />
        <OnOffSetting icon={Volume2} name="sounds" isOn={soundsOn} turn={turnSounds} />
      </ul>
      <PushSettings />
      <TradingSettings />
    </div>
  );
}
