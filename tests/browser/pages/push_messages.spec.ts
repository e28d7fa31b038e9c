// Push messages: turning them on for this browser, what its worker shows, and where that leads. No
// push service is to be had here: what one would do, the test does.
import {
  expect,
  type BrowserContext,
  type Page,
  type Worker,
} from "@playwright/test";
import { newPerson, signInAs } from "../support/people";
import { test } from "../support/test";

// The small Chromium of the other tests shows no notifications.
test.use({
  serviceWorkers: "allow",
  permissions: ["notifications"],
  launchOptions: {
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  },
});

interface Shown {
  title: string;
  body: string;
  tag: string;
}

/** Of what a service worker has, as far as the test needs it. */
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  clients: { openWindow: (address: string) => Promise<null> };
  NotificationEvent: new (
    type: string,
    init: { notification: Notification },
  ) => Event;
  /** Ours: when the next message is shown. */
  shown: Promise<void>;
}

const shownBy = (page: Page) =>
  page.evaluate(async (): Promise<Shown[]> => {
    const registration = await navigator.serviceWorker.ready;
    const all = await registration.getNotifications();
    return all.map(({ title, body, tag }) => ({ title, body, tag }));
  });

function workerOf(context: BrowserContext): Worker {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("there is no worker");
  return worker;
}

/**
 * As the browser's push service does it, once the message is decrypted; until the worker has shown
 * something. Whoever asks Chromium for its notifications while one is on its way to the screen takes
 * that one for closed, and it never comes.
 */
async function deliver(
  page: Page,
  message: Record<string, string>,
): Promise<void> {
  const worker = workerOf(page.context());
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope;
    scope.shown = new Promise((resolve) => {
      scope.registration.showNotification = async (...given) => {
        await ServiceWorkerRegistration.prototype.showNotification.apply(
          scope.registration,
          given,
        );
        resolve();
      };
    });
  });
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    devtools.on(
      "ServiceWorker.workerRegistrationUpdated",
      ({ registrations }) => {
        const [known] = registrations;
        if (known) resolve(known.registrationId);
      },
    ),
  );
  await devtools.send("ServiceWorker.enable");
  await devtools.send("ServiceWorker.deliverPushMessage", {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  });
  await worker.evaluate(() => (globalThis as unknown as WorkerScope).shown);
}

/** The pages that a click on the notification with that tag opens. */
async function openedBy(
  context: BrowserContext,
  tag: string,
): Promise<string[]> {
  return workerOf(context).evaluate(async (wanted) => {
    const scope = globalThis as unknown as WorkerScope;
    const [notification] = await scope.registration.getNotifications({
      tag: wanted,
    });
    if (!notification) return [];
    const opened = new Promise<string>((resolve) => {
      // Only a press lets a worker open a page.
      scope.clients.openWindow = (address) => {
        resolve(address);
        return Promise.resolve(null);
      };
    });
    globalThis.dispatchEvent(
      new scope.NotificationEvent("notificationclick", { notification }),
    );
    const address = await opened;
    const left = await scope.registration.getNotifications({ tag: wanted });
    return [address, ...left.map(({ tag: its }) => its)];
  }, tag);
}

test("a message is shown once, and leads to what it is about", async ({
  page,
  context,
}) => {
  await page.goto("/install");
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    await new Promise<void>((resolve) => {
      const look = () => active?.state === "activated" && resolve();
      active?.addEventListener("statechange", look);
      look();
    });
  });
  const message = {
    title: "BTCUSDT rose to 65000",
    body: "Last price: 65001 USDT.",
    path: "/trades/spot/BTC",
    tag: "n1",
  };
  for (let again = 0; again < 2; again += 1) {
    await deliver(page, message);
    expect(await shownBy(page)).toEqual([
      { title: message.title, body: message.body, tag: "n1" },
    ]);
  }
  const { origin } = new URL(page.url());
  expect(await openedBy(context, "n1")).toEqual([`${origin}/trades/spot/BTC`]);
});

/** A browser whose push service has an address for it. */
const subscribes = () => {
  let made: PushSubscription | null = null;
  PushManager.prototype.getSubscription = () => Promise.resolve(made);
  PushManager.prototype.subscribe = async (options) => {
    const pair = await crypto.subtle.generateKey(
      { name: "ECDH", namedCurve: "P-256" },
      true,
      ["deriveBits"],
    );
    const base64url = (bytes: ArrayBuffer | Uint8Array) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", "");
    const keys = {
      p256dh: base64url(await crypto.subtle.exportKey("raw", pair.publicKey)),
      auth: base64url(crypto.getRandomValues(new Uint8Array(16))),
    };
    const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`;
    made = {
      endpoint,
      options: options ?? {},
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: () => {
        made = null;
        return Promise.resolve(true);
      },
    } as unknown as PushSubscription;
    return made;
  };
};

test("a client turns notifications of this device on and off", async ({
  page,
  request,
}) => {
  await signInAs(page, await newPerson(request, "push"));
  await page.addInitScript(subscribes);
  await page.goto("/settings");
  const choice = page.getByRole("radiogroup", { name: "On this device" });
  await expect(choice.getByRole("radio", { name: "Off" })).toBeChecked();
  await choice.getByText("On", { exact: true }).click();
  await expect(choice.getByRole("radio", { name: "On" })).toBeChecked();
  await page.reload();
  await expect(choice.getByRole("radio", { name: "On" })).toBeChecked();
  await choice.getByText("Off", { exact: true }).click();
  await expect(choice.getByRole("radio", { name: "Off" })).toBeChecked();
});
