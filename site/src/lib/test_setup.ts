import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";
import { add_text } from "./i18n";
import type { Area } from "../text/catalogue";

// Every area of the English catalogue, so that components show their words in tests.
const files = import.meta.glob<{ default: never }>("../text/en/*.json", { eager: true });
for (const [path, file] of Object.entries(files)) {
  const area = path.replace(/^.*\/|\.json$/g, "") as Area;
  add_text("en", area, file.default);
}

afterEach(() => {
  cleanup();
  localStorage.clear();
});
