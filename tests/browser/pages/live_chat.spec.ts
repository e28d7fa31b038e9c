// The live chat: off by default; where it is configured its origin is allowed, and no other. One of the two
// suites that handle the installation itself: it has to be alone.
import { expect, type Page } from "@playwright/test";
import { ChatProvider } from "../support/chat_provider";
import { configure } from "../support/installation";
import { test } from "../support/test";

test.describe.configure({ mode: "serial" });

let provider: ChatProvider;
test.beforeAll(async () => {
  provider = await ChatProvider.start();
});
test.afterAll(async () => {
  await provider.stop();
  configure("LIVE_CHAT_URL", "");
});

/** What the page's policy has stopped. */
async function violations(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seenViolations: seen });
    document.addEventListener("securitypolicyviolation", (event) =>
      seen.push(`${event.effectiveDirective} ${event.blockedURI}`),
    );
  });
  return () =>
    page.evaluate(
      () =>
        (globalThis as unknown as { seenViolations: string[] }).seenViolations,
    );
}

const policyOf = async (page: Page) => {
  const reply = await page.goto("/");
  return reply?.headers()["content-security-policy"] ?? "";
};

test("without it nothing foreign is loaded or allowed", async ({
  page,
  baseURL,
}) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(baseURL ?? "")) elsewhere.push(request.url());
  });
  const policy = await policyOf(page);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-src 'none'");
  expect(policy).not.toMatch(/https?:/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // The page has read the installation's status, which would name the chat.
  await expect(page.getByText("Simulated market").first()).toBeVisible();
  await expect(
    page.getByRole("button", { name: "Open live chat" }),
  ).toHaveCount(0);
  expect(elsewhere).toEqual([]);
});

/** Whom a policy allows beside the site itself. */
const origins = (policy: string, site: string) =>
  (policy.match(/(?:https?|wss?):\/\/[^ ;]+/g) ?? []).filter(
    (origin) => new URL(origin).host !== new URL(site).host,
  );

test("with it every page offers a frame, and nothing of it is loaded or can look out", async ({
  page,
  request,
  baseURL,
}) => {
  const address = `${provider.origin}/widget?for=us`;
  configure("LIVE_CHAT_URL", address);
  const stopped = await violations(page);
  const policy = await policyOf(page);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain(`frame-src ${provider.origin};`);
  expect(origins(policy, baseURL ?? "")).toEqual([provider.origin]);
  const status = await request.get("/api/v3/status");
  expect(await status.json()).toMatchObject({ live_chat_url: address });
  const chat = page.getByRole("complementary", { name: "Live chat" });
  const question = chat.frameLocator("iframe").getByText("How can we help?");
  for (const path of ["/", "/markets/prices", "/signin"]) {
    await page.goto(path);
    const button = chat.getByRole("button");
    await expect(button).toHaveAccessibleName("Open live chat");
    await expect(chat.locator("iframe")).toHaveCount(0);
    await button.click();
    await expect(question).toBeVisible();
    await expect(chat.frameLocator("iframe").locator("#seen")).toHaveText(
      "Sees nothing, comes from nowhere",
    );
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await expect(button).toHaveAccessibleName("Open live chat");
    expect(await stopped(), path).toEqual([]);
  }
  expect(new Set(provider.asked)).toEqual(new Set(["/widget?for=us"]));

  await expect(
    page.evaluate((source) => {
      const script = document.createElement("script");
      script.src = source;
      document.head.append(script);
    }, `${provider.origin}/widget.js`),
  ).rejects.toThrow("TrustedScriptURL");
});

test("without it again the page is as it was", async ({ page, request }) => {
  configure("LIVE_CHAT_URL", "");
  expect(await policyOf(page)).toContain("frame-src 'none'");
  const status = await request.get("/api/v3/status");
  expect(await status.json()).toMatchObject({
    live_chat_url: "",
    help_url: "",
  });
});
