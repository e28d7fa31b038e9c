// What the build says to the scripts: build/texts.js.
/** Part of the names of all text files; another one whenever a text changes. */
declare const TEXT_VERSION: string;
/** The languages whose folder in src/text is complete. */
declare const OFFERED_LANGUAGES: readonly string[];
