// @vitest-environment jsdom
// Amounts: their thousands stand apart until somebody edits them.
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { cleanTyping } from "../lib/typing";
import { Input } from "./input";

function Amount({ comma = false }: { comma?: boolean }) {
  const [value, set] = useState("10000");
  return (
    <>
      <Input
        label="Amount"
        inputMode="decimal"
        value={value}
        onValue={(text) => set(cleanTyping(text, 8, comma ? "de" : "en"))}
      />
      <output>{value}</output>
    </>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>("Amount");
const holds = () => screen.getByRole("status").textContent;

/** Puts the caret there, or selects so far, and does this. */
async function edit(text: string, from: number, to = from, comma = false) {
  render(<Amount comma={comma} />);
  expect(field().value).toBe("10,000");
  await userEvent.click(field());
  field().setSelectionRange(from, to);
  await userEvent.keyboard(text);
}

it.each([
  ["at its end", ".5", 6, 6, "10000.5"],
  ["in its middle", "7", 1, 1, "170000"],
  ["before a comma", "7", 2, 2, "107000"],
  ["as a whole", "1500", 0, 6, "1500"],
  ["by deleting", "{Backspace}", 6, 6, "1000"],
])("is edited %s", async (_, text, from, to, wanted) => {
  await edit(text, from, to);
  expect(holds()).toBe(wanted);
  expect(field().value).toBe(wanted);
  await userEvent.tab();
  expect(field().value.replace(/,/g, "")).toBe(wanted);
});

it("leaves the caret where the edit was", async () => {
  await edit("7", 1);
  expect(field().selectionStart).toBe(2);
  await userEvent.keyboard("8");
  expect(holds()).toBe("1780000");
});

it("takes a comma that was typed as the point where it is one", async () => {
  await edit(",5", 6, 6, true);
  expect(holds()).toBe("10000.5");
});

it("takes what is pasted over all of it, commas and all", async () => {
  render(<Amount comma />);
  await userEvent.click(field());
  field().select();
  await userEvent.paste("1,5");
  expect(holds()).toBe("1.5");
});
