// The installation under test as its operator sees it: the program cambioctl and the logs.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const place = process.env.CAMBIO_TEST_VAR;
if (!place || !process.env.CAMBIO_TEST_URL) {
  throw new Error("CAMBIO_TEST_URL and CAMBIO_TEST_VAR name the installation");
}

export const base = process.env.CAMBIO_TEST_URL;
/** What only this machine may see. */
export const inside = base.replace(/\d+$/, (port) => String(Number(port) + 4));
export const databaseHost = join(place, "run");

const program = fileURLToPath(
  new URL("../../../nginx/cambioctl", import.meta.url),
);

/** Runs a command of the operator's and returns its JSON answer; throws where it is refused. */
export function operator(...words) {
  const output = execFileSync(program, [...words, "--json"], {
    encoding: "utf8",
    env: { ...process.env, CAMBIO_VAR: place },
  });
  return JSON.parse(output);
}

const logs = ["programs", "nginx", "postgres"].map((folder) =>
  join(place, "log", folder),
);

const logFiles = () =>
  logs.flatMap((folder) =>
    readdirSync(folder).map((name) => join(folder, name)),
  );

/** How long each log is now. */
export const logSizes = () =>
  new Map(logFiles().map((file) => [file, statSync(file).size]));

/** The lines that were written to the logs since they had those sizes. */
export function* logLinesSince(sizes) {
  for (const file of logFiles()) {
    const text = readFileSync(file).subarray(sizes.get(file) ?? 0);
    for (const line of text.toString().split("\n"))
      if (line) yield { file, line };
  }
}
