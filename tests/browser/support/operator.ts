// The operator of the installation under test, who works with nginx/cambioctl.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(
  new URL("../../../nginx/cambioctl", import.meta.url),
);

/** Runs a command and returns its JSON answer; throws with its output when it is refused. */
export function operator(...words: string[]): unknown {
  const place = process.env["CAMBIO_TEST_VAR"];
  const output = execFileSync(program, [...words, "--json"], {
    encoding: "utf8",
    env: { ...process.env, ...(place ? { CAMBIO_VAR: place } : {}) },
  });
  return JSON.parse(output) as unknown;
}
