import { defineConfig } from "vitest/config";

export default defineConfig({
  // As build/texts.js has it; tests of one language put their own files in the place of the server's.
  define: {
    TEXT_VERSION: JSON.stringify("0"),
    OFFERED_LANGUAGES: JSON.stringify(["de", "en", "es", "ja", "vi", "zh"]),
  },
  test: {
    // A page takes longer to make than most tests: who needs one says `@vitest-environment jsdom`.
    environment: "node",
    include: ["src/**/*.test.{ts,tsx}", "build/**/*.test.js"],
    setupFiles: ["src/lib/test_setup.ts"],
    css: { modules: { classNameStrategy: "non-scoped" } },
    // A busy machine draws slowly; what is waited for comes when it comes.
    testTimeout: 90_000,
    // What one file loads, chooses or stubs is no other file's business: each has a context of its
    // own. In one thread for many files, which loads jsdom once, they take half the time.
    pool: "vmThreads",
    maxWorkers: 2,
  },
});
