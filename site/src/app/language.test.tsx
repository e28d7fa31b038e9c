// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { queries } from "../lib/api";
import { changeLanguage } from "../lib/i18n";
import { App } from "./app";
// Fetched before the test begins, whose patience is for drawing.
import "../features/auth/screens/signin";

const german: Readonly<Record<string, object>> = {
  auth: { email: "E-Mail-Adresse", welcome: "Willkommen" },
  shell: { create_account: "Konto anlegen" },
};

// What Layout asks of the window, which jsdom does not have.
beforeAll(() => {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), { matches: false, media }) as unknown as MediaQueryList;
  window.scrollTo = () => undefined;
});

beforeEach(() => {
  vi.stubGlobal("fetch", (path: string) => {
    const area = /^\/text\/\w+\/(\w+)\./.exec(path)?.[1];
    if (area === undefined) return Promise.resolve(new Response("{}", { status: 404 }));
    return Promise.resolve(new Response(JSON.stringify(german[area] ?? {})));
  });
});

afterEach(async () => {
  await act(() => changeLanguage("en"));
  vi.unstubAllGlobals();
  queries.clear();
});

it("leaves what was typed where it is when the language changes", async () => {
  history.replaceState(null, "", "/signin");
  render(<App />);
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Email" });
  fireEvent.change(field, { target: { value: "ann@example.com" } });
  field.focus();
  await act(() => changeLanguage("de"));
  await screen.findByRole("heading", { name: "Willkommen" });
  screen.getByText("Konto anlegen");
  const same = screen.getByRole<HTMLInputElement>("textbox", { name: "E-Mail-Adresse" });
  expect(same).toBe(field);
  expect(same.value).toBe("ann@example.com");
  expect(document.activeElement).toBe(field);
});
