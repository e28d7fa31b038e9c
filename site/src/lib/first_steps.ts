// Whether the wallet meets a client with the first steps: in the browser that made the account, until
// they are taken or closed.
import { readChoice, writeChoice } from "./preferences";

const choice = (client: string): string => `first_steps.${client}`;

export const firstStepsOpen = (client: string): boolean => readChoice(choice(client)) === "open";

export const openFirstSteps = (client: string): void => writeChoice(choice(client), "open");

export const closeFirstSteps = (client: string): void => writeChoice(choice(client), "closed");
