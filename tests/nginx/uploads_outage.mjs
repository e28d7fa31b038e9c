// While the auth handler is away nobody's upload is taken.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, renameSync } from "node:fs";
import {
  call,
  done,
  end,
  large,
  photo,
  photos,
  place,
  refused,
  sign_in,
  sign_up,
  uploads,
} from "./uploads_kit.mjs";

const auth = `${place}/run/auth.sock`;
const multiwatch = () => readFileSync(`${place}/pids/handler-auth`, "utf8").split(" ")[0];
const programs = () => execFileSync("pgrep", ["-P", multiwatch()], { encoding: "utf8" }).trim().split("\n");

/** Nobody finds it any more, and connections that were kept are gone. */
function take_auth_away() {
  renameSync(auth, `${auth}.away`);
  for (const pid of programs()) process.kill(Number(pid), "SIGKILL");
}

async function auth_is_back(headers) {
  renameSync(`${auth}.away`, auth);
  const deadline = Date.now() + 20_000;
  while ((await call("/api/v3/account-client", undefined, headers)).status !== 200)
    assert.ok(Date.now() < deadline, "the auth handler does not come back");
}

const { program } = await sign_in(await sign_up());
take_auth_away();
try {
  for (const path of uploads) {
    await refused(503, "unavailable", path, program);
    await refused(503, "unavailable", path);
  }
} finally {
  await auth_is_back(program);
}
await done(photos, photo("SELFIE", large), program);
console.log("Without the auth handler nothing is taken, and with it again everything is as before");

end();
