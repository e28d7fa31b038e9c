// One production build: hashed files, a chunk for each route, and every text file compressed
// beforehand so that nginx only has to send it.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import HtmlWebpackPlugin from "html-webpack-plugin";
import MiniCssExtractPlugin from "mini-css-extract-plugin";
import { EsbuildPlugin } from "esbuild-loader";
import TerserPlugin from "terser-webpack-plugin";
import { Budget } from "./build/budget.js";
import { CoinIcons } from "./build/coin_icons.js";
import { Compress } from "./build/compress.js";
import { CopyPublic } from "./build/copy_public.js";
import { FirstLook } from "./build/first_look.js";
import { FirstView } from "./build/first_view.js";
import { shortClasses } from "./build/short_classes.js";
import { Texts } from "./build/texts.js";

const here = dirname(fileURLToPath(import.meta.url));
const browsers = ["chrome111", "edge111", "firefox114", "safari16.4"];

/**
 * What the landing page fetches until the living page stands in the place of the drawn one:
 * tests/browser/pages/landing.spec.ts has the same. React takes 68,400 bytes of it, and the router's
 * matching and hooks 2,900. Prices and what else the server is asked for are fetched afterwards.
 */
const landingScripts = 93_500;

const firstLook = new FirstLook(join(here, "src/first_look.js"));
const firstView = new FirstView(join(here, "src/text"));

/** The one font file that every page needs at once. */
const preload = (compilation) =>
  Object.keys(compilation.assets)
    .filter((name) => /inter-latin-opsz-normal\.[0-9a-f]+\.woff2$/.test(name))
    .map((name) => `/${name}`);

const shortClass = shortClasses(join(here, "src"));

export default {
  mode: "production",
  target: "web",
  devtool: false,
  context: here,
  entry: { site: "./src/app/main.tsx", docs: "./src/app/docs.ts" },
  output: {
    path: join(here, "dist"),
    publicPath: "/",
    filename: "assets/[name].[contenthash:7].js",
    chunkFilename: "assets/[name].[contenthash:7].js",
    assetModuleFilename: "assets/[name].[contenthash:7][ext]",
    chunkLoadTimeout: 120_000,
    // The policy that nginx allows: without it no browser that knows Trusted Types loads a chunk.
    trustedTypes: { policyName: "site" },
    clean: true,
    hashFunction: "xxhash64",
  },
  resolve: { extensions: [".tsx", ".ts", ".js"] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        exclude: /node_modules/,
        loader: "esbuild-loader",
        options: { target: browsers, jsx: "automatic" },
      },
      {
        test: /\.css$/,
        use: [
          MiniCssExtractPlugin.loader,
          {
            loader: "css-loader",
            options: {
              importLoaders: 0,
              modules: {
                auto: true,
                namedExport: false,
                exportLocalsConvention: "as-is",
                getLocalIdent: (context, _, local) => shortClass(context.resourcePath, local),
              },
            },
          },
        ],
      },
      { test: /\.woff2?$/, type: "asset/resource" },
      // A script that is finished, under a name of its own.
      {
        resourceQuery: /url/,
        type: "asset/resource",
        generator: { filename: "assets/viewer.[contenthash:7][ext]" },
      },
    ],
  },
  optimization: {
    minimizer: [
      // Terser drops the unused parts of large libraries that esbuild keeps: 25 kB of gzip.
      new TerserPlugin({
        exclude: /viewer\./,
        // Licences stand beside the scripts, in <name>.LICENSE.txt.
        extractComments: { condition: /@license|@preserve|licen[sc]e/i, banner: false },
        terserOptions: {
          ecma: 2020,
          module: true,
          // A function that is called once stays where it is: gzip finds more that repeats.
          compress: { passes: 3, reduce_funcs: false },
        },
      }),
      new EsbuildPlugin({ target: browsers, include: /\.css$/, css: true }),
    ],
    moduleIds: "deterministic",
    chunkIds: "deterministic",
    runtimeChunk: false,
    splitChunks: {
      chunks: "all",
      cacheGroups: {
        // The part that seldom changes, so that a new release leaves it in the browsers' caches.
        framework: {
          test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]/,
          name: "framework",
          chunks: "initial",
          enforce: true,
        },
        // What most pages need beyond the frame: queries, calls, decimals, numbers.
        answers: {
          test: /[\\/](@tanstack|big\.js|src[\\/](lib|ui))[\\/]/,
          name: "answers",
          chunks: "async",
          minChunks: 12,
          enforce: true,
        },
        // Small libraries travel with the first chunk that needs them.
        defaultVendors: { test: /node_modules/, chunks: "async", priority: -10 },
      },
    },
  },
  performance: { hints: false },
  plugins: [
    new MiniCssExtractPlugin({
      filename: "assets/[name].[contenthash:7].css",
      chunkFilename: "assets/[name].[contenthash:7].css",
      ignoreOrder: true,
    }),
    new HtmlWebpackPlugin({
      template: "./src/index.html",
      chunks: ["site"],
      scriptLoading: "module",
      preload,
      firstLook: `/${firstLook.name}`,
      minify: { collapseWhitespace: true, removeComments: true },
    }),
    new HtmlWebpackPlugin({
      template: "./src/docs.html",
      filename: "docs/index.html",
      chunks: ["docs"],
      scriptLoading: "module",
      minify: { collapseWhitespace: true, removeComments: true },
    }),
    firstLook,
    new Texts(join(here, "src/text")),
    new CopyPublic(join(here, "public")),
    new CoinIcons(join(here, "../common/market/markets/coins.json"), (path) =>
      readFileSync(path, "utf8"),
    ),
    firstView,
    new Compress(),
    new Budget("first_view/en.html", landingScripts, firstView),
  ],
  // And what build/budget.js has weighed.
  stats: { preset: "errors-warnings", logging: "info" },
};
