// Keeps the shell of the site for a bad network: index.html, and files that never change under
// their names. Nothing of an account is ever kept: no balance, no answer of a call, no push. Pages
// come from the network whenever it answers, so that nobody gets a former release. And it shows
// push messages, which come while the site is closed, too (src/lib/web_push.ts).
const kept = "cambio-shell-1";
const shell = "/";
/** Scripts, styles, fonts and texts with a hash in their name, and the coins' icons. */
const unchanging = /^\/(assets\/|text\/|icons\/)/;
/** What a long life may gather; the oldest go first. */
const mostFiles = 400;

async function keep(request, response) {
  const cache = await caches.open(kept);
  await cache.put(request, response);
  const all = await cache.keys();
  const shells = all.filter(({ url }) => new URL(url).pathname !== shell);
  const surplus = shells.slice(0, Math.max(0, shells.length - mostFiles));
  await Promise.all(surplus.map((one) => cache.delete(one)));
}

async function page(event) {
  try {
    const response = await fetch(event.request);
    const isPage = response.headers.get("content-type")?.startsWith("text/html");
    if (response.ok && isPage) event.waitUntil(keep(shell, response.clone()));
    return response;
  } catch (error) {
    const known = await caches.match(shell);
    if (known) return known;
    throw error;
  }
}

async function file(event) {
  const known = await caches.match(event.request);
  if (known) return known;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(keep(event.request, response.clone()));
  return response;
}

/** The page of the first visit was there before this worker. */
async function first() {
  const response = await fetch(shell, { cache: "no-cache" });
  if (!response.ok) return;
  const text = await response.clone().text();
  await keep(shell, response);
  const named = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, address]) => address);
  const files = named.filter((address) => unchanging.test(address));
  await (await caches.open(kept)).addAll([...new Set(files)]);
}

self.addEventListener("install", (event) => {
  event.waitUntil(first().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const former = caches
    .keys()
    .then((names) =>
      Promise.all(names.filter((name) => name !== kept).map((n) => caches.delete(n))),
    );
  event.waitUntil(former.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (unchanging.test(pathname)) return event.respondWith(file(event));
  // The description of the calls, messages of a demonstration and downloads are no pages of the site.
  const elsewhere = /^\/(api|udf|stream|docs|dev|internal|healthz|metrics)(\/|$)/.test(pathname);
  if (request.mode === "navigate" && !elsewhere) event.respondWith(page(event));
});

/** What the server sent: a title, a text, where it leads, and a tag, by which what came twice shows once. */
function messageOf(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

// Browsers demand that each message shows something.
self.addEventListener("push", (event) => {
  const {
    title = "Cambio",
    body = "",
    path = "/account/notifications",
    tag,
  } = messageOf(event.data);
  const shown = { body, tag, data: { path }, icon: "/icon-192.png", badge: "/icon-192.png" };
  event.waitUntil(self.registration.showNotification(title, shown));
});

/** Never elsewhere than on this site. A page that shows something else stays: it may hold a form half filled in. */
async function open(path) {
  const { origin } = self.location;
  const address = new URL(path, origin);
  if (address.origin !== origin) return;
  const pages = await self.clients.matchAll({ type: "window" });
  const there = pages.find(({ url }) => url === address.href);
  await (there ? there.focus() : self.clients.openWindow(address.href));
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? "/"));
});
