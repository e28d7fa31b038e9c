// What tokens.css is for stands there alone; sides are those of the writing direction.
const tokens = "src/ui/tokens.css";

// A length that --space-1 to --space-32 have a name for.
const onTheScale = "/(?<![\\d.])(4|8|12|16|20|24|32|40|48|64|96|128)px/";

// A condition cannot read a token, so the widths at which a layout changes are listed here, each
// as the last pixel before it and the first one after.
const breakpoints = [
  ["379px", "380px"],
  ["599px", "600px"], // phones are below; lib/narrow says so to scripts
  ["767px", "768px"],
  ["899px", "900px"],
  ["999px", "1000px"],
  ["1023px", "1024px"],
  ["1099px", "1100px"],
  ["1199px", "1200px"],
  ["1279px", "1280px"],
  ["1449px", "1450px"],
  ["1599px", "1600px"],
].flat();

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
      "/^(scroll-)?(margin|padding)|^(row-|column-)?gap$/": [onTheScale],
    },
    "media-feature-name-value-allowed-list": { width: breakpoints },
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
