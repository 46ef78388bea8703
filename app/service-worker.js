// @ts-nocheck: TypeScript knows workers only in place of documents. This one keeps Home, the last pages that were opened and their
// files. The server puts the build's version above (static-files.server.ts), so that browsers notice a deployment.

const [PAGES, FILES] = ["pages", "files"];
const MAX_PAGES = 20;
/** The network has this long before a kept page is shown. */
const PATIENCE_MS = 3000;
/** A page that a script opened is fetched as a document, unless that was done within this time. */
const FRESH_MS = 300_000;
/** When a kept page left the server, in milliseconds since the epoch. */
const FROM = "x-kept-from";

const fetchPage = (url) =>
  fetch(url, { priority: "low" }).then((response) => keepPage(response.url, response));

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(fetchPage(new URL("/", self.location).href).catch(() => {}));
});

self.addEventListener("activate", (event) => {
  const { clients, registration } = self;
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable(), dropUnused()]));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(answerPage(event));
  else if (pathname.startsWith("/assets/")) event.respondWith(answerFile(event));
});

// The address of a page that has just been opened.
self.addEventListener("message", (event) => event.waitUntil(touchPage(event.data).catch(() => {})));

async function answerPage(event) {
  const { request } = event;
  // Firefox preloads an error where there is no network.
  const network = Promise.resolve(event.preloadResponse).then((preloaded) =>
    preloaded && preloaded.type !== "error" ? preloaded : fetch(request),
  );
  event.waitUntil(network.then((response) => keepPage(request.url, response.clone())).catch(() => {}));
  return networkOr(network, () => keptPage(request.url)).catch(offlinePage);
}

async function answerFile(event) {
  const { url } = event.request;
  const network = fetch(event.request);
  event.waitUntil(network.then((response) => keepFile(url, response.clone())).catch(() => {}));
  return networkOr(network, () => caches.match(url));
}

/** The network's answer; if that fails or takes too long, what is kept. Waits on where nothing is. */
async function networkOr(network, findKept) {
  const tooLong = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const first = await Promise.race([network, tooLong]).catch(() => undefined);
  return first ?? (await findKept()) ?? network;
}

async function touchPage(url) {
  const kept = await (await caches.open(PAGES)).match(url);
  if (kept === undefined || Date.now() - kept.headers.get(FROM) > FRESH_MS) return fetchPage(url);
  return putPage(url, kept);
}

/** Keeps a page with its files if the server allows it (headers.server.ts). */
async function keepPage(url, response) {
  const { headers } = response;
  if (!isAllowed(headers)) return;
  const kept = new Headers(headers);
  for (const name of ["content-encoding", "content-length", "link", "vary"]) kept.delete(name);
  kept.set(FROM, (Date.parse(headers.get("date")) || Date.now()) - 1000 * headers.get("age"));
  const html = await response.text();
  await putPage(url, new Response(html, { headers: kept }));
  for (const path of await filesOf(html)) {
    if (!(await caches.match(path))) await keepFile(path, await fetch(path, { priority: "low" }));
  }
}

const isAllowed = (headers) => headers.get("x-offline-copy") === "allowed";

async function putPage(url, response) {
  const pages = await caches.open(PAGES);
  await pages.delete(url);
  await pages.put(url, response);
  const others = (await pages.keys()).filter((kept) => new URL(kept.url).pathname !== "/");
  for (const oldest of others.slice(0, -MAX_PAGES)) await pages.delete(oldest);
}

/** Another server on the same address answers with pages. */
async function keepFile(path, response) {
  const isFile = response.ok && !/^text\/html/.test(response.headers.get("content-type"));
  if (isFile && !(await caches.match(path))) await (await caches.open(FILES)).put(path, response);
}

/** Drops what former versions kept and this one would not, and all files but those of kept pages. */
async function dropUnused() {
  const pages = await caches.open(PAGES);
  for (const page of await pages.keys()) {
    if (!isAllowed((await pages.match(page)).headers)) await pages.delete(page);
  }
  const used = (await Promise.all((await allPages()).map(({ html }) => filesOf(html)))).flat();
  const files = await caches.open(FILES);
  for (const file of await files.keys()) {
    if (!used.includes(new URL(file.url).pathname)) await files.delete(file);
  }
}

/** What a page names, and the scripts of all pages, which the manifest names: the next page begins with its script. */
async function filesOf(html) {
  const named = html.match(/\/assets\/[\w.-]+/g) ?? [];
  const path = named.find((each) => each.startsWith("/assets/manifest-"));
  const manifest = path && ((await caches.match(path)) ?? (await fetch(path)));
  return [...new Set([...named, ...((await manifest?.text())?.match(/\/assets\/[\w.-]+/g) ?? [])])];
}

/** A kept page with the line that says so, which React leaves alone at the end of the body. */
async function keptPage(url) {
  const pages = await allPages();
  const kept = pages.find((page) => page.url === url);
  const home = new URL(url).pathname === "/" && pages.find((page) => new URL(page.url).pathname === "/");
  if (kept === undefined) return home ? Response.redirect(home.url) : undefined;
  const line = `<p id="offline" class="notification is-warning out-of-date-notice is-floating" role="alert">Offline: prices of ${kept.time}</p>`;
  return new Response(kept.html.replace(/<\/body>/, `${line}</body>`), { headers: kept.headers });
}

/** All kept pages, the latest first. */
async function allPages() {
  const pages = await caches.open(PAGES);
  const read = async ({ url }) => {
    const response = await pages.match(url);
    return { url, headers: response.headers, html: await response.text(), time: timeOf(response) };
  };
  return Promise.all((await pages.keys()).reverse().map(read));
}

/** In the visitor's zone: `15:44`, or `24 Nov 2026, 15:44` on another day. */
function timeOf(response) {
  const from = new Date(Number(response.headers.get(FROM)));
  const day = { day: "numeric", month: "short", year: "numeric" };
  const isToday = from.toDateString() === new Date().toDateString();
  return from.toLocaleString("en-GB", { ...(isToday ? {} : day), hour: "2-digit", minute: "2-digit" });
}

/** Loads the page anew once there is a network, unless its reader is on the way to another one. */
const TRY_AGAIN = `
  let isLeft = false;
  addEventListener("click", ({ target }) => { isLeft ||= target.closest("a") !== null; });
  addEventListener("online", () => { if (navigator.onLine && !isLeft) location.reload(); });
`;

/**
 * Lists what is kept, Home once, in the frame of the page that was kept last, without what needs a script or the network. Tries again
 * by itself once there is a network.
 */
async function offlinePage() {
  const pages = await allPages();
  const isHome = ({ url }) => new URL(url).pathname === "/";
  const listed = pages.filter((page) => !isHome(page) || page === pages.find(isHome));
  // Tells apart pages of one title: their currency, range or page. Other texts could be markup.
  const choices = (url) =>
    [...new URL(url).searchParams.values()].filter((text) => /^[\w-]{1,20}$/.test(text));
  const item = ({ url, html, time }) => {
    const title = /<title>(.*?)(?: – [^–]*)?<\/title>/.exec(html)?.[1];
    const link = `<a href="${url.replaceAll("&", "&amp;")}">${title}</a>`;
    return `<li>${[link, ...choices(url)].join(", ")}, from ${time}</li>`;
  };
  const main = `<main id="content" class="is-flex-grow-1" tabindex="-1"><div class="page about"><h1 class="title">Offline</h1><p>This page is not kept in your browser. <a href="">Try again</a> when there is a network, or open one of these:</p><ul>${listed.map(item).join("")}</ul></div></main><script>${TRY_AGAIN}</script>`;
  const bare = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title></title><main></main></html>`;
  const frame = pages.at(0)?.html ?? bare;
  const body = frame
    .replace(
      /<script[\s\S]*?<\/script>|<form[\s\S]*?<\/form>|<link rel="(?:canonical|modulepreload)"[^>]*>/g,
      "",
    )
    .replace(/ aria-current="(?:page|true)"/g, "")
    .replace(/<title>.*?<\/title>/, "<title>Offline</title>")
    .replace(/<main[\s\S]*<\/main>/, () => main);
  return new Response(body, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
}
