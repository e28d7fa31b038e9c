import { gzipSync } from "node:zlib";

const named = /"\/(assets\/[^"]+\.js)"/g;

/** Fails the build where the scripts that a page names, each compressed by gzip, are larger. */
export class Budget {
  constructor(page, mostBytes) {
    this.page = page;
    this.mostBytes = mostBytes;
  }

  apply(compiler) {
    const { Compilation, WebpackError } = compiler.webpack;
    compiler.hooks.thisCompilation.tap("Budget", (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: "Budget", stage }, () => {
        const page = compilation.getAsset(this.page)?.source.source().toString();
        if (page === undefined) return;
        const scripts = new Set([...page.matchAll(named)].map(([, name]) => name));
        const bytes = [...scripts]
          .map((name) => gzipSync(compilation.getAsset(name).source.buffer(), { level: 9 }).length)
          .reduce((sum, length) => sum + length, 0);
        const found = `the scripts of ${this.page} have ${bytes} bytes as gzip`;
        if (bytes > this.mostBytes) {
          const message = `${found}, and may have ${this.mostBytes} (webpack.config.js)`;
          compilation.errors.push(new WebpackError(message));
        } else {
          compilation.getLogger("Budget").info(found);
        }
      });
    });
  }
}
