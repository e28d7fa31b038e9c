// The catalogue's files as they are sent: /text/<language>/<area>.<version>.json. One version for
// all, so that the scripts name any of them without knowing a hash for each.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const original = "en";

const areasOf = (folder, language) =>
  existsSync(join(folder, language))
    ? readdirSync(join(folder, language))
        .filter((name) => name.endsWith(".json"))
        .sort()
    : [];

/** The languages whose folder holds every area that the English one holds. */
export function completeLanguages(folder) {
  const wanted = areasOf(folder, original);
  return readdirSync(folder)
    .filter((name) => /^[a-z]{2}$/.test(name))
    .filter((language) => {
      const found = areasOf(folder, language);
      return wanted.every((area) => found.includes(area));
    })
    .sort();
}

function readAll(folder) {
  const files = new Map();
  for (const language of completeLanguages(folder)) {
    for (const file of areasOf(folder, language)) {
      const text = JSON.stringify(JSON.parse(readFileSync(join(folder, language, file), "utf8")));
      files.set(`${language}/${file.replace(/\.json$/, "")}`, text);
    }
  }
  return files;
}

/** Writes the files, and tells the scripts the version and the languages (src/types/build.d.ts). */
export class Texts {
  constructor(folder) {
    this.folder = folder;
  }

  apply(compiler) {
    const { Compilation, DefinePlugin, sources } = compiler.webpack;
    const files = readAll(this.folder);
    const version = createHash("sha256")
      .update(JSON.stringify([...files]))
      .digest("hex")
      .slice(0, 12);
    new DefinePlugin({
      TEXT_VERSION: JSON.stringify(version),
      OFFERED_LANGUAGES: JSON.stringify(completeLanguages(this.folder)),
    }).apply(compiler);
    compiler.hooks.thisCompilation.tap("Texts", (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: "Texts", stage }, () => {
        for (const [name, text] of files) {
          compilation.emitAsset(`text/${name}.${version}.json`, new sources.RawSource(text));
        }
      });
    });
  }
}
