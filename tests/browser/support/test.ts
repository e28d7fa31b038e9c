// Playwright's `test`, as every suite takes it: a page's notices are kept, and a test that has ended
// does not fail for an answer that it would still have changed.
import { test as base } from "@playwright/test";
import { recordNotices } from "./notices";

export const test = base.extend({
  context: async ({ context }, run) => {
    await recordNotices(context);
    await run(context);
    // A page asks again whenever it likes, also in a test's last moment.
    for (const page of context.pages())
      await page.unrouteAll({ behavior: "ignoreErrors" });
  },
});
