// The installation under test as its operator handles it, by the commands that the README names.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { operator } from "./operator";

const place = process.env["CAMBIO_TEST_VAR"] ?? "";

/** Runs a command of nginx/ on the installation in `folder`; its output. */
function run(
  command: string,
  words: readonly string[],
  folder: string,
  port: number,
): string {
  const program = fileURLToPath(
    new URL(`../../../nginx/${command}`, import.meta.url),
  );
  return execFileSync(program, words, {
    encoding: "utf8",
    env: { ...process.env, CAMBIO_VAR: folder, PORT: String(port) },
  });
}

const ownPort = () =>
  Number(new URL(process.env["CAMBIO_TEST_URL"] ?? "").port);

/** Sets a key; returns when every program that reads it knows the value. */
export function configure(key: string, value: string): void {
  const file = `${place}/cambio.conf`;
  const text = readFileSync(file, "utf8");
  const line = new RegExp(`^${key}=.*$`, "m");
  if (!line.test(text)) throw new Error(`${file} has no ${key}`);
  if (line.exec(text)?.[0] === `${key}=${value}`) return;
  writeFileSync(file, text.replace(line, `${key}=${value}`));
  run("up", [], place, ownPort());
}

/** Has sessions signed by a new key; what the key before has signed stays good. */
export function rotateTokenKey(): void {
  run("rotate_token_key", [], place, ownPort());
}

/** Forgets all keys of sessions but the one that signs. */
export function forgetFormerKeys(): void {
  writeFileSync(`${place}/keys/token.former`, "");
  run("up", [], place, ownPort());
}

type Pause = "trading" | "deposits" | "withdrawals";

const paused = new Set<Pause>();

/** Stops it for everybody until `resume`: every page says so within 20 seconds. */
export function pause(what: Pause): void {
  operator("pause", what, "--reason", "Test of the pauses");
  paused.add(what);
}

export function resume(what: Pause): void {
  operator("resume", what, "--reason", "Test of the pauses");
  paused.delete(what);
}

/** All that a test has stopped; for test.afterEach. */
export const resumeAll = () => [...paused].forEach(resume);

/** Backs the installation up into a folder; the two files. */
export function backUp(folder: string): [dump: string, keys: string] {
  const [dump = "", keys = ""] = run("backup", [folder], place, ownPort())
    .trim()
    .split("\n");
  return [dump, keys];
}

/** Another installation, beside the one under test: tests/run keeps five ports more for it. */
export class Beside {
  readonly port = ownPort() + 5;
  readonly url = `http://127.0.0.1:${this.port}`;

  constructor(readonly folder: string) {}

  /** What it says. */
  restore(dump: string, keys: string): string {
    return run("restore", [dump, keys], this.folder, this.port);
  }
  operator(...words: string[]): unknown {
    const output = run(
      "cambioctl",
      [...words, "--json"],
      this.folder,
      this.port,
    );
    return JSON.parse(output) as unknown;
  }
  down(): void {
    run("down", [], this.folder, this.port);
  }
}
