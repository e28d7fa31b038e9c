// The configuration of the installation under test, changed as its operator would: the file, then nginx/up.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const up = fileURLToPath(new URL("../../../nginx/up", import.meta.url));

/** Sets keys; returns after every program that reads them was started again. */
export function configureAll(changes: Readonly<Record<string, string>>): void {
  const place = process.env["CAMBIO_TEST_VAR"] ?? "";
  const file = `${place}/cambio.conf`;
  let text = readFileSync(file, "utf8");
  for (const [key, value] of Object.entries(changes)) {
    const line = new RegExp(`^${key}=.*$`, "m");
    if (!line.test(text)) throw new Error(`${file} has no ${key}`);
    text = text.replace(line, `${key}=${value}`);
  }
  writeFileSync(file, text);
  const { port } = new URL(process.env["CAMBIO_TEST_URL"] ?? "");
  execFileSync(up, {
    encoding: "utf8",
    env: { ...process.env, CAMBIO_VAR: place, PORT: port },
  });
}

/** Sets one key. */
export const configure = (key: string, value: string): void =>
  configureAll({ [key]: value });
