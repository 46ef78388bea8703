import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Answer } from "./answer.server";

/** Folder whose files are served, and for how long browsers may keep them. */
interface StaticFolder {
  readonly folder: string;
  readonly cacheControl: string;
}

/** Cache-Control of files whose names change with their content. */
const IMMUTABLE = "public, max-age=31536000, immutable";
/** Cache-Control of files that keep their names. */
const ONE_HOUR = "public, max-age=3600";

/**
 * Reads the files of the site: those of the build, which have names of their content below /assets, and those of public.
 * @param serverUrl address of the server's bundle, build/server/index.js
 */
export function readSiteFiles(serverUrl: string): ReadonlyMap<string, Answer> {
  return readStaticFiles([
    { folder: "public", cacheControl: ONE_HOUR },
    { folder: fileURLToPath(new URL("../client", serverUrl)), cacheControl: IMMUTABLE },
  ]);
}

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
 * Reads all files of the build once, with the compressed ones beside them: together they are 1.3 MB, and a file from
 * memory costs a sixth of one from disk. Answers by path; the query of a file means nothing.
 */
function readStaticFiles(folders: readonly StaticFolder[]): ReadonlyMap<string, Answer> {
  const files = new Map<string, Answer>();
  for (const { folder, cacheControl } of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      const type = TYPES[extname(name)];
      if (type !== undefined) files.set(`/${name}`, fileAnswer(join(folder, name), type, cacheControl));
    }
  }
  return files;
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
    tag: createHash("sha256").update(identity).digest("base64url").slice(0, 27),
  };
}

function compressed(encoding: "br" | "gzip", path: string) {
  return existsSync(path) ? { [encoding]: readFileSync(path) } : {};
}
