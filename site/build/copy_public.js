import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Puts the files of public/ into the build under their own names. */
export class CopyPublic {
  constructor(folder) {
    this.folder = folder;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap("CopyPublic", (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: "CopyPublic", stage }, () => {
        for (const name of readdirSync(this.folder)) {
          compilation.emitAsset(name, new sources.RawSource(readFileSync(join(this.folder, name))));
        }
      });
    });
  }
}
