// node build/lint_api.js DESCRIPTION: prints what is wrong with the API description, by the rules
// that Redocly recommends.
import { createConfig, formatProblems, getTotals, lint } from "@redocly/openapi-core";

const [description] = process.argv.slice(2);
const config = await createConfig({
  extends: ["recommended-strict"],
  rules: {
    // The address is wherever somebody hosts it, and the source has no licence of its own yet.
    "info-license": "off",
    "info-license-url": "off",
    "no-server-example.com": "off",
    // Some calls lead the browser elsewhere and answer nothing else.
    "operation-2xx-response": "off",
    "operation-operationId-unique": "error",
    "operation-parameters-unique": "error",
    "tag-description": "off",
  },
});
const problems = await lint({ ref: description, config });
formatProblems(problems, { format: "codeframe", maxProblems: 50, totals: getTotals(problems) });
process.exitCode = problems.length === 0 ? 0 : 1;
