// Choices of this browser that are not the account's: theme, colours for up and down, first page.
const key = (name: string): string => `cambio.${name}`;

/** A choice by its name, such as hiding balances; null when none was made. */
export const readChoice = (name: string): string | null => localStorage.getItem(key(name));

export const writeChoice = (name: string, value: string): void =>
  localStorage.setItem(key(name), value);

function oneOf<T extends string>(name: string, choices: readonly [T, ...T[]]): T {
  const kept = readChoice(name);
  return choices.find((choice) => choice === kept) ?? choices[0];
}

/** The first one is shown until another one is chosen. */
export const themes = ["dark", "light", "system"] as const;
export type Theme = (typeof themes)[number];

export const colourPairs = ["green-red", "blue-orange"] as const;
export type Colours = (typeof colourPairs)[number];

/** Pages that may be opened after signing in. */
export const startPages = ["/wallet", "/markets/prices", "/trades/spot/BTC", "/"] as const;
export type StartPage = (typeof startPages)[number];

export const currentTheme = (): Theme => oneOf("theme", themes);
export const currentColours = (): Colours => oneOf("colours", colourPairs);
export const startPage = (): StartPage => oneOf("start_page", startPages);
export const chooseStartPage = (page: StartPage): void => writeChoice("start_page", page);

export const balancesHidden = (): boolean => readChoice("hide_balances") === "yes";
export const hideBalances = (hidden: boolean): void =>
  writeChoice("hide_balances", hidden ? "yes" : "no");

const systemLight =
  typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: light)") : null;
const barColour = { dark: "#0B0B0D", light: "#FFFFFF" };

/** Pages that are light whatever the theme, at the moment. */
let heldLight = 0;

function show(): void {
  const theme = currentTheme();
  const light =
    heldLight > 0 || theme === "light" || (theme === "system" && systemLight?.matches === true);
  const root = document.documentElement;
  root.classList.toggle("light", light);
  root.classList.toggle("cb", currentColours() === "blue-orange");
  document
    .querySelector("meta[name=theme-color]")
    ?.setAttribute("content", barColour[light ? "light" : "dark"]);
}

/** Shows the theme and the colours, and follows the system where that is the choice. */
export function startLook(): void {
  systemLight?.addEventListener("change", show);
  show();
}

export function chooseTheme(theme: Theme): void {
  writeChoice("theme", theme);
  show();
}

export function chooseColours(colours: Colours): void {
  writeChoice("colours", colours);
  show();
}

/** Light whatever the theme, until the returned function is called: sign-in and sign-up. */
export function holdLight(): () => void {
  heldLight += 1;
  show();
  return () => {
    heldLight -= 1;
    show();
  };
}
