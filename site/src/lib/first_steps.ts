// Whether the wallet meets a client with the first steps: in the browser that made the account, until
// they are taken or closed.
import { read_choice, write_choice } from "./preferences";

const choice = (client: string): string => `first_steps.${client}`;

export const first_steps_open = (client: string): boolean => read_choice(choice(client)) === "open";

export const open_first_steps = (client: string): void => write_choice(choice(client), "open");

export const close_first_steps = (client: string): void => write_choice(choice(client), "closed");
