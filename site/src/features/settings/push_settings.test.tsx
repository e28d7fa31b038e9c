// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Schemas } from "../../lib/calls";
import { publicKey, TestPushes } from "../../lib/test_pushes";
import { serve, type Asked } from "../../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../../ui/test_screen";
import { PushSettings } from "./push_settings";

const path = "/api/v3/notifications/browsers";
type Browsers = Schemas["PushBrowsers"]["browsers"];

const browser = (id: string, current: boolean): Browsers[number] => ({
  id,
  device: current ? "Chrome on Linux" : "Safari on iPhone",
  created_at: "2026-11-21T04:12:08.000Z",
  failed_at: null,
  current,
});

let browsers: Browsers = [];
let refusal: [number, unknown] | null = null;

beforeEach(() => {
  signIn();
  localStorage.removeItem("cambio.push");
  browsers = [];
  refusal = null;
});
afterEach(() => {
  leaveScreen();
  TestPushes.leave();
});

function open(key: string | null = publicKey): Asked[] {
  const asked = serve({
    [path]: () => [200, { public_key: key, browsers, most: 10 }],
    [`${path}/add`]: () => {
      if (refusal) return refusal;
      browsers = [browser("1", true), ...browsers];
      return [200, { message: "success" }];
    },
    [`${path}/remove`]: ({ body }) => {
      browsers = browsers.filter(({ id }) => id !== body["id"]);
      return [200, { message: "success" }];
    },
  });
  openScreen(<PushSettings />);
  return asked;
}
const choose = async (name: string) => userEvent.click(await screen.findByRole("radio", { name }));
const chosen = (name: string) =>
  waitFor(() => expect(screen.getByRole("radio", { name, checked: true })).toBeTruthy());
const sentTo = (asked: Asked[], call: string) =>
  asked.filter((one) => one.path === `${path}/${call}`).map(({ body }) => body);

it("subscribes this browser once its owner allows it, and ends that", async () => {
  const pushes = new TestPushes();
  const asked = open();
  await choose("On");
  await chosen("On");
  expect(sentTo(asked, "add")).toMatchObject([
    { endpoint: "https://push.example.com/1", p256dh: "P", auth: "A" },
  ]);
  expect([...(pushes.made?.key ?? [])]).toEqual([4, 1, 2]);
  await choose("Off");
  await chosen("Off");
  expect(sentTo(asked, "remove")).toMatchObject([{ id: "1" }]);
  expect(pushes.made).toBeNull();
});

it("says what to do where its owner does not allow it", async () => {
  const pushes = new TestPushes();
  pushes.answer = "denied";
  const asked = open();
  await choose("On");
  expect((await screen.findByRole("status")).textContent).toMatch(/are blocked/);
  expect(sentTo(asked, "add")).toEqual([]);
  expect(screen.queryByRole("radio")).toBeNull();
});

it("says where a browser cannot show any", async () => {
  open();
  expect((await screen.findByRole("status")).textContent).toMatch(/cannot show notifications/);
});

it("leaves nothing behind in the browser where the server refuses it", async () => {
  const pushes = new TestPushes();
  refusal = [409, { message: "too_many_push_browsers", error: "There are 10 browsers." }];
  open();
  await choose("On");
  expect(await screen.findByText("The setting was not saved")).toBeTruthy();
  await waitFor(() => expect(pushes.made).toBeNull());
  await chosen("Off");
});

it("ends those of other devices", async () => {
  new TestPushes();
  browsers = [browser("7", false)];
  const asked = open();
  await userEvent.click(await screen.findByRole("button", { name: "Turn off: Safari on iPhone" }));
  await waitFor(() => expect(screen.queryByText("On other devices")).toBeNull());
  expect(sentTo(asked, "remove")).toMatchObject([{ id: "7" }]);
});

it("shows nothing where the server sends none", async () => {
  new TestPushes();
  const asked = open(null);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByRole("heading")).toBeNull();
});
