import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const worthCompressing = /\.(js|css|html|svg|json|txt|wasm|webmanifest)$/;
const leastBytes = 512;

/** Adds file.gz and file.br beside each text file, for nginx's gzip_static and brotli_static. */
export class Compress {
  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap("Compress", (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER;
      compilation.hooks.processAssets.tap({ name: "Compress", stage }, (assets) => {
        for (const [name, source] of Object.entries(assets)) {
          const bytes = source.buffer();
          if (!worthCompressing.test(name) || bytes.length < leastBytes) continue;
          const gzip = gzipSync(bytes, { level: 9 });
          const brotli = brotliCompressSync(bytes, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: 11,
              [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
            },
          });
          compilation.emitAsset(`${name}.gz`, new sources.RawSource(gzip));
          compilation.emitAsset(`${name}.br`, new sources.RawSource(brotli));
        }
      });
    });
  }
}
