import { dirname, relative, resolve, sep } from "node:path";
import { classExists } from "./class_rule.js";

const rank = { text: 0, lib: 1, ui: 1, market: 2, features: 3, app: 4 };
const spokenAttributes = new Set(["aria-label", "alt", "label", "placeholder", "title", "unit"]);
// Symbols such as BTC are the same in every language.
const hasWord = /\p{L}\p{Ll}|\p{Ll}\p{L}/u;

/** ["features", "auth"] for …/src/features/auth/screens/signin.tsx, null outside src. */
function room(path, root) {
  const inside = relative(resolve(root, "src"), path).split(sep);
  return inside[0] === ".." || !(inside[0] in rank) ? null : inside;
}

/** lib, ui → market → features → app; ui may use lib; a feature never uses another feature. */
const importsOneWay = {
  create(context) {
    const from = room(context.filename, context.cwd);
    const check = (node, source) => {
      if (!from || typeof source?.value !== "string" || !source.value.startsWith(".")) return;
      const to = room(resolve(dirname(context.filename), source.value), context.cwd);
      if (!to) return;
      const back = rank[to[0]] > rank[from[0]] || (from[0] === "lib" && to[0] === "ui");
      const sideways = from[0] === "features" && to[0] === "features" && from[1] !== to[1];
      if (back || sideways) {
        const names = `${from.slice(0, 2).join("/")} may not import ${to.slice(0, 2).join("/")}`;
        context.report({ node, message: `Imports go one way: ${names}.` });
      }
    };
    return {
      ImportDeclaration: (node) => check(node, node.source),
      ExportNamedDeclaration: (node) => check(node, node.source),
      ExportAllDeclaration: (node) => check(node, node.source),
      ImportExpression: (node) => check(node, node.source),
    };
  },
};

/** Words that a person reads stand in src/text, never in a component. */
const textInCatalogue = {
  create(context) {
    const message = "Text belongs into src/text; show it with t().";
    return {
      JSXText(node) {
        if (hasWord.test(node.value)) context.report({ node, message });
      },
      JSXAttribute(node) {
        const value = node.value;
        if (value?.type !== "Literal" || typeof value.value !== "string") return;
        if (spokenAttributes.has(node.name.name) && hasWord.test(value.value)) {
          context.report({ node, message });
        }
      },
    };
  },
};

export default {
  rules: {
    "class-exists": classExists,
    "imports-one-way": importsOneWay,
    "text-in-catalogue": textInCatalogue,
  },
};
