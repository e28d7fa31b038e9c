// node build/api_types.js DESCRIPTION: prints the types of the API (src/lib/api_types.ts) that its
// description states.
import { readFileSync } from "node:fs";
import openapi_types, { astToString } from "openapi-typescript";
import prettier from "prettier";

const [description] = process.argv.slice(2);
const document = JSON.parse(readFileSync(description, "utf8"));
// What the site has no use for would be most of the file: how refusals look is lib/api's alone.
for (const operation of Object.values(document.paths).flatMap((methods) =>
  Object.values(methods),
)) {
  delete operation.description;
  delete operation.responses["4XX"];
  delete operation.responses["5XX"];
  delete operation.requestBody?.content["application/x-www-form-urlencoded"];
}
delete document.components.responses;
document.components.schemas.ErrorCode.description = "What programs look at.";
const nodes = await openapi_types(document, { alphabetize: true });
const header = "// Written from the API description by tests/api/types_test --write.\n\n";
// Lines that say what there is not, which is most of what openapi-typescript writes.
const said = astToString(nodes)
  .replace(/^\s*\w+\?: never;\n/gm, "")
  .replace(/^\s*headers: \{\s*\[name: string\]: unknown;\s*\};\n/gm, "")
  .replace(/^\s*parameters: \{\s*\};\n/gm, "")
  .replace(/^\s*export type (webhooks|\$defs) = .*\n/gm, "")
  .replace(/^\s*\/\*\* @(enum|constant).*\*\/\n/gm, "")
  .replace(/^\s*\* @enum.*\n/gm, "");
const config = await prettier.resolveConfig(import.meta.filename);
const text = await prettier.format(header + said, { ...config, parser: "typescript" });
process.stdout.write(text);
