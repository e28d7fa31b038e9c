// @vitest-environment jsdom
// What a visitor sees when the app's background cannot be fetched, which says what guests may see.
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queries } from "../lib/api";
import { tellGuestsSeeTrading } from "../lib/guests";
import { serve } from "../lib/test_server";
import { App } from "./app";

vi.mock("./background", () => {
  throw new Error("this part's code could not be fetched");
});

beforeEach(() => {
  tellGuestsSeeTrading(undefined);
  serve({});
  window.scrollTo = () => undefined;
  // React says what was caught.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  queries.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function open(address: string): void {
  history.replaceState(null, "", address);
  render(<App />);
}

it("says to a guest of a trading page that it could not be opened", async () => {
  open("/wallet/convert");
  await screen.findByRole("heading", { name: "This page could not be opened" });
  screen.getByRole("button", { name: "Reload" });
  expect(location.pathname).toBe("/wallet/convert");
});

it("leads a guest of a client's page to sign in all the same", async () => {
  open("/wallet");
  await waitFor(() => expect(location.pathname).toBe("/signin"));
  await screen.findByRole("heading", { name: "Welcome back" });
});
