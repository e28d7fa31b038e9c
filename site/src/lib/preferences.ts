// Choices of this browser that are not the account's: theme, colours for up and down, first page.
const key = (name: string): string => `cambio.${name}`;

/** A choice by its name, such as hiding balances; null when none was made. */
export const read_choice = (name: string): string | null => localStorage.getItem(key(name));

export const write_choice = (name: string, value: string): void =>
  localStorage.setItem(key(name), value);

function one_of<T extends string>(name: string, choices: readonly [T, ...T[]]): T {
  const kept = read_choice(name);
  return choices.find((choice) => choice === kept) ?? choices[0];
}

/** The first one is shown until another one is chosen. */
export const themes = ["dark", "light", "system"] as const;
export type Theme = (typeof themes)[number];

export const colour_pairs = ["green-red", "blue-orange"] as const;
export type Colours = (typeof colour_pairs)[number];

/** Pages that may be opened after signing in. */
export const start_pages = ["/wallet", "/markets/prices", "/trades/spot/BTC", "/"] as const;
export type StartPage = (typeof start_pages)[number];

export const current_theme = (): Theme => one_of("theme", themes);
export const current_colours = (): Colours => one_of("colours", colour_pairs);
export const start_page = (): StartPage => one_of("start_page", start_pages);
export const choose_start_page = (page: StartPage): void => write_choice("start_page", page);

export const balances_hidden = (): boolean => read_choice("hide_balances") === "yes";
export const hide_balances = (hidden: boolean): void =>
  write_choice("hide_balances", hidden ? "yes" : "no");

const system_light =
  typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: light)") : null;
const bar_colour = { dark: "#0B0B0D", light: "#FFFFFF" };

/** Pages that are light whatever the theme, at the moment. */
let held_light = 0;

function show(): void {
  const theme = current_theme();
  const light =
    held_light > 0 || theme === "light" || (theme === "system" && system_light?.matches === true);
  const root = document.documentElement;
  root.classList.toggle("light", light);
  root.classList.toggle("cb", current_colours() === "blue-orange");
  document
    .querySelector("meta[name=theme-color]")
    ?.setAttribute("content", bar_colour[light ? "light" : "dark"]);
}

/** Shows the theme and the colours, and follows the system where that is the choice. */
export function start_look(): void {
  system_light?.addEventListener("change", show);
  show();
}

export function choose_theme(theme: Theme): void {
  write_choice("theme", theme);
  show();
}

export function choose_colours(colours: Colours): void {
  write_choice("colours", colours);
  show();
}

/** Light whatever the theme, until the returned function is called: sign-in and sign-up. */
export function hold_light(): () => void {
  held_light += 1;
  show();
  return () => {
    held_light -= 1;
    show();
  };
}
