// @vitest-environment jsdom
// A part of the page whose code cannot be fetched, and how it comes all the same.
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { t } from "../lib/i18n";
import { lazyCode, lazyPart } from "../lib/lazy_part";
import { serve } from "../lib/test_server";
import type { Area, TextKey } from "../text/catalogue";
import { IconFailed } from "./failure";
import { Later } from "./later";
import { LazyBoundary, LazyDialog } from "./lazy_boundary";
import { leaveScreen, openScreen } from "./test_screen";

let network = false;

function partOf(text: string) {
  const load = vi.fn(() =>
    network
      ? Promise.resolve({ default: () => <p>{text}</p> })
      : Promise.reject(new Error("this part's code could not be fetched")),
  );
  return { load, Part: lazyCode(load) };
}

beforeEach(() => {
  network = false;
  serve({});
  // React says what was caught.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  leaveScreen();
  vi.restoreAllMocks();
});

const failed = "This could not be loaded";
const tryAgain = () => userEvent.click(screen.getByText("Try again"));

it("says so in the part's own place, where it is fetched anew; everything else goes on", async () => {
  const { load, Part } = partOf("prices");
  openScreen(
    <>
      <input aria-label="Amount" />
      <LazyBoundary fallback={null}>
        <Part />
      </LazyBoundary>
    </>,
  );
  await screen.findByText(failed);
  expect(load).toHaveBeenCalledOnce();
  await userEvent.type(screen.getByLabelText("Amount"), "12");
  await tryAgain();
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  await screen.findByText(failed);
  network = true;
  await tryAgain();
  await screen.findByText("prices");
  expect(load).toHaveBeenCalledTimes(3);
  expect(screen.queryByText(failed)).toBeNull();
  expect(screen.getByLabelText("Amount")).toHaveProperty("value", "12");
});

it("tries again whatever has failed, also what is no larger than an icon", async () => {
  const bell = partOf("bell");
  const footer = partOf("footer");
  openScreen(
    <>
      <LazyBoundary fallback={null} instead={<IconFailed />}>
        <bell.Part />
      </LazyBoundary>
      <LazyBoundary fallback={null}>
        <footer.Part />
      </LazyBoundary>
    </>,
  );
  await screen.findByText(failed);
  network = true;
  await userEvent.click(
    await screen.findByRole("button", { name: "This could not be loaded: Try again" }),
  );
  await screen.findByText("bell");
  await screen.findByText("footer");
});

it("says it once, by a notice, of all that have no place of their own", async () => {
  const events = partOf("events");
  const chat = partOf("chat");
  openScreen(
    <>
      <Later>
        <events.Part />
      </Later>
      <Later>
        <chat.Part />
      </Later>
    </>,
  );
  await screen.findByText(failed);
  network = true;
  await tryAgain();
  await screen.findByText("events");
  await screen.findByText("chat");
  expect(screen.queryByText(failed)).toBeNull();
});

it.each(["by Try again", "by opening it again"])("opens a dialog %s", async (way) => {
  const { Part } = partOf("dialog");
  function Opener() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {open && (
          <LazyDialog close={() => setOpen(false)} open={() => setOpen(true)}>
            <Part />
          </LazyDialog>
        )}
      </>
    );
  }
  openScreen(<Opener />);
  const press = () => userEvent.click(screen.getByRole("button", { name: "Open" }));
  await press();
  await screen.findByText(failed);
  await press();
  await screen.findByText(failed);
  network = true;
  await (way === "by Try again" ? tryAgain() : press());
  await screen.findByText("dialog");
  expect(screen.queryByText(failed)).toBeNull();
});

it("fetches the text of a part anew, too", async () => {
  const area = "a_new_one" as Area;
  vi.stubGlobal("fetch", () =>
    network
      ? Promise.resolve(new Response(JSON.stringify({ words: "words" })))
      : Promise.reject(new TypeError("Failed to fetch")),
  );
  const load = () => Promise.resolve({ default: () => <p>{t(`${area}.words` as TextKey)}</p> });
  const Part = lazyPart(load, [area]);
  openScreen(
    <LazyBoundary fallback={null}>
      <Part />
    </LazyBoundary>,
  );
  await screen.findByText(failed);
  network = true;
  await tryAgain();
  await screen.findByText("words");
});
