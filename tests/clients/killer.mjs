// Ends programs of the installation under test by SIGKILL, as a machine does that runs out of memory.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const place = process.env.CAMBIO_TEST_VAR;

function children(pid, ...words) {
  try {
    return execFileSync("pgrep", ["-P", String(pid), ...words], { encoding: "utf8" })
      .trim()
      .split("\n")
      .map(Number);
  } catch {
    return [];
  }
}

/** What a file of nginx/up names first: the process that watches over a program. */
const watcher = (name) => readFileSync(join(place, "pids", name), "utf8").split(/\s/)[0];
const postmaster = () => readFileSync(join(place, "postgres/postmaster.pid"), "utf8").split("\n")[0];

const found = {
  "spot's handler": () => children(watcher("handler-spot")),
  "Binance's handler": () => children(watcher("handler-binance")),
  "the streams": () => children(watcher("handler-streams")),
  "a back end": () => children(postmaster(), "-f", ": cambio_").slice(0, 1),
  "the postmaster": () => [Number(postmaster())],
  Redis: () => children(watcher("redis")),
  nginx: () => [Number(watcher("nginx.pid"))],
};

/** What can be struck. */
export const victims = Object.keys(found);

/** Kills that one; whether it was there. */
export function kill(victim) {
  try {
    const processes = found[victim]();
    for (const one of processes) process.kill(one, "SIGKILL");
    return processes.length > 0;
  } catch (error) {
    // Its file is not there, or it has just gone by itself.
    if (error.code === "ENOENT" || error.code === "ESRCH") return false;
    throw error;
  }
}
