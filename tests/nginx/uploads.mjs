// Who may upload is decided by the head of a request: nginx asks the auth handler before it reads
// the body, and refuses in the catalogue's words.
import assert from "node:assert/strict";
import {
  announce,
  call,
  done,
  end,
  large,
  operator,
  photo,
  photos,
  picture,
  refused,
  sign_in,
  sign_up,
  uploads,
  url,
  within,
} from "./uploads_kit.mjs";

const ann = await sign_up();
const hers = await sign_in(ann);

await done(photos, photo("FRONTID", large), hers.program);
await done(photos, photo("BACKID", large), hers.page);
await done("/api/v3/avatar", { image: picture(90, 90) }, hers.program);
await done("/api/v3/avatar", { image: picture(90, 90) }, hers.page);
console.log("Who is signed in uploads, by a token and by a cookie");

const ben = await sign_in(await sign_up());
const eve = await sign_up();
const frozen = await sign_in(eve);
await done("/api/v3/logout", {}, ben.program);
operator("clients", "freeze", eve, "--reason", "Test of uploads");
const waiting = uploads.map((path) => announce(path, hers.program));
await refused(401, "unauthorized", photos);
assert.deepEqual(
  waiting.map(({ answered }) => answered),
  [false, false],
  "a client's body is waited for",
);
for (const path of uploads) {
  await refused(401, "unauthorized", path);
  await refused(401, "unauthorized", path, { authorization: "Bearer v4.public.forged" });
  await refused(401, "unauthorized", path, ben.program);
  await refused(403, "cross_site", path, { cookie: hers.page.cookie });
  await refused(403, "cross_site", path, { ...hers.page, "sec-fetch-site": "cross-site" });
  await refused(409, "another_client", path, { ...hers.page, "x-cambio-client": "987654321" });
  await refused(403, "frozen_account", path, frozen.program);
  await refused(403, "frozen_account", path, frozen.page);
}
console.log("Everybody else is refused by the head of the request");

// Two of a client's wait at a time, by whatever session and from whatever address they come.
const dan = await sign_up();
const his = [await sign_in(dan), await sign_in(dan)];
const five = [his[0].program, his[1].page, his[1].program, his[0].page, his[0].program].map((headers) =>
  announce(photos, headers),
);
const full = [];
await within(20, photos, new Promise((resolve) => {
  for (const { answer } of five)
    void answer.then(({ status }) => full.push(status) === 3 && resolve());
}));
assert.deepEqual(full, [429, 429, 429]);
assert.equal(five.filter(({ answered }) => !answered).length, 2);
const fay = await sign_in(await sign_up());
await done(photos, photo("FRONTID", large), fay.program);
console.log("A client takes no more than two places, and another one finds hers");

// Two of hers crawl, from places that nobody else finds while they do; a phone with little reception is
// as slow as it is, and its photo arrives. Each lasts longer than the ten seconds that all have.
const gus = await sign_in(await sign_up());
const three = [fay.program, fay.page, fay.program].map((headers) => announce(photos, headers));
const small = JSON.stringify(photo("SELFIE", picture(400, 300)));
assert.ok(small.length > 420_000);
const phone = announce(photos, gus.program, small, { part: 3_000, every: 100 });
const third = await within(20, photos, Promise.race(three.map(({ answer }) => answer)));
assert.equal(third.status, 429);
for (const { answer, closed } of three.filter(({ answered }) => !answered)) {
  const { status, body } = await within(30, "a crawling upload is ended", answer);
  assert.equal(status, 408, body);
  assert.equal(JSON.parse(body).message, "bad_request");
  await within(30, "its connection is closed", closed);
}
await done(photos, photo("BACKID", large), fay.program);
assert.equal((await within(60, "a slow phone's photo arrives", phone.answer)).status, 200);
console.log("An upload that crawls is ended, and its place is free; that of a slow phone arrives");

const parts = new Blob([JSON.stringify(photo("BACKID", large))]).stream();
const chunked = await fetch(new URL(photos, url), {
  method: "POST",
  headers: { "content-type": "application/json", ...gus.program },
  body: parts,
  duplex: "half",
});
assert.equal(chunked.status, 200, await chunked.text());
console.log("An upload that does not say how long it is arrives");

for (const path of [
  "/internal/upload-auth",
  "/internal/upload-auth?x",
  "/internal//upload-auth",
  "/%69nternal/upload-auth",
])
  for (const headers of [{}, hers.program, { ...hers.program, "x-original-uri": photos }])
    assert.equal((await call(path, undefined, headers)).status, 404, path);
const description = await (await fetch(new URL("/docs/openapi.json", url))).json();
assert.ok(!("/internal/upload-auth" in description.paths));
console.log("Nobody but nginx asks the door");

end();
