// What a password is worth, as far as the page can tell while it is typed. The server decides.
import type { TextKey } from "../text/catalogue";
import { common_passwords } from "./common_passwords";

export interface PasswordRules {
  shortest: number;
  /** The client's address, where the page knows it. */
  email?: string | undefined;
}

/** From 1, refused or nearly, to 4. */
export interface PasswordWorth {
  level: 1 | 2 | 3 | 4;
  why: TextKey;
  /** Whether the server would refuse it. */
  refused: boolean;
}

/** Rows of keys and of the alphabet, which are tried before anything else. */
const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwertzuiop",
  "azertyuiop",
];
const both_ways = rows.flatMap((row) => [row, Array.from(row).reverse().join("")]);
const shortest_row = 4;

/** How many of the characters do more than repeat or continue the ones before them. */
function telling(password: string): number {
  const text = password.toLowerCase();
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const run = text.slice(Math.max(0, at - shortest_row + 1), at + 1);
    const goes_on = run.length === shortest_row && both_ways.some((row) => row.includes(run));
    const again = at > 0 && text[at] === text[at - 1];
    const repeats = at >= 3 && text.slice(0, at - 2).includes(text.slice(at - 2, at + 1));
    if (!goes_on && !again && !repeats) count += 1;
  }
  return count;
}

const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/];

const is_address = (password: string, email: string): boolean =>
  email !== "" && [email, email.split("@")[0]].includes(password);

export function password_worth(password: string, rules: PasswordRules): PasswordWorth {
  const text = password.toLowerCase();
  const refused = (why: TextKey): PasswordWorth => ({ level: 1, why, refused: true });
  if (Array.from(password).length < rules.shortest) return refused("common.password_short");
  if (is_address(text, (rules.email ?? "").trim().toLowerCase())) {
    return refused("common.password_address");
  }
  if (common_passwords.has(text)) return refused("common.password_common");
  const worth = telling(password) + kinds.filter((kind) => kind.test(password)).length - 1;
  if (telling(password) < 6) return { level: 1, why: "common.password_rows", refused: false };
  if (worth < 11) return { level: 2, why: "common.password_fair", refused: false };
  if (worth < 14) return { level: 3, why: "common.password_good", refused: false };
  return { level: 4, why: "common.password_strong", refused: false };
}

/** Why the server would refuse it, where the page knows; null when it may be sent. */
export function new_password_problem(password: string, rules: PasswordRules): TextKey | null {
  const worth = password_worth(password, rules);
  return worth.refused ? worth.why : null;
}
