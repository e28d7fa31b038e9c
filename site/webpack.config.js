// One production build: hashed files, a chunk for each route, and every text file compressed
// beforehand so that nginx only has to send it.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import HtmlWebpackPlugin from "html-webpack-plugin";
import MiniCssExtractPlugin from "mini-css-extract-plugin";
import { EsbuildPlugin } from "esbuild-loader";
import TerserPlugin from "terser-webpack-plugin";
import { CoinIcons } from "./build/coin_icons.js";
import { Compress } from "./build/compress.js";
import { CopyPublic } from "./build/copy_public.js";

const here = dirname(fileURLToPath(import.meta.url));
const browsers = ["chrome111", "edge111", "firefox114", "safari16.4"];

/** The one font file that every page needs at once. */
const preload = (compilation) =>
  Object.keys(compilation.assets)
    .filter((name) => /inter-latin-opsz-normal\.[0-9a-f]+\.woff2$/.test(name))
    .map((name) => `/${name}`);

export default {
  mode: "production",
  target: "web",
  devtool: false,
  context: here,
  entry: { site: "./src/app/main.tsx" },
  output: {
    path: join(here, "dist"),
    publicPath: "/",
    filename: "assets/[name].[contenthash:12].js",
    chunkFilename: "assets/[name].[contenthash:12].js",
    assetModuleFilename: "assets/[name].[contenthash:12][ext]",
    chunkLoadTimeout: 120_000,
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
                localIdentName: "[name]_[local]_[hash:base64:4]",
              },
            },
          },
        ],
      },
      { test: /\.woff2?$/, type: "asset/resource" },
    ],
  },
  optimization: {
    minimizer: [
      // Terser drops the unused parts of large libraries that esbuild keeps: 25 kB of gzip.
      new TerserPlugin({
        extractComments: false,
        terserOptions: { ecma: 2020, module: true, compress: { passes: 2 } },
      }),
      new EsbuildPlugin({ target: browsers, include: /\.css$/, css: true }),
    ],
    moduleIds: "deterministic",
    chunkIds: "named",
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
      },
    },
  },
  performance: { hints: false },
  plugins: [
    new MiniCssExtractPlugin({
      filename: "assets/[name].[contenthash:12].css",
      chunkFilename: "assets/[name].[contenthash:12].css",
      ignoreOrder: true,
    }),
    new HtmlWebpackPlugin({
      template: "./src/index.html",
      scriptLoading: "module",
      preload,
      minify: { collapseWhitespace: true, removeComments: true },
    }),
    new CopyPublic(join(here, "public")),
    new CoinIcons(join(here, "../common/markets/coins.json"), (path) => readFileSync(path, "utf8")),
    new Compress(),
  ],
  stats: "errors-warnings",
};
