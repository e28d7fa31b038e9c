import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import postcss from "postcss";
import parseSelector from "postcss-selector-parser";

/** The names of the classes of a CSS module. */
function classesOf(file) {
  const names = new Set();
  const collect = parseSelector((selectors) =>
    selectors.walkClasses(({ value }) => names.add(value)),
  );
  postcss.parse(readFileSync(file, "utf8")).walkRules((rule) => collect.processSync(rule.selector));
  return names;
}

/** The texts that a type admits; null for any text. */
function textsOf(type) {
  const texts = [];
  for (const part of type.isUnion() ? type.types : [type]) {
    if (part.isLiteral()) texts.push(String(part.value));
    else if (!["null", "undefined", "false"].includes(part.intrinsicName)) return null;
  }
  return texts;
}

/** A class that a component names is one of its CSS module: `styles.name`, `styles[one_of_them]`. */
export const classExists = {
  create(context) {
    const services = context.sourceCode.parserServices;
    const modules = new Map();

    const typed = (node) => textsOf(services.getTypeAtLocation(node));
    /** What the property may be called; null for any text. */
    const namesOf = (node, computed) => {
      if (!computed) return [node.name];
      if (node.type !== "TemplateLiteral") return typed(node);
      let names = [""];
      for (const [index, { value }] of node.quasis.entries()) {
        names = names.map((name) => name + value.cooked);
        const middle = node.expressions[index];
        if (!middle) continue;
        const texts = typed(middle);
        if (!texts) return null;
        names = names.flatMap((name) => texts.map((text) => name + text));
      }
      return names;
    };

    return {
      ImportDeclaration({ source, specifiers }) {
        if (!source.value.endsWith(".module.css")) return;
        const file = resolve(dirname(context.filename), source.value);
        for (const { local } of specifiers) modules.set(local.name, classesOf(file));
      },
      MemberExpression(node) {
        const classes = node.object.type === "Identifier" && modules.get(node.object.name);
        if (!classes) return;
        for (const name of namesOf(node.property, node.computed) ?? []) {
          if (classes.has(name)) continue;
          context.report({ node, message: `The CSS module has no class "${name}".` });
        }
      },
    };
  },
};
