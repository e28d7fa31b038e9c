// Choices of this browser that are not the account's: the colours for up and down.
const storage_key = "cambio.colours";

export type Colours = "green-red" | "blue-orange";

export const current_colours = (): Colours =>
  localStorage.getItem(storage_key) === "blue-orange" ? "blue-orange" : "green-red";

const show = (colours: Colours): void => {
  document.documentElement.classList.toggle("cb", colours === "blue-orange");
};

export const start_colours = (): void => show(current_colours());

export function choose_colours(colours: Colours): void {
  localStorage.setItem(storage_key, colours);
  show(colours);
}

/** Other choices of this browser, such as hiding balances; null when none was made. */
export const read_choice = (name: string): string | null => localStorage.getItem(`cambio.${name}`);

export const write_choice = (name: string, value: string): void =>
  localStorage.setItem(`cambio.${name}`, value);
