import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** The few lines that choose the theme before the first paint, as a file of their own in the head. */
export class FirstLook {
  constructor(file) {
    const text = readFileSync(file, "utf8").replace(/^\/\/.*\n/gm, "");
    const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);
    this.text = text;
    this.name = `assets/first_look.${hash}.js`;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap("FirstLook", (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: "FirstLook", stage }, () =>
        compilation.emitAsset(this.name, new sources.RawSource(this.text)),
      );
    });
  }
}
