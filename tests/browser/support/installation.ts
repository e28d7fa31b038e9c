// The configuration of the installation under test, changed as its operator would: the file, then nginx/up.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const up = fileURLToPath(new URL("../../../nginx/up", import.meta.url));

/** Sets one key; returns after every program that reads it was started again. */
export function configure(key: string, value: string): void {
  const place = process.env["CAMBIO_TEST_VAR"] ?? "";
  const file = `${place}/cambio.conf`;
  const line = new RegExp(`^${key}=.*$`, "m");
  const text = readFileSync(file, "utf8");
  if (!line.test(text)) throw new Error(`${file} has no ${key}`);
  writeFileSync(file, text.replace(line, `${key}=${value}`));
  const { port } = new URL(process.env["CAMBIO_TEST_URL"] ?? "");
  execFileSync(up, {
    encoding: "utf8",
    env: { ...process.env, CAMBIO_VAR: place, PORT: port },
  });
}
