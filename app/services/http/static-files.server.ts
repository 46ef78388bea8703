import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Answer, entityTag } from "./answer.server";

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
 * Reads the files of the site into memory, with the compressed ones beside them: together they are 1.3 MB, and a file from
 * memory costs a sixth of one from disk. Those of the build change their name with their content and are kept for a year,
 * those of `public` for an hour.
 * @param serverUrl address of the server's bundle, build/server/index.js
 * @returns answers by path
 */
export function readSiteFiles(serverUrl: string): ReadonlyMap<string, Answer> {
  return new Map([
    ...readFolder("public", "public, max-age=3600"),
    ...readFolder(fileURLToPath(new URL("../client", serverUrl)), "public, max-age=31536000, immutable"),
  ]);
}

function readFolder(folder: string, cacheControl: string): [string, Answer][] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((name): [string, Answer][] => {
    const type = TYPES[extname(name)];
    return type === undefined ? [] : [[`/${name}`, fileAnswer(join(folder, name), type, cacheControl)]];
  });
}

function fileAnswer(path: string, type: string, cacheControl: string): Answer {
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
