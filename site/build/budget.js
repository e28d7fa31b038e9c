import { gzipSync } from "node:zlib";

const named = /"\/(assets\/[^"]+\.js)"/g;
const isScript = /^\/assets\/.*\.js$/;

/**
 * Fails the build where the scripts that the drawn page names, each compressed by gzip, are larger:
 * those that it needs until the living page stands in its place. Says beside it what that one asks
 * for afterwards by itself, for prices and the footer.
 */
export class Budget {
  constructor(page, mostBytes, firstView) {
    this.page = page;
    this.mostBytes = mostBytes;
    this.firstView = firstView;
  }

  apply(compiler) {
    const { Compilation, WebpackError } = compiler.webpack;
    compiler.hooks.thisCompilation.tap("Budget", (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: "Budget", stage }, () => {
        const page = compilation.getAsset(this.page)?.source.source().toString();
        if (page === undefined) return;
        const scripts = new Set([...page.matchAll(named)].map(([, name]) => name));
        const later = [...this.firstView.later]
          .filter((address) => isScript.test(address))
          .map((address) => address.slice(1))
          .filter((name) => !scripts.has(name));
        const bytesOf = (names) =>
          [...names]
            .map((name) => gzipSync(compilation.getAsset(name).source.buffer(), { level: 9 }))
            .reduce((sum, { length }) => sum + length, 0);
        const bytes = bytesOf(scripts);
        const found =
          `the scripts of ${this.page} have ${bytes} bytes as gzip, ` +
          `and ${bytesOf(later)} more follow when it stands`;
        if (bytes > this.mostBytes) {
          const message = `${found}; before, it may have ${this.mostBytes} (webpack.config.js)`;
          compilation.errors.push(new WebpackError(message));
        } else {
          compilation.getLogger("Budget").info(found);
        }
      });
    });
  }
}
