import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
const packageFolder = dirname(require.resolve("@web3icons/core"));
const olderFolder = dirname(require.resolve("cryptocurrency-icons/package.json"));

// Coins whose picture in the newer package is lost on dark ground or too fine at 16 px.
const clearerInOlder = new Set(
  "ADA ATOM BCH BNB DOGE ETC ETH FIL LINK LTC SOL TRX UNI USDC USDT XRP XTZ".split(" "),
);

/** The SVG text inside one of the package's modules (`var BTC = '<svg …>'`). */
function svgOfModule(text) {
  const found = /'(<svg[\s\S]*<\/svg>)\\n'/.exec(text);
  if (!found) return null;
  return found[1]
    .replaceAll("\\n", "\n")
    .replaceAll("\\'", "'")
    .replace(/>\s+</g, "><")
    .replace(/ class="web3icons"/, "");
}

/** The names of the catalogue's icons: what `icon` says, else the coin's code. */
function iconNames(catalogue) {
  return [...new Set(catalogue.coins.map((coin) => coin.icon ?? coin.code))];
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

  svg(name) {
    const older = join(olderFolder, `svg/color/${name.toLowerCase()}.svg`);
    if (clearerInOlder.has(name.toUpperCase()) && existsSync(older)) return this.read(older);
    const path = join(packageFolder, `svgs/tokens/background/${name.toUpperCase()}.svg.js`);
    return existsSync(path) ? svgOfModule(this.read(path)) : null;
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
        for (const name of iconNames(JSON.parse(this.read(this.catalogue)))) {
          const svg = this.svg(name);
          if (svg) {
            const asset = `icons/${name.toLowerCase()}.svg`;
            compilation.emitAsset(asset, new sources.RawSource(svg));
          }
        }
      });
    });
  }
}
