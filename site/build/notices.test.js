// What stands in the pages of other people's has its notice in nginx/debian/copyright. esbuild reads
// the files that webpack does, within a second; what either of them leaves out again counts, too.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";

const site = fileURLToPath(new URL("..", import.meta.url));
const copyright = readFileSync(join(site, "../nginx/debian/copyright"), "utf8");
let folder;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "notices-"));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The scripts that webpack begins with. */
function entries() {
  const [, named] = /\bentry: \{([^}]*)\}/.exec(
    readFileSync(join(site, "webpack.config.js"), "utf8"),
  );
  return [...named.matchAll(/"(\.\/[^"]+)"/g)].map(([, file]) => file);
}

/** The npm packages of which a page has a file, each once. */
function bundled() {
  const metafile = join(folder, "read.json");
  const options = [
    "--bundle",
    "--format=esm",
    "--jsx=automatic",
    "--log-level=error",
    '--define:process.env.NODE_ENV="production"',
    // A script that is finished is one file of a package that has a name of its own there.
    "--external:*?url",
    "--loader:.woff=empty",
    "--loader:.woff2=empty",
    `--outdir=${join(folder, "bundle")}`,
    `--metafile=${metafile}`,
  ];
  execFileSync(join(site, "node_modules/.bin/esbuild"), [...entries(), ...options], { cwd: site });
  const names = Object.keys(JSON.parse(readFileSync(metafile, "utf8")).inputs)
    .map((file) => /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1])
    .filter((name) => name !== undefined);
  return [...new Set(names)].sort();
}

/** The patterns of Debian's format, where * is any text. */
function patterns() {
  return [...copyright.matchAll(/^Files:(.*(?:\n .*)*)/gm)]
    .flatMap(([, files]) => files.trim().split(/\s+/))
    .filter((pattern) => pattern !== "*")
    .map((pattern) => pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&")))
    .map((parts) => new RegExp(`^${parts.join(".*")}$`));
}

it("names every npm package of which the pages are made", () => {
  const known = patterns();
  const names = bundled();
  expect(names).toContain("react-dom");
  expect(
    names.filter(
      (name) => !known.some((one) => one.test(`site/node_modules/${name}/package.json`)),
    ),
  ).toEqual([]);
});
