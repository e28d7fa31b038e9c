// What a password is worth, as far as the page can tell while it is typed. The server decides.
import type { TextKey } from "../text/catalogue";
import { commonPasswords } from "./common_passwords";

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
const bothWays = rows.flatMap((row) => [row, Array.from(row).reverse().join("")]);
const shortestRow = 4;

/** How many of the characters do more than repeat or continue the ones before them. */
function telling(password: string): number {
  const text = password.toLowerCase();
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const run = text.slice(Math.max(0, at - shortestRow + 1), at + 1);
    const goesOn = run.length === shortestRow && bothWays.some((row) => row.includes(run));
    const again = at > 0 && text[at] === text[at - 1];
    const repeats = at >= 3 && text.slice(0, at - 2).includes(text.slice(at - 2, at + 1));
    if (!goesOn && !again && !repeats) count += 1;
  }
  return count;
}

const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/];

const isAddress = (password: string, email: string): boolean =>
  email !== "" && [email, email.split("@")[0]].includes(password);

export function passwordWorth(password: string, rules: PasswordRules): PasswordWorth {
  const text = password.toLowerCase();
  const refused = (why: TextKey): PasswordWorth => ({ level: 1, why, refused: true });
  if (Array.from(password).length < rules.shortest) return refused("common.password_short");
  if (isAddress(text, (rules.email ?? "").trim().toLowerCase())) {
    return refused("common.password_address");
  }
  if (commonPasswords.has(text)) return refused("common.password_common");
  const worth = telling(password) + kinds.filter((kind) => kind.test(password)).length - 1;
  if (telling(password) < 6) return { level: 1, why: "common.password_rows", refused: false };
  if (worth < 11) return { level: 2, why: "common.password_fair", refused: false };
  if (worth < 14) return { level: 3, why: "common.password_good", refused: false };
  return { level: 4, why: "common.password_strong", refused: false };
}

/** Why the server would refuse it, where the page knows; null when it may be sent. */
export function newPasswordProblem(password: string, rules: PasswordRules): TextKey | null {
  const worth = passwordWorth(password, rules);
  return worth.refused ? worth.why : null;
}
