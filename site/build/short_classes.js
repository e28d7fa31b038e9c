// Class names stand in the scripts, too, so they are as short as can be: _0, _1, … _z, _10, … No class
// that is named by hand begins like that: "cb" on the root is the blue and orange look. They are
// numbered by file and place before webpack reads anything, for it reads in whatever order the disk
// answers: the same sources have the same names, and so the same files.
import { readFileSync, readdirSync } from "node:fs";
import { join, sep } from "node:path";

const named = /(?:\.|@keyframes\s+)(-?[_a-z][\w-]*)/gi;
const comments = /\/\*[\s\S]*?\*\//g;

/** What a style sheet names that is its own: classes and animations. */
const namesIn = (text) => [...text.replace(comments, "").matchAll(named)].map(([, name]) => name);

/** What every page loads comes first, and has the shortest names. */
const place = (file) => ["ui/", "app/"].findIndex((room) => file.startsWith(room)) >>> 0;

/** The short name of a style sheet's class, by the sheet's path and what it is called there. */
export function shortClasses(folder) {
  const numbers = new Map();
  const numberOf = (file, name) => {
    const key = `${file} ${name}`;
    if (!numbers.has(key)) numbers.set(key, numbers.size);
    return numbers.get(key);
  };
  const sheets = readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith(".module.css"))
    .map((file) => file.replaceAll(sep, "/"))
    .sort((one, other) => place(one) - place(other) || (one < other ? -1 : 1));
  for (const sheet of sheets) {
    const file = join(folder, sheet);
    for (const name of namesIn(readFileSync(file, "utf8"))) numberOf(file, name);
  }
  // What was added since, while the development server runs, comes after all others.
  return (file, name) => `_${numberOf(file, name).toString(36)}`;
}
