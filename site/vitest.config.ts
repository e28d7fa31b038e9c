import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}", "build/**/*.test.js"],
    setupFiles: ["src/lib/test_setup.ts"],
    css: { modules: { classNameStrategy: "non-scoped" } },
    pool: "threads",
    maxWorkers: 2,
    isolate: false,
  },
});
