// What tokens.css is for stands there alone; sides are those of the writing direction.
const tokens = "src/ui/tokens.css";

export default {
  extends: ["stylelint-config-standard"],
  ignoreFiles: ["dist/**", "screenshots/**"],
  rules: {
    "selector-class-pattern": "^[a-z][a-z0-9]*([-_][a-z0-9]+)*$",
    "keyframes-name-pattern": "^[a-z][a-z0-9]*([-_][a-z0-9]+)*$",
    "selector-pseudo-class-no-unknown": [true, { ignorePseudoClasses: ["global"] }],
    // A module's classes meet on an element in the order that its component says.
    "no-descending-specificity": null,
    "custom-property-empty-line-before": null,
    "color-no-hex": true,
    "function-disallowed-list": ["rgb", "rgba", "hsl", "hsla"],
    "property-disallowed-list": [
      "/^(margin|padding|border)-(left|right)/",
      "/^border-(top|bottom)-(left|right)-radius$/",
      "left",
      "right",
      "float",
    ],
    "declaration-property-value-disallowed-list": {
      "text-align": ["left", "right"],
      "/^(transition|animation)/": ["/\\d\\d+ms|\\ds\\b/"],
      "font-size": ["/\\dpx/"],
    },
    "declaration-property-value-allowed-list": {
      "z-index": ["/^var\\(--layer-/", "/^-?[0-5]$/", "auto"],
    },
  },
  overrides: [
    {
      files: [tokens],
      rules: { "color-no-hex": null, "function-disallowed-list": null, "value-keyword-case": null },
    },
  ],
};
