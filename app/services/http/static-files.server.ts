import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { entityTag, type Reply } from "./reply.server";

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

/**
 * Reads the site's files into memory, with their compressed versions: together they are 1.3 MB, and a file from memory
 * costs a sixth of one from disk. Files of the build have hashed names and are kept for a year, those of `public` for an
 * hour.
 * @param serverUrl address of the server's bundle, build/server/index.js
 * @returns replies by path
 */
export function readSiteFiles(serverUrl: string): ReadonlyMap<string, Reply> {
  return new Map([
    ...readFolder("public", "public, max-age=3600"),
    ...readFolder(fileURLToPath(new URL("../client", serverUrl)), "public, max-age=31536000, immutable"),
  ]);
}

function readFolder(folder: string, cacheControl: string): [string, Reply][] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((name): [string, Reply][] => {
    const type = TYPES[extname(name)];
    return type === undefined ? [] : [[`/${name}`, fileReply(join(folder, name), type, cacheControl)]];
  });
}

function fileReply(path: string, type: string, cacheControl: string): Reply {
  const identity = readFileSync(path);
  return {
    status: 200,
    headers: {
      "content-type": type,
      "cache-control": cacheControl,
      "x-content-type-options": "nosniff",
      vary: "Accept-Encoding",
    },
    body: { identity, ...compressed("br", `${path}.br`), ...compressed("gzip", `${path}.gz`) },
    tag: entityTag(identity),
  };
}

function compressed(encoding: "br" | "gzip", path: string) {
  return existsSync(path) ? { [encoding]: readFileSync(path) } : {};
}
