import js from "@eslint/js";
import query from "@tanstack/eslint-plugin-query";
import a11y from "eslint-plugin-jsx-a11y";
import playwright from "eslint-plugin-playwright";
import hooks from "eslint-plugin-react-hooks";
import globals from "globals";
import typescript from "typescript-eslint";
import cambio from "./build/eslint_rules.js";

const money = "Money is an exact decimal: use lib/decimal.";
const floats = [
  { selector: "CallExpression[callee.name=/^(parseFloat|Number)$/]", message: money },
  { selector: "CallExpression[callee.property.name='parseFloat']", message: money },
  { selector: "CallExpression[callee.property.name='toFixed']", message: money },
  { selector: "UnaryExpression[operator='+']", message: money },
];

const droppedCallbacks = {
  selector: "CallExpression[callee.property.name='mutate'][arguments.length>1]",
  message: "These callbacks are dropped with the component: use lib/perform.",
};

const router = {
  name: "react-router",
  importNames: [
    "BrowserRouter",
    "Link",
    "Navigate",
    "NavLink",
    "Router",
    "useRoutes",
    "useSearchParams",
  ],
  message: "The package's own bring far more code along: use lib/router.",
};

const lateCode = {
  name: "react",
  importNames: ["lazy", "Suspense"],
  message: "A part that cannot be fetched is tried again: lib/lazy_part and ui/lazy_boundary.",
};

const playwrightRules = Object.fromEntries(
  Object.keys(playwright.configs["flat/recommended"].rules)
    .filter((rule) => rule.startsWith("playwright/"))
    .map((rule) => [rule, "error"]),
);

export default typescript.config(
  { ignores: ["dist", "node_modules", "src/lib/api_types.ts"] },
  js.configs.recommended,
  { files: ["**/*.{js,mjs}"], languageOptions: { globals: globals.node } },
  { files: ["src/*.js", "bench/pages.mjs"], languageOptions: { globals: globals.browser } },
  { files: ["public/*.js"], languageOptions: { globals: globals.serviceworker } },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [typescript.configs.recommendedTypeChecked],
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true },
    },
    plugins: { "react-hooks": hooks, cambio },
    rules: {
      "react-hooks/rules-of-hooks": "error",
      "react-hooks/exhaustive-deps": "error",
      "cambio/imports-one-way": "error",
      "no-restricted-syntax": ["error", ...floats, droppedCallbacks],
      "no-restricted-imports": [
        "error",
        { paths: [{ name: "big.js", message: money }, router, lateCode] },
      ],
      "max-lines": ["error", 500],
      "max-lines-per-function": ["error", { max: 100, skipBlankLines: true, skipComments: true }],
      eqeqeq: "error",
      "no-useless-rename": "error",
      "object-shorthand": ["error", "properties"],
      // What the server names keeps its name as a property; here it is called as React people do.
      "@typescript-eslint/naming-convention": [
        "error",
        {
          selector: ["variable", "function", "parameter", "classMethod", "classProperty"],
          format: ["camelCase", "PascalCase", "UPPER_CASE"],
          leadingUnderscore: "allow",
        },
        { selector: "typeLike", format: ["PascalCase"] },
      ],
      "@typescript-eslint/no-misused-promises": [
        "error",
        { checksVoidReturn: { attributes: false } },
      ],
    },
  },
  {
    files: ["src/**/*.tsx"],
    ignores: ["src/**/*.test.tsx"],
    extends: [a11y.flatConfigs.recommended],
    rules: {
      "cambio/class-exists": "error",
      "cambio/text-in-catalogue": "error",
      // The first field of a dialog, or of a step that a press led to: the focus belongs there.
      "jsx-a11y/no-autofocus": "off",
      // What scrolls has to be reached by keyboard; it needs a role, so that its name is read.
      "jsx-a11y/no-noninteractive-tabindex": [
        "error",
        { tags: ["section"], roles: ["tabpanel", "group"], allowExpressionValues: true },
      ],
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    extends: [query.configs["flat/recommended"]],
    rules: { "@tanstack/query/no-rest-destructuring": "error" },
  },
  {
    files: ["src/lib/decimal.ts"],
    rules: { "no-restricted-syntax": "off", "no-restricted-imports": "off" },
  },
  {
    files: ["src/lib/lazy_part.tsx", "src/ui/lazy_boundary.tsx"],
    rules: { "no-restricted-imports": "off" },
  },
  {
    files: ["src/**/*.test.{ts,tsx}", "tests/browser/**/*.ts"],
    rules: { "max-lines-per-function": "off", "no-restricted-syntax": "off" },
  },
  {
    files: ["tests/browser/**/*.ts"],
    plugins: { playwright },
    rules: {
      ...playwrightRules,
      // Blank lines are the writer's.
      "playwright/consistent-spacing-between-blocks": "off",
      "playwright/expect-expect": ["error", { assertFunctionPatterns: ["^expect"] }],
      "playwright/require-to-pass-timeout": "error",
      "playwright/no-conditional-expect": "off",
      "playwright/no-conditional-in-test": "off",
    },
  },
  {
    files: ["tests/browser/**/*.ts"],
    ignores: ["tests/browser/support/test.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          name: "@playwright/test",
          importNames: ["test"],
          message: "support/test has the one that all suites share.",
        },
      ],
    },
  },
);
