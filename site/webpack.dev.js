// The site while somebody works on it: built in memory, and loaded anew when a file changes. Calls and
// streams go to a running installation: CAMBIO_URL, or the one that nginx/up has started here.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import production from "./webpack.config.js";
import { Compress } from "./build/compress.js";
import { FirstView } from "./build/first_view.js";

const here = dirname(fileURLToPath(import.meta.url));

function installation() {
  const settings = readFileSync(join(here, "../var/cambio.conf"), "utf8");
  const port = /^PORT=(\d+)/m.exec(settings)?.[1] ?? "8080";
  return `http://127.0.0.1:${port}`;
}

export default {
  ...production,
  mode: "development",
  devtool: "source-map",
  optimization: {},
  plugins: production.plugins.filter(
    (plugin) => !(plugin instanceof Compress) && !(plugin instanceof FirstView),
  ),
  devServer: {
    host: "127.0.0.1",
    port: Number(process.env.PORT ?? 9000),
    static: false,
    // File names carry hashes, so a page is loaded anew rather than changed in place.
    hot: false,
    historyApiFallback: { rewrites: [{ from: /^\/docs/, to: "/docs/index.html" }] },
    // The path of its own socket must not be one of the installation's.
    client: { webSocketURL: { pathname: "/webpack" }, overlay: { warnings: false } },
    webSocketServer: { options: { path: "/webpack" } },
    proxy: [
      {
        context: ["/api", "/udf", "/stream", "/binance", "/openapi.json"],
        target: process.env.CAMBIO_URL ?? installation(),
        ws: true,
      },
    ],
  },
};
