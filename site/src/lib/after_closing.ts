// Where its client is once a futures position is asked to be closed: a choice of this browser.
import { readChoice, writeChoice } from "./preferences";

const name = "after_closing";

/** The first one is taken until another one is chosen. */
export const afterClosingChoices = ["home", "stay"] as const;
export type AfterClosing = (typeof afterClosingChoices)[number];

export const afterClosing = (): AfterClosing => (readChoice(name) === "stay" ? "stay" : "home");
export const chooseAfterClosing = (choice: AfterClosing): void => writeChoice(name, choice);
