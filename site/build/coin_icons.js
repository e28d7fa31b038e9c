import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const package_folder = dirname(createRequire(import.meta.url).resolve("@web3icons/core"));

/** The SVG text inside one of the package's modules (`var BTC = '<svg …>'`). */
export function svg_of_module(text) {
  const found = /'(<svg[\s\S]*<\/svg>)\\n'/.exec(text);
  if (!found) return null;
  return found[1]
    .replaceAll("\\n", "\n")
    .replaceAll("\\'", "'")
    .replace(/>\s+</g, "><")
    .replace(/ class="web3icons"/, "");
}

/** The names of the catalogue's icons: what `icon` says, else the coin's own name. */
export function icon_names(catalogue) {
  const coins = Array.isArray(catalogue) ? catalogue : (catalogue.coins ?? []);
  const names = coins.map((coin) => coin.icon ?? coin.name ?? coin.symbol).filter(Boolean);
  return [...new Set([...names, "USDT"])].map((name) => name.replace(/\.svg$/i, ""));
}

/**
 * Writes /icons/<name>.svg (lower case) for each coin of the catalogue, and for no other: the
 * package holds thousands. A coin without a picture gets none; the page then draws its letter.
 */
export class CoinIcons {
  constructor(catalogue, read) {
    this.catalogue = catalogue;
    this.read = read;
  }

  apply(compiler) {
    const { Compilation, sources, WebpackError } = compiler.webpack;
    compiler.hooks.thisCompilation.tap("CoinIcons", (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: "CoinIcons", stage }, () => {
        if (!existsSync(this.catalogue)) {
          compilation.warnings.push(new WebpackError(`no coin catalogue at ${this.catalogue}`));
          return;
        }
        compilation.fileDependencies.add(this.catalogue);
        for (const name of icon_names(JSON.parse(this.read(this.catalogue)))) {
          const file = `svgs/tokens/background/${name.toUpperCase()}.svg.js`;
          const path = join(package_folder, file);
          const svg = existsSync(path) ? svg_of_module(this.read(path)) : null;
          if (svg) {
            const asset = `icons/${name.toLowerCase()}.svg`;
            compilation.emitAsset(asset, new sources.RawSource(svg));
          }
        }
      });
    });
  }
}
