// Stands in for a browser that can show push messages.
import { vi } from "vitest";

export const publicKey = "BAEC";

interface Made {
  endpoint: string;
  key: Uint8Array;
}

/** What the browser has subscribed, and what its owner says when it is asked. */
export class TestPushes {
  made: Made | null = null;
  ended = 0;
  permission: NotificationPermission = "default";
  answer: NotificationPermission = "granted";

  constructor() {
    const permission = () => this.permission;
    const registration = {
      pushManager: {
        getSubscription: () => Promise.resolve(this.subscription()),
        subscribe: ({ applicationServerKey: key }: { applicationServerKey: Uint8Array }) => {
          this.made = { endpoint: "https://push.example.com/1", key };
          return Promise.resolve(this.subscription());
        },
      },
    };
    vi.stubGlobal("PushManager", class {});
    vi.stubGlobal("Notification", {
      get permission() {
        return permission();
      },
      requestPermission: () => Promise.resolve((this.permission = this.answer)),
    });
    Object.defineProperty(navigator, "serviceWorker", {
      configurable: true,
      value: {
        getRegistration: () => Promise.resolve(registration),
        ready: Promise.resolve(registration),
      },
    });
  }

  private subscription() {
    const { made } = this;
    if (!made) return null;
    return {
      options: { applicationServerKey: made.key.buffer },
      toJSON: () => ({ endpoint: made.endpoint, keys: { p256dh: "P", auth: "A" } }),
      unsubscribe: () => {
        this.made = null;
        this.ended += 1;
        return Promise.resolve(true);
      },
    };
  }

  /** For afterEach. */
  static leave(): void {
    Reflect.deleteProperty(navigator, "serviceWorker");
  }
}
