import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import worker from "~/service-worker.js?raw";
import { config } from "../config.server";
import { type EncodedBody, entityTag, type Reply } from "./reply.server";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** Replaces the worker of browsers that have one: it removes itself and all that was kept. */
const NO_WORKER = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(Promise.all([registration.unregister(), caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))])));
`;

/**
 * Reads the site's files into memory, with their compressed versions: together they are 1.3 MB, and a file from memory
 * costs a sixth of one from disk. Files of the build have hashed names and are cached for a year, those of `public` for an
 * hour.
 * @param serverUrl address of the server's bundle, build/server/index.js
 * @returns replies by path
 */
export function readSiteFiles(serverUrl: string): ReadonlyMap<string, Reply> {
  return new Map([
    ...readFolder("public", "public, max-age=3600"),
    ...readFolder(fileURLToPath(new URL("../client", serverUrl)), "public, max-age=31536000, immutable"),
    ["/service-worker.js", workerReply(entityTag(readFileSync(fileURLToPath(serverUrl))))],
  ]);
}

/** The service worker differs with each version of the site: by that, browsers notice a deployment. */
function workerReply(version: string): Reply {
  const script = Buffer.from(config.keepsPagesOffline ? `// Version ${version}\n${worker}` : NO_WORKER);
  return bytesReply(
    { identity: script, gzip: gzipSync(script) },
    "text/javascript; charset=utf-8",
    "no-cache",
  );
}

function readFolder(folder: string, cacheControl: string): [string, Reply][] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((name): [string, Reply][] => {
    const type = TYPES[extname(name)];
    return type === undefined ? [] : [[`/${name}`, fileReply(join(folder, name), type, cacheControl)]];
  });
}

function fileReply(path: string, type: string, cacheControl: string): Reply {
  const identity = readFileSync(path);
  return bytesReply(
    { identity, ...compressed("br", `${path}.br`), ...compressed("gzip", `${path}.gz`) },
    type,
    cacheControl,
  );
}

function bytesReply(
  body: EncodedBody & { readonly identity: Buffer },
  type: string,
  cacheControl: string,
): Reply {
  return {
    status: 200,
    headers: {
      "content-type": type,
      "cache-control": cacheControl,
      "x-content-type-options": "nosniff",
      vary: "Accept-Encoding",
    },
    body,
    tag: entityTag(body.identity),
  };
}

function compressed(encoding: "br" | "gzip", path: string) {
  return existsSync(path) ? { [encoding]: readFileSync(path) } : {};
}
