import { expect, it } from "vitest";
import { newPasswordProblem, passwordWorth } from "./password";

const rules = { shortest: 9, email: "Mira.Stone@mail.com" };

it.each([
  ["", 1, "common.password_short"],
  ["12345678", 1, "common.password_short"],
  ["ÄÖÜäöüÄÖ", 1, "common.password_short"],
  ["mira.stone", 1, "common.password_address"],
  ["Mira.Stone@mail.com", 1, "common.password_address"],
  ["123456789", 1, "common.password_common"],
  ["QWERTYUIOP", 1, "common.password_common"],
  ["abcdefghijklm", 1, "common.password_rows"],
  ["zzzzzzzzzzzz", 1, "common.password_rows"],
  ["abcabcabcabcabc", 1, "common.password_rows"],
  ["blueheron", 2, "common.password_fair"],
  ["blue-heron", 3, "common.password_good"],
  ["Blue-heron-7", 4, "common.password_strong"],
])("%j is worth %i: %s", (password, level, why) => {
  expect(passwordWorth(password, rules)).toMatchObject({ level, why });
});

it("keeps back only what the server refuses", () => {
  expect(newPasswordProblem("123456789", rules)).toBe("common.password_common");
  expect(newPasswordProblem("zzzzzzzzzzzz", rules)).toBeNull();
  expect(newPasswordProblem("123456", { shortest: 6 })).toBe("common.password_common");
});
